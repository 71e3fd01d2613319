import { OutgoingEventType } from '@training/shared/events/outgoing-events';
import { z } from 'zod';
import type { Database } from '../../../database/database.ts';
import { defineStatement } from '../../../database/statements/statement.ts';
import { runsBackgroundWorkSql } from '../../../database/statements/away.ts';
import { LEASE_HAS_ENDED, RELEASE_LEASE_ASSIGNMENTS_SQL } from '../../../platform/queue/lease.ts';

/** Seconds that a claim on a delivery lasts. */
export const DELIVERY_LEASE_SECONDS = 30;

/**
 * Milliseconds after which a request counts as hanging. It then costs hardly anything, and its endpoint gets no other
 * request until it responds.
 */
export const HANGING_REQUEST_AFTER_MS = 250;

/** A stored secret; the encrypted bytes in base64. */
const StoredSecret = z.strictObject({ id: z.uuid(), version: z.number(), keyId: z.string(), sealed: z.string() });

export const ClaimedDeliveryRow = z.strictObject({
  workspaceId: z.uuid(),
  endpointId: z.uuid(),
  eventId: z.uuid(),
  sequence: z.number().nullable(),
  leaseId: z.uuid(),
  attempt: z.number(),
  failures: z.number(),
  deferrals: z.number(),
  regardless: z.boolean(),
  dueAt: z.date(),
  failing: z.boolean(),
  url: z.string(),
  secrets: z.array(StoredSecret),
  type: OutgoingEventType,
  at: z.string(),
  data: z.string(),
});

/**
 * A delivery claimed by this instance.
 * @property attempt Number of this attempt.
 * @property failures Number of previous failed attempts that count.
 * @property deferrals Number of previous 429 responses that didn't count as an attempt.
 * @property failing True if the last attempt at the endpoint failed.
 * @property data The event's data, as JSON.
 */
export type ClaimedDelivery = z.infer<typeof ClaimedDeliveryRow>;

const CLAIM = defineStatement({
  name: 'claim-webhook-deliveries',
  scope: 'cross_tenant',
  row: ClaimedDeliveryRow,
  sql: `
select claimed_workspace_id as "workspaceId", claimed_endpoint_id as "endpointId", claimed_event_id as "eventId",
  claimed_sequence::float8 as sequence, claimed_lease_id as "leaseId", claimed_attempt as attempt, claimed_failures as failures, claimed_deferrals as deferrals,
  claimed_regardless as regardless, claimed_due_at as "dueAt", endpoint_failing as failing, endpoint_url as url,
  endpoint_secrets as secrets, event_type as type, event_at as at, event_data as data
from claim_webhook_deliveries(:free::integer, :freeFailing::integer, :mostOfWorkspace::integer,
  make_interval(secs => ${DELIVERY_LEASE_SECONDS}), make_interval(secs => ${HANGING_REQUEST_AFTER_MS} / 1000.0))`,
});

/**
 * Limits for a claim.
 * @property free Number of deliveries.
 * @property freeFailing Maximum number among them for endpoints whose last attempt failed.
 * @property mostOfWorkspace Maximum number of one workspace's deliveries in progress, over all instances.
 */
export type DeliveryCapacity = { free: number; freeFailing: number; mostOfWorkspace: number };

/** Claims due deliveries, in turn (rules/webhooks 12). However many instances try, only one gets each delivery. */
export function claimDeliveries({ pool }: Database, room: DeliveryCapacity): Promise<ClaimedDelivery[]> {
  return CLAIM.all(pool, room);
}

/** Key of a claimed delivery; finds it only while the claim is valid. */
export type ClaimedDeliveryKey = Pick<
  ClaimedDelivery,
  'workspaceId' | 'endpointId' | 'eventId' | 'leaseId' | 'attempt'
>;

/**
 * Makes the deliveries of instances that died due again. Their outcome is unknown, so they are resent with the same id.
 */
const REAP = defineStatement({
  name: 'reap-webhook-deliveries',
  scope: 'cross_tenant',
  unprepared: true,
  sql: `
update webhook_deliveries d set state = 'retrying', ${RELEASE_LEASE_ASSIGNMENTS_SQL}, due_at = now()
from (
  select workspace_id, endpoint_id, event_id from webhook_deliveries
  where state = 'sending' and ${LEASE_HAS_ENDED} and ${runsBackgroundWorkSql('workspace_id')} for update skip locked) lost
where d.workspace_id = lost.workspace_id and d.endpoint_id = lost.endpoint_id and d.event_id = lost.event_id`,
});

/** Deliveries updated by one statement. */
const BATCH = 1_000;

/**
 * Holds deliveries that were waiting, or were just created, when their endpoint was switched off. Cancels all
 * deliveries of a removed endpoint.
 */
const PUT_ASIDE = defineStatement({
  name: 'put-webhook-deliveries-aside',
  scope: 'cross_tenant',
  unprepared: true,
  sql: `
update webhook_deliveries d set state = aside.state, finished_at = case aside.state when 'cancelled' then now() end
from (
  select w.workspace_id, w.endpoint_id, w.event_id, case e.state when 'off' then 'held' else 'cancelled' end as state
  from webhook_endpoints e cross join lateral (
    select workspace_id, endpoint_id, event_id from webhook_deliveries
    where workspace_id = e.workspace_id and endpoint_id = e.id
      and (state in ('pending', 'retrying') and (not regardless or e.state = 'removed')
        or state = 'held' and e.state = 'removed')
    limit ${BATCH} for update skip locked) w
  where e.state <> 'on' and ${runsBackgroundWorkSql('e.workspace_id')} limit ${BATCH}) aside
where d.workspace_id = aside.workspace_id and d.endpoint_id = aside.endpoint_id and d.event_id = aside.event_id`,
});

/** Cleans up deliveries of instances that died and of endpoints that are off or removed. */
export async function requeueHoldOrCancelDeliveries({ pool }: Database): Promise<void> {
  await REAP.run(pool);
  while ((await PUT_ASIDE.run(pool)) === BATCH);
}
