import { z } from 'zod';
import { defineStatement, type StatementRunner } from '../../../database/statements/statement.ts';
import { isWorkspaceServedSql } from '../../../database/statements/away.ts';
import { RELEASE_LEASE_ASSIGNMENTS_SQL, secondsUntil } from '../../../platform/queue/lease.ts';
import type { DeliveryAttemptResult } from './delivery-result.ts';

/** An endpoint to switch off, and the reason. */
const EndpointToSwitchOff = z.strictObject({
  workspaceId: z.uuid(),
  id: z.uuid(),
  reason: z.enum(['failing', 'gone']),
});
export type EndpointToSwitchOff = z.infer<typeof EndpointToSwitchOff>;

/**
 * An endpoint that fails for five days is switched off. Its first failures must be at least twelve hours apart, or two
 * short outages in a quiet week would count as one: a short series is reset after a day without failures.
 */
const OFF_AFTER = `interval '5 days'`;
const APART = `interval '12 hours'`;
const ANEW_AFTER = `interval '24 hours'`;

/** Locks endpoints before deliveries, and in a fixed order, to prevent deadlocks. */
const RECORD_RESULTS = defineStatement({
  name: 'record-delivery-results',
  scope: 'cross_tenant',
  // Runs often, but on many rows at a time. A plan cached for an empty table would compare each row with all
  // deliveries.
  unprepared: true,
  row: EndpointToSwitchOff,
  sql: `
with result as materialized (
  select * from jsonb_to_recordset(:results::jsonb) as r (workspace_id uuid, endpoint_id uuid, event_id uuid,
    lease_id uuid, attempt integer, at timestamptz, duration_ms integer, status integer, error text, response text, state text,
    failures integer, deferrals integer, due_in float8, made boolean)
  where ${isWorkspaceServedSql('workspace_id')}
), fared as materialized (
  select * from jsonb_to_recordset(:endpoints::jsonb) as f (workspace_id uuid, id uuid, accepted boolean, accepted_any boolean,
    gone boolean, at timestamptz, paused_for float8)
  where ${isWorkspaceServedSql('workspace_id')}
), held as materialized (
  select e.workspace_id, e.id, e.state, e.failing_since, e.last_failure_at, f.accepted, f.accepted_any, f.gone, f.at,
    now() + make_interval(secs => f.paused_for) as paused_until
  from fared f join webhook_endpoints e on e.workspace_id = f.workspace_id and e.id = f.id
  where not f.accepted or e.failing_since is not null or e.paused_until is not null
  order by e.workspace_id, e.id for no key update of e
), noted as (
  update webhook_endpoints e set
    failing_since = case when h.accepted then null
      when h.failing_since is null or h.accepted_any
        or h.last_failure_at < h.failing_since + ${APART} and h.at > h.last_failure_at + ${ANEW_AFTER} then h.at
      else h.failing_since end,
    last_failure_at = case when not h.accepted then h.at end,
    paused_until = case when not h.accepted then coalesce(h.paused_until, e.paused_until) end
  from held h where e.workspace_id = h.workspace_id and e.id = h.id
), settled as (
  update webhook_deliveries d set state = r.state, failures = r.failures, deferrals = r.deferrals,
    due_at = coalesce(now() + make_interval(secs => r.due_in), d.due_at),
    ${RELEASE_LEASE_ASSIGNMENTS_SQL}, regardless = d.regardless and not r.made,
    finished_at = case when r.state in ('delivered', 'exhausted') then r.at + make_interval(secs => r.duration_ms / 1000.0) end
  from result r
  where (select count(*) from held) >= 0
    and d.workspace_id = r.workspace_id and d.endpoint_id = r.endpoint_id and d.event_id = r.event_id
    and d.state = 'sending' and d.lease_id = r.lease_id
  returning d.workspace_id, d.endpoint_id, d.event_id, d.attempts
), kept as (
  insert into webhook_attempts (workspace_id, endpoint_id, event_id, n, at, duration_ms, status, error, response)
  select r.workspace_id, r.endpoint_id, r.event_id, r.attempt, r.at, r.duration_ms, r.status, r.error, r.response
  from result r join settled s on s.workspace_id = r.workspace_id and s.endpoint_id = r.endpoint_id
    and s.event_id = r.event_id and s.attempts = r.attempt
  where r.made
)
select workspace_id as "workspaceId", id, case when gone then 'gone' else 'failing' end as reason
from held
where state = 'on' and (gone or not accepted and not accepted_any
  and at >= failing_since + ${OFF_AFTER} and last_failure_at >= failing_since + ${APART})`,
});

/**
 * Stores the results of attempts whose claim is still valid, and the state of their endpoints. Returns the endpoints to
 * switch off.
 */
export function recordDeliveryResults(
  on: StatementRunner,
  results: readonly DeliveryAttemptResult[],
): Promise<EndpointToSwitchOff[]> {
  const rows = results.map((result) => ({
    workspace_id: result.workspaceId,
    endpoint_id: result.endpointId,
    event_id: result.eventId,
    lease_id: result.leaseId,
    attempt: result.attempt,
    at: result.at,
    duration_ms: result.durationMs,
    status: result.status,
    error: result.error?.toWellFormed() ?? null,
    response: result.response,
    state: result.state,
    failures: result.failures,
    deferrals: result.deferrals,
    due_in: result.dueAt && secondsUntil(result.dueAt),
    made: result.endpoint !== 'unknown',
  }));
  return RECORD_RESULTS.all(on, {
    results: JSON.stringify(rows),
    endpoints: JSON.stringify(endpointOutcomes(results)),
  });
}

type EndpointOutcome = {
  workspace_id: string;
  id: string;
  /** `accepted`: the last attempt was accepted. `accepted_any`: at least one was. */
  accepted: boolean;
  accepted_any: boolean;
  gone: boolean;
  /** End of the last attempt. */
  at: Date;
  /** Seconds for which the endpoint wants no requests. */
  paused_for: number | null;
};

function endpointOutcomes(results: readonly DeliveryAttemptResult[]): EndpointOutcome[] {
  const outcomes = new Map<string, EndpointOutcome>();
  for (const { workspaceId, endpointId: id, endpoint, at, durationMs, pausedUntil } of results) {
    if (endpoint === 'unknown') continue;
    const accepted = endpoint === 'accepted';
    const key = `${workspaceId} ${id}`;
    const before = outcomes.get(key);
    outcomes.set(key, {
      workspace_id: workspaceId,
      id,
      accepted,
      accepted_any: accepted || (before?.accepted_any ?? false),
      gone: endpoint === 'gone' || (before?.gone ?? false),
      at: new Date(at.getTime() + durationMs),
      paused_for: (pausedUntil && secondsUntil(pausedUntil)) ?? before?.paused_for ?? null,
    });
  }
  return [...outcomes.values()];
}
