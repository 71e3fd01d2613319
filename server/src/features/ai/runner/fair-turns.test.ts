import { expect, onTestFinished, test } from 'vitest';
import { startProcess } from '../../../../test/process.ts';
import type { Client } from '../../../../test/server.ts';
import { claimAiJob } from './claim-ai-job.ts';
import { POOLED, startJobsServer, startShortJobs, untilJob } from '../jobs/ai-jobs-fixture.ts';

// This server accepts requests; the tests start the job runner if needed.
const { server, providers, person, inState } = await startJobsServer({ jobs: false });
const { pool } = server.db;
await server.make.workspace();

const startInstance = () =>
  startProcess({ DATABASE_URL: server.databaseUrl, ...providers.env, ANTHROPIC_API_KEY: POOLED.generation });

async function cancelAll(...workspaces: { id: string }[]): Promise<void> {
  await pool.query(
    `update ai_jobs set state = 'cancelled', finished_at = now() where workspace_id = any($1) and state in ('queued', 'running')`,
    [workspaces.map(({ id }) => id)],
  );
}

// rules/bounds 9
test('of 20 jobs of a workspace, two instances never run more than four at once', { tags: ['deep'] }, async () => {
  const workspace = await server.make.workspace();
  const trainer = await person(workspace);
  const instances = [startInstance(), startInstance()];
  await Promise.all(instances.map(({ base }) => base));
  const before = providers.requests.length;
  const release = providers.hold();
  onTestFinished(release);
  const ids = await startShortJobs(trainer, 20);
  // Both poll every two seconds, and are notified of each new job.
  await expect.poll(() => providers.requests.length - before).toBe(4);
  await startShortJobs(await person(await server.make.workspace()), 1);
  await expect.poll(() => providers.requests.length - before).toBe(5);
  expect(await inState(workspace, 'running')).toBe(4);
  let most = 0;
  providers.respond('card_generation', () => {
    void inState(workspace, 'running').then((running) => (most = Math.max(most, running)));
    return { cards: [] };
  });
  release();
  for (const id of ids) await untilJob(trainer.client, id, 'succeeded');
  providers.respond('card_generation', undefined);
  expect(most).toBeGreaterThan(0);
  expect(most).toBeLessThanOrEqual(4);
  expect(providers.requests.length - before).toBe(21);
});

test('many who claim at once get a job each, and no more of a workspace than it may have', async () => {
  const workspaces = [await server.make.workspace(), await server.make.workspace()];
  for (const workspace of workspaces) await startShortJobs(await person(workspace), 8);
  const claimed = await Promise.all(Array.from({ length: 16 }, () => claimAiJob(server.db, 3)));
  const keys = claimed.filter((key) => key !== undefined);
  expect(new Set(keys.map(({ id }) => id)).size).toBe(6);
  for (const workspace of workspaces) expect(await inState(workspace, 'running')).toBe(3);
  await cancelAll(...workspaces);
});

// rules/ai 2, rules/bounds 9
test('workspaces take turns, whoever came first', async () => {
  const [many, few, fewer] = [
    await server.make.workspace(),
    await server.make.workspace(),
    await server.make.workspace(),
  ];
  const first = await person(many);
  const order: string[] = [];
  const names = new Map<string, string>();
  const startAs = async (name: string, someone: { client: Client }, count: number) => {
    for (let n = 1; n <= count; n++) {
      const [id = ''] = await startShortJobs(someone, 1);
      names.set(id, `${name}${n}`);
    }
  };
  await startAs('many', first, 5);
  await startAs('few', await person(few), 2);
  await startAs('fewer', await person(fewer), 1);
  for (;;) {
    const key = await claimAiJob(server.db, 4);
    if (!key) break;
    order.push(names.get(key.id) ?? '');
  }
  // The first of each, then the second of each, and so on, up to four per workspace.
  expect(order.slice(0, 3).toSorted()).toEqual(['few1', 'fewer1', 'many1']);
  expect(order.slice(3, 5).toSorted()).toEqual(['few2', 'many2']);
  expect(order.slice(5)).toEqual(['many3', 'many4']);

  // When a job ends, the workspace served least recently comes first among those with equally many running jobs.
  await pool.query(`update ai_jobs set state = 'succeeded', finished_at = now() where state = 'running'`);
  expect(names.get((await claimAiJob(server.db, 4))?.id ?? '')).toBe('many5');
  await startAs('many-', first, 1);
  await startAs('few-', await person(few), 1);
  await startAs('fewer-', await person(fewer), 1);
  const next = [await claimAiJob(server.db, 4), await claimAiJob(server.db, 4), await claimAiJob(server.db, 4)];
  expect(next.map((key) => names.get(key?.id ?? ''))).toEqual(['fewer-1', 'few-1', 'many-1']);
  await cancelAll(many, few, fewer);
});

