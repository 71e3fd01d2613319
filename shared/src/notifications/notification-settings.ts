import { z } from 'zod';
import { contractMessage } from '#contract';
import { ChatDeliveryFailure, ChatServiceKind } from './chat.ts';
import { SwitchableCategory, SwitchableChannel } from './notifications.ts';
import { Id, Timestamp } from '../primitives.ts';

/** A time of day in the workspace's time zone. */
export const LocalTimeOfDay = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: () => contractMessage('timeOfDay') })
  .meta({ examples: ['07:30'] });
export type LocalTimeOfDay = z.infer<typeof LocalTimeOfDay>;

/** The quiet hours, without mail and chat messages, and the time of the daily digests. */
export const WorkspaceNotificationTimes = z.strictObject({
  quiet: z
    .strictObject({ from: LocalTimeOfDay, to: LocalTimeOfDay })
    .refine(({ from, to }) => from !== to, { error: () => contractMessage('quietHours'), path: ['to'] })
    .nullable()
    .describe('What falls into them goes out when they end. They may pass midnight.'),
  digest_at: LocalTimeOfDay.describe('When the daily messages go out.'),
});
export type WorkspaceNotificationTimes = z.infer<typeof WorkspaceNotificationTimes>;

export const DEFAULT_DIGEST_TIME: LocalTimeOfDay = '08:00';

/** One switch of the matrix. */
export const SwitchCategoryInChannel = z.strictObject({
  category: SwitchableCategory,
  channel: SwitchableChannel,
  enabled: z.boolean(),
});
export type SwitchCategoryInChannel = z.infer<typeof SwitchCategoryInChannel>;

/** The channel is off until its test message has arrived. */
export const ChatConnectionState = z.enum(['untested', 'working', 'failing']);
export type ChatConnectionState = z.infer<typeof ChatConnectionState>;

/** The workspace’s chat channel. */
export const ChatConnection = z.strictObject({
  id: Id,
  kind: ChatServiceKind,
  state: ChatConnectionState,
  version: z.int().min(1).describe('Grows with each new address.'),
  name: z.string().nullable().describe('null for whoever sees only whether it works.'),
  host: z.string().nullable().describe('Of its address; null for whoever sees only whether it works.'),
  failure: ChatDeliveryFailure.nullable().describe('Why the chat system did not take the last message.'),
  error: z
    .string()
    .nullable()
    .describe('What is wrong and what to do, where the chat system did not take the last message.'),
  failing_since: Timestamp.nullable(),
  tested_at: Timestamp.nullable(),
  created_at: Timestamp,
  created_by: z.string().nullable(),
});
export type ChatConnection = z.infer<typeof ChatConnection>;

/** The state of mail, based on the latest messages. */
export const MailDeliveryState = z.enum(['unused', 'working', 'failing']);
export type MailDeliveryState = z.infer<typeof MailDeliveryState>;

/** The content of the settings page: the switches, the sending times and the state of the channels. */
export const WorkspaceNotificationSettings = z.strictObject({
  categories: z.array(z.strictObject({ category: SwitchableCategory, email: z.boolean(), chat: z.boolean() })),
  times: WorkspaceNotificationTimes,
  time_zone: z.string(),
  mail: z.strictObject({ state: MailDeliveryState, sent_at: Timestamp.nullable(), failed_at: Timestamp.nullable() }),
  chat: ChatConnection.nullable(),
});
export type WorkspaceNotificationSettings = z.infer<typeof WorkspaceNotificationSettings>;
