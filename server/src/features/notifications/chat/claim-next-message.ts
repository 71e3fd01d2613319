import { z } from 'zod';
import { defineStatement, type Runner } from '../../../database/statement.ts';
import type { ChannelClaim } from './claim-chat-channel.ts';

/** `leased_until` is what ends the claim, see `finish`; `was_due` is the message's place among the others. */
const Next = z.strictObject({ workspace_id: z.uuid(), id: z.uuid(), leased_until: z.date(), was_due: z.date() });
export type Next = z.infer<typeof Next>;

/**
 * Messages go in order, those of one moment (told in one go, or at the end of quiet hours) by when their events
 * happened: an id begins with its time. They go one at a time, while the turn lasts and the channel is the one that it
 * began with. Who has the turn has the message: it is moved by a millisecond, so that who had it before finishes
 * nothing, and it keeps its place.
 */
const TAKE_NEXT = defineStatement({
  name: 'take-next-chat-message',
  scope: 'tenant',
  row: Next,
  sql: `
with next as materialized (
  select m.id, m.due_at from notifications m
  where m.workspace_id = :workspaceId and m.channel = 'chat' and m.due_at <= :now and exists (
    select from chat_connections c
    where c.workspace_id = :workspaceId and c.id = :chatId and c.version = :version and c.state = 'working'
      and c.turn_until = :turnUntil)
  order by m.due_at, coalesce(m.event_id, m.id), m.id limit 1
  for update skip locked
)
update notifications n set state = 'sending', attempts = n.attempts + 1, due_at = next.due_at + interval '1 millisecond'
from next where n.workspace_id = :workspaceId and n.id = next.id
returning n.workspace_id, n.id, n.due_at as leased_until, next.due_at as was_due`,
});

export function claimNextMessage(
  on: Runner,
  { workspaceId, id: chatId, version, turnUntil }: ChannelClaim,
  now: Date,
): Promise<Next | undefined> {
  return TAKE_NEXT.first(on, { workspaceId, chatId, version, turnUntil, now });
}
