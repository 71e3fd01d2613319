import { randomInt } from 'node:crypto';
import type { ChatMessage } from '../../../providers/chat/chat.ts';

/** Short words that sound different. */
const FIRST = [
  'amber',
  'brisk',
  'calm',
  'dusty',
  'eager',
  'fancy',
  'gentle',
  'humble',
  'ivory',
  'jolly',
  'lucky',
  'mellow',
];
const SECOND = [
  'anchor',
  'basket',
  'candle',
  'dragon',
  'falcon',
  'garden',
  'island',
  'kettle',
  'lantern',
  'meadow',
  'pencil',
  'rocket',
];

const oneOf = (words: readonly string[]) => words[randomInt(words.length)] ?? '';

/** Words known only to users who see the channel. */
export const newTestWords = (): string => `${oneOf(FIRST)} ${oneOf(SECOND)}`;

/** Returns true if the words match, ignoring case and spaces. */
export function areTestWords(words: string, typed: string): boolean {
  return typed.toLowerCase().split(/\s+/).filter(Boolean).join(' ') === words;
}

export function testMessage(
  words: string,
  { workspace, by, url }: { workspace: string; by: string; url: string },
): ChatMessage {
  return {
    title: `Test message of ${workspace}`,
    lines: [
      `${by} is connecting this channel to the training platform.`,
      `To confirm that this message arrived, enter these words: ${words}`,
    ],
    link: { label: 'Open the settings', url },
  };
}
