import { randomInt } from 'node:crypto';
import type { ChatMessage } from '../../../providers/chat/chat.ts';

/** Short, and unlike each other when they are read out. */
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

/** Words that only who sees the channel knows. */
export const newTestWords = (): string => `${oneOf(FIRST)} ${oneOf(SECOND)}`;

/** Whether somebody has read these words; how they write them makes no difference. */
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
