import { z } from 'zod';
import { SectionKind } from '../courses/courses.ts';
import { keysOf } from '../keys-of.ts';
import { Count, Id, NullableRatio, Timestamp } from '../primitives.ts';
import { NotifiedProblem } from './notified-problems.ts';

/** The channels: the console's inbox, mail, or the workspace's chat channel. */
export const NotificationChannel = z.enum(['inbox', 'email', 'chat']);
export type NotificationChannel = z.infer<typeof NotificationChannel>;

type Category = {
  /** True if the category can be switched off. Others are always sent. */
  inMatrix: boolean;
};

/** The notification categories, in display order (rules/notifications 1). Every kind below belongs to one. */
const CATEGORIES = {
  module_submitted: { inMatrix: true },
  approval_decision: { inMatrix: true },
  approval_reminders: { inMatrix: true },
  ai_suggestions: { inMatrix: true },
  learning: { inMatrix: false },
  provider_keys: { inMatrix: false },
  chat_channel: { inMatrix: false },
  webhooks: { inMatrix: false },
  drives: { inMatrix: false },
  grading: { inMatrix: false },
  identity_providers: { inMatrix: false },
} as const satisfies Record<string, Category>;

export const NotificationCategory = z.enum(keysOf(CATEGORIES));
export type NotificationCategory = z.infer<typeof NotificationCategory>;

export const traitsOfNotificationCategory = (category: NotificationCategory): Category => CATEGORIES[category];

/** The rows of the matrix. */
export const SwitchableCategory = z.enum([
  'module_submitted',
  'approval_decision',
  'approval_reminders',
  'ai_suggestions',
]);
export type SwitchableCategory = z.infer<typeof SwitchableCategory>;

/** The columns of the matrix with their defaults: mail is on, chat is off. */
export const SWITCHABLE_CHANNEL_DEFAULTS = { email: true, chat: false } as const;
export const SwitchableChannel = z.enum(keysOf(SWITCHABLE_CHANNEL_DEFAULTS));
export type SwitchableChannel = z.infer<typeof SwitchableChannel>;

/**
 * The delivery time of a channel: immediately, after a minute in which the user may read it in the inbox, or in the
 * daily digest.
 */
export type DeliveryTiming = 'at_once' | 'soon' | 'daily';

type Kind = {
  category: NotificationCategory;
  /** The channels that deliver this kind. */
  channels: Partial<Record<NotificationChannel, DeliveryTiming>>;
};

/**
 * Every kind of notification. A `daily` kind is one row per person and day, with a growing `count`. A learner's mail
 * lists the unseen notifications of their inbox. A new kind needs its words in `notification-text.ts`, and in the
 * server's `features/notifications` its mail in `mail/mail-texts.ts`. `is-true-sql.ts` says when it is true no more,
 * and `fan-out/clear-settled.ts` which events settle it: without a line in them, it stays.
 */
const KINDS = {
  'module.submitted': of('module_submitted', {
    inbox: 'at_once',
    email: 'soon',
    chat: 'at_once',
  }),
  'module.section_approved': ofDecision(),
  'module.section_queried': ofDecision(),
  'module.published': ofDecision(),
  'module.rejected': ofDecision(),
  'module.withdrawn': ofDecision(),
  'review.claimed_waits': ofReminder(),
  'review.waits': ofReminder(),
  'review.waits_long': ofReminder(),
  'query.waits': ofReminder(),
  'suggestions.new': of('ai_suggestions', { inbox: 'at_once', email: 'daily', chat: 'daily' }),
  'module.source_changed': of('ai_suggestions', { inbox: 'at_once', email: 'daily', chat: 'daily' }),
  'learning.assigned': ofLearning(),
  'learning.due_soon': ofLearning(),
  'learning.overdue': ofLearning(),
  'learning.expiring': ofLearning(),
  'learning.reminded': ofLearning(),
  'learning.report_overdue': ofLearning(),
  'learning.report_overdue_long': ofLearning(),
  'learning.graded': ofLearning(),
  'learning.attempts_opened': ofLearning(),
  'learning.digest': of('learning', { email: 'daily' }),
  'provider_key.failing': of('provider_keys', { inbox: 'at_once' }),
  'chat.failing': of('chat_channel', { inbox: 'at_once' }),
  'webhook.switched_off': of('webhooks', { inbox: 'at_once', email: 'soon' }),
  'drive.reconnect_needed': of('drives', { inbox: 'at_once', email: 'soon' }),
  'grading.drifted': of('grading', { inbox: 'at_once', email: 'soon' }),
  'scim.stopped': of('identity_providers', { inbox: 'at_once', email: 'soon' }),
  'sign_in.domain_missing': of('identity_providers', { inbox: 'at_once', email: 'soon' }),
} as const satisfies Record<string, Kind>;

