import { defineStatement, type Runner } from '../../database/statements/statement.ts';

const CHARGE = defineStatement({
  name: 'charge-ai-calls-to-module',
  scope: 'tenant',
  sql: `
with charged as (
  update ai_calls set module_id = :moduleId::uuid
  where workspace_id = :workspaceId and module_id is null and (job_id = :jobId or job_id in (
    select id from ai_jobs where workspace_id = :workspaceId and destination_kind = 'ai_job' and destination_id = :jobId))
  returning (at at time zone 'UTC')::date as day, purpose, own, cost_usd
)
insert into ai_module_days as d (workspace_id, day, module_id, purpose, own, calls, unpriced, cost_usd)
select :workspaceId::uuid, day, :moduleId::uuid, purpose, own, count(*), count(*) filter (where cost_usd is null),
  coalesce(sum(cost_usd), 0)
from charged group by day, purpose, own order by day, purpose, own
on conflict (workspace_id, day, module_id, purpose, own) do update set
  calls = d.calls + excluded.calls, unpriced = d.unpriced + excluded.unpriced, cost_usd = d.cost_usd + excluded.cost_usd`,
});

/**
 * Charges the calls of a job and of its replacement jobs to the module that its result was added to, unless they are
 * already charged to a module.
 */
export async function chargeToModule(
  on: Runner,
  job: { workspaceId: string; jobId: string; moduleId: string },
): Promise<void> {
  await CHARGE.run(on, job);
}
