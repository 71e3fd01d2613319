import { z } from 'zod';
import { SectionKind } from '../courses/courses.ts';
import { keysOf } from '../keys-of.ts';
import { Count, Id, Rate, Timestamp } from '../primitives.ts';

/** The channels: the console's inbox, mail, or the workspace's chat channel. */
export const NotificationChannel = z.enum(['inbox', 'email', 'chat']);
export type NotificationChannel = z.infer<typeof NotificationChannel>;

type Category = {
  label: string;
  /** The explanation shown next to the switch. */
  about: string;
  /** True if the category can be switched off. Others are always sent. */
  inMatrix: boolean;
};

/** The notification categories, in display order (rules/notifications 1). Every kind below belongs to one. */
const CATEGORIES = {
  module_submitted: {
    label: 'Module submitted',
    about: 'A module waits for a reviewer: sent to everyone who can decide on it.',
    inMatrix: true,
  },
  approval_decision: {
    label: 'Approval decision',
    about: 'A section was approved or sent back, a module published, rejected or withdrawn: sent to its authors.',
    inMatrix: true,
  },
  approval_reminders: {
    label: 'Approval reminders',
    about: 'A review or requested changes have waited some working days: sent once a day to the person they wait for.',
    inMatrix: true,
  },
  ai_suggestions: {
    label: 'AI suggestions',
    about:
      'New suggestions wait, or documents that modules were made from have changed: one message a day to everyone who can act on them.',
    inMatrix: true,
  },
  learning: {
    label: 'Training',
    about: 'Training that is assigned, due, overdue or expiring, and graded answers: at most one mail a day.',
    inMatrix: false,
  },
  provider_keys: {
    label: 'Provider keys',
    about: 'One of the workspace’s own AI provider keys stopped working: sent to super admins.',
    inMatrix: false,
  },
  chat_channel: {
    label: 'Chat channel',
    about: 'The chat channel stopped accepting messages: sent to super admins.',
    inMatrix: false,
  },
  webhooks: {
    label: 'Webhooks',
    about: 'A webhook endpoint was switched off because it kept failing: sent to super admins.',
    inMatrix: false,
  },
  drives: {
    label: 'Drives',
    about: 'A drive can’t be read until it is reconnected: sent to super admins.',
    inMatrix: false,
  },
  grading: {
    label: 'AI grading',
    about: 'AI grades spoken answers differently than before: sent to super admins.',
    inMatrix: false,
  },
} as const satisfies Record<string, Category>;

export const NotificationCategory = z.enum(keysOf(CATEGORIES));
export type NotificationCategory = z.infer<typeof NotificationCategory>;

export const describeCategory = (category: NotificationCategory): Category => CATEGORIES[category];

/** The rows of the matrix. */
export const MatrixCategory = z.enum(['module_submitted', 'approval_decision', 'approval_reminders', 'ai_suggestions']);
export type MatrixCategory = z.infer<typeof MatrixCategory>;

/** The columns of the matrix with their defaults: mail is on, chat is off. */
export const SWITCHED_CHANNELS = { email: true, chat: false } as const;
export const SwitchedChannel = z.enum(keysOf(SWITCHED_CHANNELS));
export type SwitchedChannel = z.infer<typeof SwitchedChannel>;

/**
 * The delivery time of a channel: immediately, after a minute in which the user may read it in the inbox, or in the
 * daily digest.
 */
export type When = 'at_once' | 'soon' | 'daily';

type Kind = {
  category: NotificationCategory;
  label: string;
  /** The channels that deliver this kind. */
  channels: Partial<Record<NotificationChannel, When>>;
};

/**
 * Every kind of notification. A `daily` kind is one row per person and day, with a growing `count`. A learner's mail
 * lists the unseen notifications of their inbox.
 */
const KINDS = {
  'module.submitted': of('module_submitted', 'Waits for a reviewer', {
    inbox: 'at_once',
    email: 'soon',
    chat: 'at_once',
  }),
  'module.section_approved': ofDecision('Section approved'),
  'module.section_queried': ofDecision('Changes requested'),
  'module.published': ofDecision('Published'),
  'module.rejected': ofDecision('Rejected'),
  'module.withdrawn': ofDecision('Withdrawn'),
  'review.claimed_waits': ofReminder('A review that you claimed waits'),
  'review.waits': ofReminder('A review waits'),
  'review.waits_long': ofReminder('A review has waited long'),
  'query.waits': ofReminder('A requested change waits'),
  'suggestions.new': of('ai_suggestions', 'New suggestions', { inbox: 'at_once', email: 'daily', chat: 'daily' }),
  'module.source_changed': of('ai_suggestions', 'Source changed', { inbox: 'at_once', email: 'daily', chat: 'daily' }),
  'learning.assigned': ofLearning('Training assigned'),
  'learning.due_soon': ofLearning('Training is due soon'),
  'learning.overdue': ofLearning('Training is overdue'),
  'learning.expiring': ofLearning('Certificate expires soon'),
  'learning.reminded': ofLearning('Reminder'),
  'learning.graded': ofLearning('Answer graded'),
  'learning.attempts_opened': ofLearning('More attempts'),
  'learning.digest': of('learning', 'Your training', { email: 'daily' }),
  'provider_key.failing': of('provider_keys', 'Provider key fails', { inbox: 'at_once' }),
  'chat.failing': of('chat_channel', 'Chat channel fails', { inbox: 'at_once' }),
  'webhook.switched_off': of('webhooks', 'Webhook switched off', { inbox: 'at_once', email: 'soon' }),
  'drive.reconnect_needed': of('drives', 'Drive must be reconnected', { inbox: 'at_once', email: 'soon' }),
  'grading.drifted': of('grading', 'AI grades differently than before', { inbox: 'at_once', email: 'soon' }),
} as const satisfies Record<string, Kind>;

