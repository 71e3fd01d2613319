import { z } from 'zod';
import { ChatFailure, ChatKind } from './chat.ts';
import { Id, label, text } from '../primitives.ts';

/** The address of an incoming webhook. It is stored encrypted and never returned. */
export const ConnectChat = z.strictObject({
  kind: ChatKind,
  address: text(1, 2_000).describe('As the chat system gives it for an incoming webhook.'),
  secret: text(1, 200).nullable().default(null).describe('Of “Signature verification”, where a bot of Lark has it.'),
  name: label(80).describe('What people call the channel.'),
});
export type ConnectChat = z.infer<typeof ConnectChat>;

/** Replaces the address of the channel. The channel is off until the new address passes its test. */
export const ReplaceChat = z.strictObject({
  id: Id,
  version: z.int().min(1).describe('As it was shown: of two who replace it at once, one gets 409.'),
  ...ConnectChat.omit({ name: true }).shape,
});
export type ReplaceChat = z.infer<typeof ReplaceChat>;

export const ChatRef = z.strictObject({ id: Id });
export type ChatRef = z.infer<typeof ChatRef>;

/** The result of a test message. A failed test is a normal response, not an error. */
export const ChatTest = z.strictObject({
  accepted: z.boolean().describe('Whether the chat system took the message; it may still not show it.'),
  failure: ChatFailure.nullable().describe('Why it did not.'),
  advice: z.string().nullable().describe('What is wrong and what to do, where it did not.'),
  asks_for_words: z
    .boolean()
    .describe('Whether the channel is off until somebody types the words of the message into `chat.confirm`.'),
  duration_ms: z.int(),
});
export type ChatTest = z.infer<typeof ChatTest>;

/** Confirms that the test message arrived, by the words in it. */
export const ConfirmChat = z.strictObject({ id: Id, words: text(1, 100) });
export type ConfirmChat = z.infer<typeof ConfirmChat>;
