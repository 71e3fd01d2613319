import { CHAT_SERVICE_TRAITS, ChatServiceKind } from '@training/shared/notifications/chat';

type Place = {
  /** Host names, or their endings if they begin with a dot. */
  hosts: readonly string[];
  path: RegExp;
  /** Required query parameters. */
  needs?: readonly string[];
  /** Problem to report for an address on the host with another path or without a required parameter. */
  otherwise: string;
};

const PLACES: Record<ChatServiceKind, Place> = {
  slack: {
    hosts: ['hooks.slack.com', 'hooks.slack-gov.com'],
    path: /^\/services\/T\w+\/B\w+\/\w+$/,
    otherwise:
      'This is an address of Slack, but not of an incoming webhook: those of workflows and triggers take other messages.',
  },
  teams: {
    hosts: ['.logic.azure.com', '.environment.api.powerplatform.com'],
    path: /^\/(?:powerautomate\/automations\/direct\/)?workflows\/[\w-]+\/triggers\/[\w-]+\/paths\/invoke$/,
    needs: ['sig'],
    otherwise:
      'This is an address of a workflow, but not the whole one that anyone may post to: it must end with a signature ' +
      '(sig=…). Set “Who can trigger the flow?” to “Anyone”, and copy it again.',
  },
  google_chat: {
    hosts: ['chat.googleapis.com'],
    path: /^\/v1\/spaces\/[\w-]+\/messages$/,
    needs: ['key', 'token'],
    otherwise:
      'This is an address of Google Chat, but not a whole one of a webhook: copy it again, with its key and token.',
  },
  lark: {
    hosts: ['open.larksuite.com', 'open.feishu.cn'],
    path: /^\/open-apis\/bot\/v2\/hook\/[\w-]+$/,
    otherwise:
      'This is an address of Lark or Feishu, but not of a custom bot: that one has /open-apis/bot/v2/hook/ in it.',
  },
};

/** Addresses that users paste by mistake, which can't be used. */
const OTHERS: readonly { hosts: readonly string[]; told: string }[] = [
  {
    hosts: ['.webhook.office.com', 'outlook.office.com', 'outlook.office365.com'],
    told:
      'This is an address of a Teams connector, which Microsoft has retired: make a workflow in the channel instead, ' +
      'and copy its address.',
  },
  {
    hosts: ['discord.com', 'discordapp.com', '.dingtalk.com', 'qyapi.weixin.qq.com'],
    told: 'This service is not supported.',
  },
];

const isAt = (hosts: readonly string[], host: string) =>
  hosts.some((each) => (each.startsWith('.') ? host.endsWith(each) : host === each));

const placeAt = (host: string) => ChatServiceKind.options.find((kind) => isAt(PLACES[kind].hosts, host));

/** Returns the webhook's address to store, or what is wrong with the pasted one and what to do. */
export function parseChatAddress(
  kind: ChatServiceKind,
  pasted: string,
): { url: string; host: string } | { problem: string } {
  const { label, looksLike } = CHAT_SERVICE_TRAITS[kind];
  const url = URL.parse(pasted.trim());
  if (!url || url.protocol !== 'https:') {
    return { problem: `Must be the address of the webhook, as ${looksLike}` };
  }
  const { hostname: host } = url;
  const found = placeAt(host);
  if (found && found !== kind) {
    const other = CHAT_SERVICE_TRAITS[found].label;
    return { problem: `This is a ${other} address; choose ${other}` };
  }
  if (!found) {
    const known = OTHERS.find(({ hosts }) => isAt(hosts, host))?.told ?? `This is no address of ${label}.`;
    return { problem: `${known} One of ${label} looks as ${looksLike}` };
  }
  const { path, needs = [], otherwise } = PLACES[found];
  const isWhole = path.test(url.pathname) && needs.every((name) => url.searchParams.get(name));
  if (!isWhole || url.port !== '' || url.username !== '' || url.password !== '') {
    return { problem: `${otherwise} It looks as ${looksLike}` };
  }
  url.hash = '';
  return { url: url.href, host };
}

/** Returns the address to send to: the service, or the operator's replacement, which has a folder for each host. */
export function chatTargetUrl(address: string, standIn: string | undefined): string {
  if (standIn === undefined) return address;
  const { host, pathname, search } = new URL(address);
  return `${standIn}/${host}${pathname}${search}`;
}
