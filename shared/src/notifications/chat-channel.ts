import { z } from 'zod';
import { ChatDeliveryFailure, ChatServiceKind } from './chat.ts';
import { Id, labelSchema, textSchema } from '../primitives.ts';

/** The address of an incoming webhook. It is stored encrypted and never returned. */
export const ConnectChatChannel = z.strictObject({
  kind: ChatServiceKind,
  address: textSchema(1, 2_000).describe('As the chat system gives it for an incoming webhook.'),
  secret: textSchema(1, 200)
    .nullable()
    .default(null)
    .describe('Of “Signature verification”, where a bot of Lark has it.'),
  name: labelSchema(80).describe('What people call the channel.'),
});
export type ConnectChatChannel = z.infer<typeof ConnectChatChannel>;

/** Replaces the address of the channel. The channel is off until the new address passes its test. */
export const ReplaceChatAddress = z.strictObject({
  id: Id,
  version: z.int().min(1).describe('As it was shown: of two who replace it at once, one gets 409.'),
  ...ConnectChatChannel.omit({ name: true }).shape,
});
export type ReplaceChatAddress = z.infer<typeof ReplaceChatAddress>;

export const ChatChannelRef = z.strictObject({ id: Id });
export type ChatChannelRef = z.infer<typeof ChatChannelRef>;

/** The result of a test message. A failed test is a normal response, not an error. */
export const ChatTestResult = z.strictObject({
  accepted: z.boolean().describe('Whether the chat system took the message; it may still not show it.'),
  failure: ChatDeliveryFailure.nullable().describe('Why it did not.'),
  advice: z.string().nullable().describe('What is wrong and what to do, where it did not.'),
  asks_for_words: z
    .boolean()
    .describe('Whether the channel is off until somebody types the words of the message into `chat.confirm`.'),
  duration_ms: z.int(),
});
export type ChatTestResult = z.infer<typeof ChatTestResult>;

/** Confirms that the test message arrived, by the words in it. */
export const ConfirmChatTest = z.strictObject({ id: Id, words: textSchema(1, 100) });
export type ConfirmChatTest = z.infer<typeof ConfirmChatTest>;
