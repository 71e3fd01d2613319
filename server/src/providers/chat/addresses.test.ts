import { CHAT_SERVICE_TRAITS, ChatServiceKind } from '@training/shared/notifications/chat';
import { expect, test } from 'vitest';
import { chatAddressFor } from '../../../test/chat/stand-in.ts';
import { chatTargetUrl, parseChatAddress } from './addresses.ts';

const KINDS = ChatServiceKind.options;
const problemOf = (kind: ChatServiceKind, pasted: string) => {
  const found = parseChatAddress(kind, pasted);
  return 'problem' in found ? found.problem : undefined;
};

test.each(KINDS)('%s: an address as its service gives it is taken, with spaces around it', (kind) => {
  const pasted = chatAddressFor(kind, 'good-1'.replace('-', kind === 'slack' ? '_' : '-'));
  const { host } = new URL(pasted);
  expect(parseChatAddress(kind, ` ${pasted}\n`)).toEqual({ url: new URL(pasted).href, host });
});

test('the other places in which the services have webhooks are taken too', () => {
  const taken: [ChatServiceKind, string][] = [
    ['lark', 'https://open.feishu.cn/open-apis/bot/v2/hook/db264cc8-856d-4be9-8b3e-962f5fced676'],
    [
      'teams',
      'https://default0123456789abcdef.09.environment.api.powerplatform.com:443/powerautomate/automations/direct/workflows/' +
        '86ffea6392fe4f3f9555f5e8f9b1f06e/triggers/manual/paths/invoke?api-version=1&sp=%2Ftriggers%2Fmanual%2Frun&sv=1.0&sig=a-b_c',
    ],
  ];
  for (const [kind, pasted] of taken) expect(problemOf(kind, pasted)).toBeUndefined();
});

test('the address of another service says which one to choose', () => {
  for (const kind of KINDS) {
    for (const other of KINDS.filter((each) => each !== kind)) {
      const { label } = CHAT_SERVICE_TRAITS[other];
      expect(problemOf(kind, chatAddressFor(other, 'good_1'))).toBe(`This is a ${label} address; choose ${label}`);
    }
  }
});

test.each<[ChatServiceKind, string, RegExp]>([
  ['slack', 'hooks.slack.com/services/T0/B0/x', /Must be the address of the webhook, as https:\/\/hooks/],
  ['slack', 'http://hooks.slack.com/services/T0/B0/x', /Must be the address/],
  ['slack', 'https://hooks.slack.com/triggers/T0/123/abc', /not of an incoming webhook: those of workflows/],
  ['slack', 'https://hooks.slack.com:8443/services/T0/B0/x', /This is an address of Slack, but not/],
  ['slack', 'https://me:secret@hooks.slack.com/services/T0/B0/x', /This is an address of Slack, but not/],
  ['slack', 'https://hooks.slack.com.evil.example/services/T0/B0/x', /This is no address of Slack/],
  ['slack', 'https://evil.example/hooks.slack.com/services/T0/B0/x', /This is no address of Slack/],
  ['slack', 'https://127.0.0.1/services/T0/B0/x', /This is no address of Slack/],
  [
    'teams',
    'https://acme.webhook.office.com/webhookb2/a@b/IncomingWebhook/c/d',
    /connector, which Microsoft has retired/,
  ],
  ['teams', 'https://logic.azure.com/workflows/a/triggers/manual/paths/invoke?sig=x', /This is no address of/],
  ['teams', 'https://prod-1.westeurope.logic.azure.com/workflows/a/triggers/manual/paths/invoke', /“Anyone”, and copy/],
  ['google_chat', 'https://chat.google.com/room/AAAA', /This is no address of Google Chat/],
  ['google_chat', 'https://chat.googleapis.com/v1/spaces/AAAA/messages?key=k', /copy it again, with its key and token/],
  ['lark', 'https://open.feishu.cn/open-apis/bot/hook/abc', /not of a custom bot/],
])('%s: %s is refused in words that help', (kind, pasted, problem) => {
  expect(problemOf(kind, pasted)).toMatch(problem);
});

test('what is sent to a stand-in has the service’s host as a folder, and keeps what follows as it was', () => {
  const address = chatAddressFor('teams', 'good-1').replace(':443', '');
  expect(chatTargetUrl(address, undefined)).toBe(address);
  expect(chatTargetUrl(address, 'http://127.0.0.1:9')).toBe(address.replace('https://', 'http://127.0.0.1:9/'));
});
