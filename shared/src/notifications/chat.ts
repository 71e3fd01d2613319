import { z } from 'zod';

/** The chat service of a workspace's channel. Each is reached by an incoming webhook (rules/notifications). */
export const ChatServiceKind = z.enum(['slack', 'teams', 'google_chat', 'lark']);
export type ChatServiceKind = z.infer<typeof ChatServiceKind>;

export const CHAT_SERVICE_TRAITS: Record<ChatServiceKind, { label: string; looksLike: string }> = {
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
export const ChatDeliveryFailure = z.enum([
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
export type ChatDeliveryFailure = z.infer<typeof ChatDeliveryFailure>;
