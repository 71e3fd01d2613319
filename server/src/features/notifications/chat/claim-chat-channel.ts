import { ChatFailure } from '@training/shared/chat';
import { z } from 'zod';
import { defineStatement, type Runner } from '../../../database/statement.ts';
import { SEALED_CHANNEL, SealedChannel } from './opened-address.ts';

/** A channel while only we send to it. */
export const ChannelClaim = SealedChannel.extend({
  turnUntil: z.date(),
  misses: z.int(),
  lastError: ChatFailure.nullable(),
});
export type ChannelClaim = z.infer<typeof ChannelClaim>;

const TURN = `${SEALED_CHANNEL}, c.turn_until as "turnUntil", c.misses, c.last_error as "lastError"` as const;

/** Leases channels with due messages. Those free for the longest time come first. */
const TAKE_DUE_TURNS = defineStatement({
  name: 'take-due-turns-of-chats',
  scope: 'sweep',
  row: ChannelClaim,
  sql: `
with due as materialized (
  select f.workspace_id, f.id from chat_connections f
  where f.state = 'working' and f.free_at <= :now and coalesce(f.turn_until, '-infinity') <= :now and exists (
    select from notifications n
    where n.workspace_id = f.workspace_id and n.channel = 'chat' and n.due_at is not null and n.due_at <= :now)
  order by f.free_at limit :most
  for update skip locked
)
update chat_connections c set turn_until = :until
from due where c.workspace_id = due.workspace_id and c.id = due.id
returning ${TURN}`,
});

/** Leases one channel for a test. Waits for the rate limit, but not for the pause after failures. */
const TAKE_TURN = defineStatement({
  name: 'take-turn-of-chat',
  scope: 'tenant',
  row: ChannelClaim,
  unheld: 'It only says whose turn it is to send, and ends by itself.',
  sql: `
update chat_connections c set turn_until = :until
where c.workspace_id = :workspaceId and c.id = :id and coalesce(c.turn_until, '-infinity') <= :now
  and (c.free_at <= :now or c.misses > 0)
returning ${TURN}`,
});

/** Has no effect if the lease was lost in the meantime. */
const END_TURN = defineStatement({
  name: 'end-turn-of-chat',
  scope: 'tenant',
  unheld: 'It only says whose turn it is to send.',
  sql: `
update chat_connections set turn_until = null, free_at = greatest(free_at, :freeAt::timestamptz), misses = :misses,
  last_error = :error
where workspace_id = :workspaceId and id = :id and turn_until = :turnUntil`,
});

/** Milliseconds that a lease lasts. Longer than it is used, so that it outlasts a hanging request. */
const TURN_LASTS = 30_000;

/** Takes up to so many channels that have something to be sent: nobody else sends to them until the turns end. */
export function claimDueChannels(on: Runner, most: number, now = new Date()): Promise<ChannelClaim[]> {
  return TAKE_DUE_TURNS.all(on, { most, now, until: new Date(now.getTime() + TURN_LASTS) });
}

/** The turn of one channel, or undefined while it is another's, or its service wants a pause. */
export function claimChannel(
  on: Runner,
  channel: { workspaceId: string; id: string },
  now = new Date(),
): Promise<ChannelClaim | undefined> {
  return TAKE_TURN.first(on, { ...channel, now, until: new Date(now.getTime() + TURN_LASTS) });
}

/** Gives the turn to whoever wants it from `freeAt` on. */
export async function releaseChannel(
  on: Runner,
  { workspaceId, id, turnUntil }: ChannelClaim,
  after: { freeAt: Date; misses: number; error: ChatFailure | null },
): Promise<void> {
  await END_TURN.run(on, { workspaceId, id, turnUntil, ...after });
}