/** Starts grading an answer, which is not a background job. Returns the job's id. */
async function startGrading({ client }: { client: Client }): Promise<string> {
  const answer = { question: 'What first?', rubric: ['Stops the belt'], transcript: 'I stop the belt.' };
  return (await client.ai.gradeOralAnswer.mutate(answer)).id;
}

// rules/ai 13
test('what somebody waits for comes before background work of any workspace, and has slots of its own', async () => {
  const [busy, other] = [await server.make.workspace(), await server.make.workspace()];
  const trainer = await person(busy);
  const generated = await startShortJobs(trainer, 6);
  for (let n = 0; n < 4; n++) await claimAiJob(server.db, 4);
  expect(await claimAiJob(server.db, 4)).toBeUndefined();
  await startShortJobs(await person(other), 1);
  const grading = await startGrading(trainer);
  expect(await claimAiJob(server.db, 4)).toMatchObject({ id: grading, background: false });
  // These are limited too, and an instance claims only kinds with a free slot.
  for (let n = 0; n < 4; n++) await startGrading(trainer);
  expect(await claimAiJob(server.db, 4, { interactive: false, background: true })).toMatchObject({
    workspaceId: other.id,
    background: true,
  });
  for (let n = 0; n < 3; n++) expect(await claimAiJob(server.db, 4)).toMatchObject({ background: false });
  expect(await claimAiJob(server.db, 4)).toBeUndefined();
  await pool.query(
    `update ai_jobs set state = 'succeeded', finished_at = now() where id = (select id from ai_jobs where id = any($1) and state = 'running' limit 1)`,
    [generated],
  );
  expect(await claimAiJob(server.db, 4, { interactive: true, background: false })).toBeUndefined();
  expect(await claimAiJob(server.db, 4)).toMatchObject({ workspaceId: busy.id, background: true });
  await cancelAll(busy, other);
});

test(
  'a claim among 10,000 jobs that wait looks at the head of each workspace’s queue, also where it was planned without any',
  { tags: ['deep'] },
  async () => {
    const users: string[] = [];
    for (let n = 0; n < 10; n++) users.push((await server.make.user(await server.make.workspace())).id);
    const client = await pool.connect();
    onTestFinished(() => client.release());
    const claim = async () => (await client.query(`select * from claim_ai_job(4, '1 minute', '{f,t}')`)).rowCount;
    await client.query('delete from ai_jobs');
    await client.query('vacuum analyze ai_jobs');
    for (let n = 0; n < 10; n++) expect(await claim()).toBe(0);
    await client.query(
      `insert into ai_jobs (workspace_id, id, feature, capability, state, title, created_by, input, created_at, due_at)
     select workspace_id, gen_random_uuid(), 'card_generation', 'generation', 'queued', 'x', id, '{}', now(), now()
     from users cross join generate_series(1, 1000) where id = any($1)`,
      [users],
    );
    await client.query('begin');
    const read = async () => {
      const { rows } = await client.query<{ rows: string }>(
        `select (seq_tup_read + coalesce(idx_tup_fetch, 0))::text as rows from pg_stat_xact_user_tables where relname = 'ai_jobs'`,
      );
      return Number(rows[0]?.rows ?? 0);
    };
    const before = await read();
    expect(await claim()).toBe(1);
    expect((await read()) - before).toBeLessThan(200);
    await client.query('rollback');
  },
);
