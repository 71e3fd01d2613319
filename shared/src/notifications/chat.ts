import { z } from 'zod';

/** The chat service of a workspace's channel. Each is reached by an incoming webhook (rules/notifications). */
export const ChatKind = z.enum(['slack', 'teams', 'google_chat', 'lark']);
export type ChatKind = z.infer<typeof ChatKind>;

export const CHAT_KINDS: Record<ChatKind, { label: string; looksLike: string }> = {
  slack: {
    label: 'Slack',
    looksLike: 'https://hooks.slack.com/services/T…/B…/…',
  },
  teams: {
    label: 'Microsoft Teams',
    looksLike: 'https://….logic.azure.com/workflows/…/triggers/manual/paths/invoke?…&sig=…',
  },
  google_chat: {
    label: 'Google Chat',
    looksLike: 'https://chat.googleapis.com/v1/spaces/…/messages?key=…&token=…',
  },
  lark: {
    label: 'Lark or Feishu',
    looksLike: 'https://open.larksuite.com/open-apis/bot/v2/hook/…',
  },
};

/** The reason why a message wasn't delivered, as far as the service reports it. */
export const ChatFailure = z.enum([
  'address_unknown',
  'channel_gone',
  'switched_off',
  'forbidden',
  'signature',
  'keyword',
  'ip_address',
  'message_refused',
  'rate_limited',
  'unreachable',
  'undecryptable',
]);
export type ChatFailure = z.infer<typeof ChatFailure>;

/** The failure and the remedy, in words that name the service. */
const ADVICE: Record<ChatFailure, (service: string) => string> = {
  address_unknown: (service) =>
    `${service} does not know this address: its webhook was removed, or the address was not copied in full. ` +
    'Make a new webhook and replace the address.',
  channel_gone: (service) =>
    `${service} says that the channel is archived or was deleted. Make a webhook for another channel and replace the address.`,
  switched_off: (service) =>
    `The workflow of ${service} is switched off or was deleted, as happens when its only owner leaves. ` +
    'Switch it on, or make a new one and replace the address.',
  forbidden: (service) =>
    `${service} does not allow this webhook to post to the channel. Ask its administrators, or make a webhook for another channel.`,
  signature: (service) =>
    `${service} does not accept the signature: the bot’s secret is missing or another one. Replace the address together ` +
    'with the secret of “Signature verification”. Where it is right, the clock of this server is wrong by more than an hour.',
  keyword: (service) =>
    `The bot of ${service} takes only messages with one of its keywords. Remove “Custom keywords” from its security settings, ` +
    'and use “Signature verification” instead.',
  ip_address: (service) =>
    `The bot of ${service} takes messages from listed IP addresses only, and that of this server is not among them. Add it there.`,
  message_refused: (service) => `${service} did not take this message; others may arrive all the same.`,
  rate_limited: (service) =>
    `${service} takes no more messages for the moment. What waits is sent later, for up to six hours.`,
  unreachable: (service) =>
    `${service} does not answer, or not as expected. What waits is sent once it does, for up to six hours.`,
  undecryptable: () =>
    'This server cannot decrypt the address any more. Replace it, or have the operator restore the keyring.',
};

export function chatAdvice(kind: ChatKind, failure: ChatFailure): string {
  return ADVICE[failure](CHAT_KINDS[kind].label);
}
