import { z } from 'zod';
import { defineStatement } from '../../../database/statements/statement.ts';
import { publishTopics } from '../../../platform/topic-changes.ts';
import type { EventConsumer } from '../../events/assign-event-sequences.ts';
import { webhooksLiveTopicOf } from '../webhook-endpoint.entity.ts';

/** No endpoint subscribes to `endpoint.test`, so tests are never fanned out. */
const FAN_OUT = defineStatement({
  name: 'fan-out-to-webhooks',
  scope: 'tenant',
  row: z.strictObject({ held: z.number() }),
  sql: `
with made as (
  insert into webhook_deliveries (workspace_id, endpoint_id, event_id, sequence, at, state, due_at)
  select :workspaceId::uuid, e.id, o.id, o.sequence, o.at, case e.state when 'on' then 'pending' else 'held' end, now()
  from outgoing_events o
  join webhook_endpoints e on e.workspace_id = :workspaceId and o.type = any (e.types) and e.state <> 'removed'
  where o.workspace_id = :workspaceId and o.sequence between :first and :last
  returning state
)
select count(*) filter (where state = 'held')::float8 as held from made`,
});

/**
 * Creates a delivery of each event for each endpoint subscribed to its type. If the endpoint is off, the delivery is
 * held and the page of the webhooks is updated at once; otherwise it is updated after the attempt.
 */
export const fanOutToWebhooks: EventConsumer = async (em, events) => {
  const { held } = await FAN_OUT.one(em, events);
  if (held > 0) await publishTopics(em, webhooksLiveTopicOf(events.workspaceId));
};
