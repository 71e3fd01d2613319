import { z } from 'zod';
import { say } from '#contract';
import { ChatKind } from './chat.ts';
import { MatrixCategory, SwitchedChannel } from './notifications.ts';
import { Id, Timestamp } from '../primitives.ts';

/** A time of day in the workspace's time zone. */
export const LocalTime = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: () => say('timeOfDay') })
  .meta({ examples: ['07:30'] });
export type LocalTime = z.infer<typeof LocalTime>;

/** The quiet hours, without mail and chat messages, and the time of the daily digests. */
export const NotificationTimes = z.strictObject({
  quiet: z
    .strictObject({ from: LocalTime, to: LocalTime })
    .refine(({ from, to }) => from !== to, { error: () => say('quietHours'), path: ['to'] })
    .nullable()
    .describe('What falls into them goes out when they end. They may pass midnight.'),
  digest_at: LocalTime.describe('When the daily messages go out.'),
});
export type NotificationTimes = z.infer<typeof NotificationTimes>;

export const DIGEST_AT: LocalTime = '08:00';

/** One switch of the matrix. */
export const SwitchNotification = z.strictObject({
  category: MatrixCategory,
  channel: SwitchedChannel,
  enabled: z.boolean(),
});
export type SwitchNotification = z.infer<typeof SwitchNotification>;

/** The channel is off until its test message has arrived. */
export const ChatState = z.enum(['untested', 'working', 'failing']);
export type ChatState = z.infer<typeof ChatState>;

/** The workspace’s chat channel. */
export const ChatConnection = z.strictObject({
  id: Id,
  kind: ChatKind,
  state: ChatState,
  version: z.int().min(1).describe('Grows with each new address.'),
  name: z.string().nullable().describe('null for whoever sees only whether it works.'),
  host: z.string().nullable().describe('Of its address; null for whoever sees only whether it works.'),
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
export const MailState = z.enum(['unused', 'working', 'failing']);
export type MailState = z.infer<typeof MailState>;

/** The content of the settings page: the switches, the sending times and the state of the channels. */
export const NotificationMatrix = z.strictObject({
  categories: z.array(z.strictObject({ category: MatrixCategory, email: z.boolean(), chat: z.boolean() })),
  times: NotificationTimes,
  time_zone: z.string(),
  mail: z.strictObject({ state: MailState, sent_at: Timestamp.nullable(), failed_at: Timestamp.nullable() }),
  chat: ChatConnection.nullable(),
});
export type NotificationMatrix = z.infer<typeof NotificationMatrix>;