export const NotificationKind = z.enum(keysOf(KINDS));
export type NotificationKind = z.infer<typeof NotificationKind>;

export const traitsOfNotificationKind = (kind: NotificationKind): Kind => KINDS[kind];

/** The state of a notification. In the inbox it is `sent` immediately. */
export const NotificationDeliveryState = z.enum(['pending', 'sending', 'sent', 'failed', 'suppressed']);
export type NotificationDeliveryState = z.infer<typeof NotificationDeliveryState>;

/** The reason why a notification wasn't sent. */
export const NotSentReason = z.enum([
  'switched_off',
  'chat_not_connected',
  'unsubscribed',
  'own_action',
  'own_work',
  'claimed',
  'said_otherwise',
  'seen',
  'not_true',
  'inactive',
  'no_email',
  'no_access',
  'daily_limit',
  'too_late',
  'address_refused',
  'gave_up',
]);
export type NotSentReason = z.infer<typeof NotSentReason>;

/** The reason why somebody is notified. */
export const RecipientReason = z.enum([
  'may_decide',
  'claimed_it',
  'submitted_it',
  'wrote_it',
  'may_act',
  'authors_here',
  'studies_it',
  'manages_them',
  'super_admin',
  'channel',
]);
export type RecipientReason = z.infer<typeof RecipientReason>;

/** The subject of a notification. */
export const NotificationSubject = z.strictObject({
  kind: z.enum([
    'module',
    'suggestions',
    'enrollment',
    'answer',
    'provider_key',
    'chat_connection',
    'webhook_endpoint',
    'scim_connection',
    'sign_in_domain',
    'drive',
    'grading',
    'training',
  ]),
  id: Id.nullable(),
  name: z.string(),
});
export type NotificationSubject = z.infer<typeof NotificationSubject>;

/** Additional details, each present if it applies. */
export const NotificationFacts = z.strictObject({
  module_id: Id.optional(),
  course_id: Id.optional(),
  path_id: Id.optional().describe('The path that it tells of, in place of its modules.'),
  section: SectionKind.optional(),
  queried: z.array(SectionKind).optional().describe('Which sections had been sent back before.'),
  reason: z.string().optional().describe('In the words of whoever did it.'),
  waiting_days: Count.optional().describe('Working days.'),
  count: Count.optional().describe('How many, where one message is about several.'),
  due_at: Timestamp.optional(),
  expires_at: Timestamp.optional(),
  score: NullableRatio.optional(),
  problem: NotifiedProblem.optional().describe('What is wrong, where something is.'),
  person: z.string().optional().describe('Whose training it is, if not the reader’s.'),
  address: z.string().optional().describe('The host of a webhook endpoint.'),
  since: Timestamp.optional().describe('Since when something fails.'),
});
export type NotificationFacts = z.infer<typeof NotificationFacts>;

/** Returns the console path, relative to the workspace, of the page to read or decide on the subject. */
export function notificationPathOf(
  kind: NotificationKind,
  { id }: { id: string | null },
  facts: NotificationFacts,
): string {
  const { category } = traitsOfNotificationKind(kind);
  if (kind === 'review.claimed_waits' || kind === 'review.waits' || kind === 'review.waits_long')
    return `/reviews/${id}`;
  if (category === 'module_submitted') return `/reviews/${id}`;
  if (category === 'approval_decision' || kind === 'query.waits') return `/courses/${facts.course_id}/${id}`;
  if (kind === 'module.source_changed') return `/courses/${facts.course_id}/${id}/source`;
  if (category === 'ai_suggestions') return '/recommended';
  if (kind === 'learning.report_overdue' || kind === 'learning.report_overdue_long') return '/team';
  if (category === 'learning') return facts.module_id ? `/training/${facts.module_id}` : '/training';
  if (category === 'chat_channel') return '/settings/notifications';
  if (category === 'drives') return '/settings/drives';
  if (kind === 'sign_in.domain_missing') return '/settings/sign-in';
  if (category === 'identity_providers') return '/settings/identity-providers';
  return category === 'webhooks' ? '/settings/webhooks' : '/settings';
}

function of<const C extends NotificationCategory>(category: C, channels: Kind['channels']) {
  return { category, channels };
}

function ofDecision() {
  return of('approval_decision', { inbox: 'at_once', email: 'soon', chat: 'at_once' });
}

function ofReminder() {
  return of('approval_reminders', { inbox: 'at_once', email: 'soon', chat: 'at_once' });
}

/** Defines a learning notification, whose mail is part of the daily digest. */
function ofLearning() {
  return of('learning', { inbox: 'at_once' });
}
