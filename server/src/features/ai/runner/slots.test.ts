import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { afterAll, expect, test, vi } from 'vitest';
import { keyFor } from '../../../../test/ai/stand-in.ts';
import { sourceOf, startJobsServer, untilJob } from '../jobs/ai-jobs-fixture.ts';

/** Milliseconds that the clock is ahead. It never goes back while the server runs, which waits by it. */
let ahead = 0;
const clock = performance.now.bind(performance);
const clocks = vi.spyOn(performance, 'now').mockImplementation(() => clock() + ahead);
// Hooks run in reverse order: the server has ended by then.
afterAll(() => clocks.mockRestore());

/** A mail server that accepts connections but never responds. */
const connections = new Set<Socket>();
const mute = createServer((socket) => void connections.add(socket.on('error', () => undefined))).listen(0, '127.0.0.1');
await once(mute, 'listening');
const address = mute.address();
const smtpPort = address !== null && typeof address === 'object' ? address.port : 0;

const { server, providers, person } = await startJobsServer({
  env: { SMTP_URL: `smtp://127.0.0.1:${smtpPort}` },
  waits: { firstChunk: 3_000 },
});
const { pool } = server.db;
// Runs before the server stops, which would wait for the mail.
afterAll(() => {
  mute.close();
  for (const socket of connections) socket.destroy();
});

/** A trainer in a workspace with its own key, and the admin who added it. */
async function withOwnKey(name: string) {
  const workspace = await server.make.workspace();
  const trainer = await person(workspace);
  const admin = await person(workspace, 'super_admin');
  const key = keyFor('good', name);
  const model = (await admin.client.providerKeys.list.query()).models.anthropic[0]?.id ?? '';
  const own = await admin.client.providerKeys.add.mutate({ provider: 'anthropic', model, key });
  return { workspace, trainer, admin, key, own };
}

test(
  'a provider that never answers holds a slot until its deadline: then the next job of the workspace is asked for',
  { tags: ['deep'] },
  async () => {
    const { trainer, key } = await withOwnKey('mute');
    providers.setScenario(key, 'slow');
    for (let n = 0; n < 6; n++) await trainer.client.ai.generateCards.mutate({ source: sourceOf(1), count: 1 });
    const asked = () => providers.requests.filter((each) => each.key === key && each.feature).length;
    await expect.poll(asked).toBeGreaterThanOrEqual(6);
    const { jobs } = await trainer.client.ai.list.query({});
    expect(jobs.filter(({ progress }) => progress.step === 'The provider cannot be reached').length).toBeGreaterThan(1);
  },
);

// rules/bounds 9
test('a job that has had its turn goes back into the queue after a step, and on from there', async () => {
  const someone = await person(await server.make.workspace());
  let asked = 0;
  providers.respond('card_generation', ({ source }) => {
    asked++;
    ahead += 61_000;
    return { cards: [{ front: `Card ${asked}?`, back: 'Yes.', quote: source.split('.', 1)[0] ?? '' }] };
  });
  providers.respond('check', ({ fronts }) => {
    asked++;
    ahead += 61_000;
    return { items: fronts.map(({ n }) => ({ n, answer: '', options: [], passage: 'carries', reason: '' })) };
  });
  const { id } = await someone.client.ai.generateCards.mutate({ source: sourceOf(3), count: 3 });
  const { progress } = await untilJob(someone.client, id, 'succeeded', 'failed');
  providers.respond('card_generation', undefined);
  providers.respond('check', undefined);
  const { rows } = await pool.query('select state, attempts, interruptions from ai_jobs where id = $1', [id]);
  expect(rows).toEqual([{ state: 'succeeded', attempts: progress.total, interruptions: 0 }]);
  // Each part is still written and checked only once.
  expect(asked).toBe(progress.total);
});

// rules/bounds 9
test('a mail server that says nothing keeps nothing but mail', async () => {
  const { workspace, trainer, admin, key, own } = await withOwnKey('failing');
  for (let n = 0; n < 12; n++) await server.make.user(workspace, { role: 'super_admin' });
  providers.setScenario(key, 'bad');
  const { id } = await trainer.client.ai.generateCards.mutate({ source: sourceOf(1), count: 1 });
  await untilJob(trainer.client, id, 'parked');
  const mails = async () => {
    const { rows } = await pool.query<{ waiting: number; taken: number }>(
      `select count(*)::integer as waiting, count(locked_at)::integer as taken from graphile_worker.jobs
       where task_identifier = 'mail_failing_key'`,
    );
    return rows[0];
  };
  await expect.poll(mails).toEqual({ waiting: 13, taken: 2 });
  // The job resumes through the lane for urgent tasks; retention has its own lane.
  await admin.client.providerKeys.rotate.mutate({ id: own.id, version: own.version, key: keyFor('good', 'better') });
  await pool.query(`select graphile_worker.add_job('remove_expired')`);
  await untilJob(trainer.client, id, 'succeeded');
  const retention = `select 1 from graphile_worker.jobs where task_identifier = 'remove_expired'`;
  await expect.poll(async () => (await pool.query(retention)).rowCount).toBe(0);
  expect(await mails()).toMatchObject({ taken: 2 });
});
