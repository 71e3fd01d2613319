import type { ChatServiceKind } from '@training/shared/notifications/chat';
import { truncateToOneLine } from '../../platform/one-line.ts';
import type { ChatMessage, ChatProtocol } from './chat.ts';
import { GOOGLE_CHAT_PROTOCOL } from './google-chat.ts';
import { LARK_CHAT_PROTOCOL } from './lark.ts';
import { SLACK_PROTOCOL } from './slack.ts';
import { TEAMS_PROTOCOL } from './teams.ts';

export const CHAT_PROTOCOLS: Record<ChatServiceKind, ChatProtocol> = {
  slack: SLACK_PROTOCOL,
  teams: TEAMS_PROTOCOL,
  google_chat: GOOGLE_CHAT_PROTOCOL,
  lark: LARK_CHAT_PROTOCOL,
};

/** Maximum characters of a line, which people only skim. */
const LONGEST_LINE = 300;

/** Builds the body within the service's limit: shortens long lines and drops the last ones. */
export function createChatMessageBody(
  protocol: ChatProtocol,
  message: ChatMessage,
  signing: { secret: string | null; at: Date },
): string {
  const { title, lines, link } = message;
  for (let kept = lines.length; kept >= 0; kept--) {
    const shown = lines.slice(0, kept).map(cut);
    const body = JSON.stringify(protocol.write({ title: cut(title), lines: shown, link }, signing));
    if (Buffer.byteLength(body) <= protocol.mostBytes) return body;
  }
  throw new Error('A message of one line is too long for its service');
}

const cut = (text: string) => truncateToOneLine(text, LONGEST_LINE);
