import type { NotificationChannel } from '@training/shared/notifications';
import { z } from 'zod';
import { defineStatement, type Runner } from '../../../database/statement.ts';

/** What somebody has taken to send, until its lease ends: then another instance takes it. */
const Claim = z.strictObject({ workspace_id: z.uuid(), id: z.uuid(), leased_until: z.date() });
export type Claim = z.infer<typeof Claim>;

/**
 * Takes what is due longest, a few of each workspace, so that one with a great many keeps nobody waiting. It goes from each
 * workspace with something due to the next, so that it costs the same however many wait.
 */
const CLAIM = defineStatement({
  name: 'claim-due-notifications',
  scope: 'sweep',
  row: Claim,
  sql: `
with recursive waiting as (
  (select workspace_id from notifications where due_at is not null order by workspace_id limit 1)
  union all
  select next.workspace_id from waiting cross join lateral (
    select workspace_id from notifications where due_at is not null and workspace_id > waiting.workspace_id
    order by workspace_id limit 1) next
), due as materialized (
  select d.workspace_id, d.id from waiting cross join lateral (
    select n.workspace_id, n.id, n.due_at from notifications n
    where n.workspace_id = waiting.workspace_id and n.channel = :channel and n.due_at <= :now::timestamptz
    order by n.due_at, n.id limit :each::integer
    for update skip locked) d
  order by d.due_at, d.id limit :most::integer
)
update notifications n set state = 'sending', attempts = n.attempts + 1, due_at = :until::timestamptz
from due where n.workspace_id = due.workspace_id and n.id = due.id
returning n.workspace_id, n.id, n.due_at as leased_until`,
});

export type Claiming = {
  channel: Exclude<NotificationChannel, 'inbox'>;
  /** How many at once, of each workspace and in all. */
  each: number;
  most: number;
  /** How long it may take to send them all, in milliseconds. */
  lease: number;
};

export function claimDue(on: Runner, { channel, each, most, lease }: Claiming, now: Date): Promise<Claim[]> {
  return CLAIM.all(on, { channel, each, most, now, until: new Date(now.getTime() + lease) });
}
