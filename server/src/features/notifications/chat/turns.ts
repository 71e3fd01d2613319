import { ChatFailure } from '@training/shared/chat';
import { z } from 'zod';
import { defineStatement, type Runner } from '../../../database/statement.ts';
import { SEALED_CHANNEL, SealedChannel } from './opened-address.ts';

/** A lease to send to a channel. */
export const Turn = SealedChannel.extend({ turnUntil: z.date(), misses: z.int(), lastError: ChatFailure.nullable() });
export type Turn = z.infer<typeof Turn>;

const TURN = `${SEALED_CHANNEL}, c.turn_until as "turnUntil", c.misses, c.last_error as "lastError"` as const;

/** Leases channels with due messages. Those free for the longest time come first. */
const TAKE_DUE_TURNS = defineStatement({
  name: 'take-due-turns-of-chats',
  scope: 'sweep',
  row: Turn,
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
  row: Turn,
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

/** Leases up to `most` channels with due messages. Others don't send to them until the leases end. */
export function takeDueTurns(on: Runner, most: number, now = new Date()): Promise<Turn[]> {
  return TAKE_DUE_TURNS.all(on, { most, now, until: new Date(now.getTime() + TURN_LASTS) });
}

/** Leases one channel. Returns undefined if another instance has it, or its service wants a pause. */
export function takeTurn(
  on: Runner,
  channel: { workspaceId: string; id: string },
  now = new Date(),
): Promise<Turn | undefined> {
  return TAKE_TURN.first(on, { ...channel, now, until: new Date(now.getTime() + TURN_LASTS) });
}

/** Ends the lease. The next one can start at `freeAt`. */
export async function endTurn(
  on: Runner,
  { workspaceId, id, turnUntil }: Turn,
  after: { freeAt: Date; misses: number; error: ChatFailure | null },
): Promise<void> {
  await END_TURN.run(on, { workspaceId, id, turnUntil, ...after });
}
