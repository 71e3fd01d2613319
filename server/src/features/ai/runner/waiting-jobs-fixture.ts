import { keyFor } from '../../../../test/ai/stand-in.ts';
import { sourceOf, startJobsServer } from '../jobs/ai-jobs-fixture.ts';
import type { ClaimedAiJob } from './claim-ai-job.ts';

/** Starts a server with jobs, and makes what waits in it. */
export async function startWaitingJobs() {
  const { server, providers, person } = await startJobsServer();
  const { pool } = server.db;
  let made = 0;

  /** A trainer in a workspace with its own key, and the admin who added it. */
  async function withOwnKey() {
    const workspace = await server.make.workspace();
    const trainer = await person(workspace);
    const admin = await person(workspace, 'super_admin');
    const key = keyFor('good', `own-${++made}`);
    const { models } = await admin.client.providerKeys.list.query();
    const model = models.anthropic[0]?.id ?? '';
    const own = await admin.client.providerKeys.add.mutate({ provider: 'anthropic', model, key });
    const rotate = (to: string) =>
      admin.client.providerKeys.rotate.mutate({ id: own.id, version: own.version, key: to });
    return { workspace, trainer, admin, key, own, rotate };
  }

  /** Simulates that the providers' waiting times are over. */
  const forgetLimits = () => pool.query('delete from directory.credential_pauses');

  const keysAsked = () => providers.requests.filter(({ feature }) => feature).map(({ key }) => key);

  /** Makes a waiting job due now; the server polls often. */
  async function now(id: string): Promise<void> {
    await forgetLimits();
    await pool.query(`update ai_jobs set due_at = now() where id = $1 and state = 'queued'`, [id]);
  }

  /** Inserts a running job without a server that runs it. */
  async function runningJob(workspace: ClaimedAiJob['workspace'], userId: string): Promise<ClaimedAiJob> {
    const { rows } = await pool.query<{ id: string; lease_id: string }>(
      `insert into ai_jobs (workspace_id, id, feature, capability, state, title, created_by, input, created_at, attempts,
         leased_until, lease_id)
       values ($1, gen_random_uuid(), 'card_generation', 'generation', 'running', 'x', $2, $3, now(), 1, now() + interval '1 hour', gen_random_uuid())
       returning id, lease_id`,
      [workspace.id, userId, { source: sourceOf(1), count: 3 }],
    );
    const job = { feature: 'card_generation', capability: 'generation', input: {}, fileId: null, work: {} } as const;
    return {
      ...job,
      workspace,
      id: rows[0]!.id,
      destination: null,
      createdBy: userId,
      scannedRanges: null,
      leaseId: rows[0]!.lease_id,
      interruptions: 0,
    };
  }

  return { server, pool, providers, person, withOwnKey, forgetLimits, keysAsked, now, runningJob };
}
