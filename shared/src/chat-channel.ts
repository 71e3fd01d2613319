import { z } from 'zod';
import { ChatKind } from './chat.ts';
import { Id, label, text } from './primitives.ts';

/** The address of an incoming webhook; it is sealed and never comes back out. */
export const ConnectChat = z.strictObject({
  kind: ChatKind,
  address: text(1, 2_000).describe('As the chat system gives it for an incoming webhook.'),
  secret: text(1, 200).nullable().default(null).describe('Of “Signature verification”, where a bot of Lark has it.'),
  name: label(80).describe('What people call the channel.'),
});
export type ConnectChat = z.infer<typeof ConnectChat>;

/** Puts another address in the place of the one that is there; then the channel is off until it is tested again. */
export const ReplaceChat = z.strictObject({
  id: Id,
  version: z.int().min(1).describe('As it was shown: of two who replace it at once, one gets 409.'),
  ...ConnectChat.omit({ name: true }).shape,
});
export type ReplaceChat = z.infer<typeof ReplaceChat>;

export const NameChat = z.strictObject({ id: Id });
export type NameChat = z.infer<typeof NameChat>;

/** What became of a test message. A bad outcome is an answer, not an error. */
export const ChatTest = z.strictObject({
  accepted: z.boolean().describe('Whether the chat system took the message; it may still not show it.'),
  advice: z.string().nullable().describe('What is wrong and what to do, where it did not.'),
  asks_for_words: z
    .boolean()
    .describe('Whether the channel is off until somebody types the words of the message into `chat.confirm`.'),
  duration_ms: z.int(),
});
export type ChatTest = z.infer<typeof ChatTest>;

/** Says that the test message has arrived, by the words in it. */
export const ConfirmChat = z.strictObject({ id: Id, words: text(1, 100) });
export type ConfirmChat = z.infer<typeof ConfirmChat>;
