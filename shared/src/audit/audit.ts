import { z } from 'zod';
import { contractMessage } from '#contract';
import { EventAction } from '../events/events.ts';
import { ActorKind, EventActor } from '../events/outgoing-events.ts';
import { Count, Id, MomentInput, Timestamp } from '../primitives.ts';

const event = {
  id: Id,
  at: Timestamp,
  action: EventAction,
  actor: EventActor,
  subject: z.strictObject({ kind: z.string(), id: Id.nullable(), name: z.string() }),
  changes: z
    .record(z.string(), z.unknown())
    .nullable()
    .describe('What changed, as `field: [before, after]`, or the reason that was given.'),
  request_id: z.string().nullable(),
  ip: z.string().nullable(),
};

export const AuditEvent = z.strictObject(event);
export type AuditEvent = z.infer<typeof AuditEvent>;

const Day = z.iso
  .date()
  .refine((day) => day >= '1970-01-02' && day <= '9999-12-30', { error: () => contractMessage('between1970And9999') })
  .describe('Of the workspace’s time zone.');

const filters = {
  action: EventAction.optional(),
  actor_kind: ActorKind.optional(),
  by: Id.optional().describe('Who did it: a person or an API token.'),
  search: z.string().trim().max(200).optional().describe('Part of the name of who did it or of what it was done to.'),
  from: MomentInput.optional(),
  to: MomentInput.optional().describe('Up to, and not including.'),
  first_day: Day.optional(),
  last_day: Day.optional(),
  days: z.int().min(1).max(366).optional().describe('The last so many days of the workspace’s time zone, with today.'),
};

/** Filters of the audit log. */
export const AuditFilters = z.strictObject(filters);
export type AuditFilters = z.infer<typeof AuditFilters>;

export const ListAuditEvents = z.strictObject({
  ...filters,
  limit: z.int().min(1).max(500).default(50),
  offset: z.int().min(0).default(0),
});
export type ListAuditEvents = z.infer<typeof ListAuditEvents>;

/** Newest first. */
export const AuditEventPage = z.strictObject({ events: z.array(AuditEvent), total: Count });
export type AuditEventPage = z.infer<typeof AuditEventPage>;

/** A cursor in the audit log: the next page begins with the entry older than this one. */
export const AuditCursor = z.strictObject({ at: Timestamp, id: Id });
export type AuditCursor = z.infer<typeof AuditCursor>;

export const ListAuditLines = z.strictObject({
  ...filters,
  limit: z.int().min(1).max(100).default(50),
  cursor: AuditCursor.optional(),
});
export type ListAuditLines = z.infer<typeof ListAuditLines>;

/** An entry as displayed. Consecutive autosaves are folded into one line, at the position of the newest. */
export const AuditLine = z.strictObject({
  ...event,
  day: z.iso.date().describe('Of the workspace’s time zone.'),
  course_id: Id.nullable().describe('The course of the module that it was done to; null where there is none.'),
  folded: z
    .strictObject({ count: z.int().min(2), since: Timestamp.describe('When the oldest of them was.') })
    .nullable()
    .describe('Null for a single entry.'),
});
export type AuditLine = z.infer<typeof AuditLine>;

/** Newest first. */
export const AuditLinePage = z.strictObject({
  time_zone: z.string().describe('Of the workspace.'),
  lines: z.array(AuditLine),
  next: AuditCursor.nullable().describe('Null where nothing older matches.'),
});
export type AuditLinePage = z.infer<typeof AuditLinePage>;

/** The maximum number of folded entries that are shown for one line. */
export const MAX_FOLDED_EVENTS_PER_LINE = 500;

/** The entries folded into one line, newest first; at most 500. */
export const FoldedAuditEvents = z.strictObject({ events: z.array(AuditEvent) });
export type FoldedAuditEvents = z.infer<typeof FoldedAuditEvents>;