export const NotificationKind = z.enum(keysOf(KINDS));
export type NotificationKind = z.infer<typeof NotificationKind>;

export const describeKind = (kind: NotificationKind): Kind => KINDS[kind];

/** The state of a notification. In the inbox it is `sent` immediately. */
export const NotificationState = z.enum(['pending', 'sending', 'sent', 'failed', 'suppressed']);
export type NotificationState = z.infer<typeof NotificationState>;

/** Explanations of why a notification wasn't sent. */
export const NOT_SENT = {
  switched_off: 'This kind of message is switched off for the channel.',
  chat_not_connected: 'No chat channel is connected, or its test message has not arrived.',
  unsubscribed: 'They have unsubscribed from mails of this kind.',
  own_action: 'They did it themselves.',
  own_work: 'They wrote or edited it, so they may not decide on it.',
  claimed: 'Someone else has claimed the review.',
  said_otherwise: 'Another message of the same moment covers it.',
  seen: 'They had already seen it in the console.',
  not_true: 'It was no longer true, so it wasn’t sent, or left the bell.',
  inactive: 'They are deactivated.',
  no_access: 'Their role or department does not show them this.',
  daily_limit: 'They had already been sent one that day.',
  too_late: 'It couldn’t be sent in time to be useful.',
  address_refused: 'The receiving server permanently rejects the address.',
  gave_up: 'It couldn’t be delivered after several attempts.',
} as const;
export const NotSentReason = z.enum(keysOf(NOT_SENT));
export type NotSentReason = z.infer<typeof NotSentReason>;

/** The reasons for a notification, addressed to the recipient. */
export const BECAUSE = {
  may_decide: 'You review, and may decide on this module.',
  claimed_it: 'You have claimed this review.',
  submitted_it: 'You submitted this module.',
  wrote_it: 'You wrote or edited this module.',
  may_act: 'You may accept or dismiss suggestions of this queue.',
  authors_here: 'You write modules of this department.',
  studies_it: 'You’re assigned this module.',
  super_admin: 'You are a super admin of the workspace.',
  channel: 'It is the workspace’s chat channel.',
} as const;
export const Because = z.enum(keysOf(BECAUSE));
export type Because = z.infer<typeof Because>;

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
  section: SectionKind.optional(),
  queried: z.array(SectionKind).optional().describe('Which sections had been sent back before.'),
  reason: z.string().optional().describe('In the words of whoever did it.'),
  waiting_days: Count.optional().describe('Working days.'),
  count: Count.optional().describe('How many, where one message is about several.'),
  due_at: Timestamp.optional(),
  expires_at: Timestamp.optional(),
  score: Rate.optional(),
  advice: z.string().optional().describe('What is wrong and what to do.'),
  address: z.string().optional().describe('The host of a webhook endpoint.'),
  since: Timestamp.optional().describe('Since when something fails.'),
});
export type NotificationFacts = z.infer<typeof NotificationFacts>;

/** Returns the console path, relative to the workspace, of the page to read or decide on the subject. */
export function pathOf(kind: NotificationKind, { id }: { id: string | null }, facts: NotificationFacts): string {
  const { category } = describeKind(kind);
  if (kind === 'review.claimed_waits' || kind === 'review.waits' || kind === 'review.waits_long')
    return `/reviews/${id}`;
  if (category === 'module_submitted') return `/reviews/${id}`;
  if (category === 'approval_decision' || kind === 'query.waits') return `/courses/${facts.course_id}/${id}`;
  if (kind === 'module.source_changed') return `/courses/${facts.course_id}/${id}/source`;
  if (category === 'ai_suggestions') return '/recommended';
  if (category === 'learning') return facts.module_id ? `/training/${facts.module_id}` : '/training';
  if (category === 'chat_channel') return '/settings/notifications';
  if (category === 'drives') return '/settings/drives';
  return category === 'webhooks' ? '/settings/webhooks' : '/settings';
}

function of<const C extends NotificationCategory>(category: C, label: string, channels: Kind['channels']) {
  return { category, label, channels };
}

function ofDecision(label: string) {
  return of('approval_decision', label, { inbox: 'at_once', email: 'soon', chat: 'at_once' });
}

function ofReminder(label: string) {
  return of('approval_reminders', label, { inbox: 'at_once', email: 'soon', chat: 'at_once' });
}

/** Defines a learning notification, whose mail is part of the daily digest. */
function ofLearning(label: string) {
  return of('learning', label, { inbox: 'at_once' });
}
