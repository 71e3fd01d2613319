import { expect, onTestFinished, test } from 'vitest';
import { startProcess } from '../../../../test/process.ts';
import { KEYS, LOCAL, startWebhooks } from './delivery-fixture.ts';

// The senders run in processes of their own.
const { server, receiver, addEndpoint, happen, statesOf, attemptsOf, endpoint } = await startWebhooks({ jobs: false });
const { make, databaseUrl } = server;
const { pool } = server.db;
// If there is a workspace, the processes don't create the demo one.
await make.workspace();

function startInstance() {
  return startProcess({ DATABASE_URL: databaseUrl, DATABASE_POOL_SIZE: '4', ...LOCAL, ...KEYS });
}

let named = 0;

async function started() {
  const workspace = await make.workspace();
  const name = `endpoint-${++named}`;
  const { id } = await addEndpoint(workspace, receiver.addressOf(name));
  return { workspace, name, id, got: () => receiver.of(name) };
}

/** Makes the receiver hold its responses for this name. Returns a function that sends them. */
function hold(name: string): () => void {
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  receiver.answer(name, (_, response) => void held.then(() => response.writeHead(204).end()));
  onTestFinished(() => release());
  return () => {
    receiver.answer(name);
    release();
  };
}

const runOut = `update webhook_deliveries set leased_until = now() - interval '1 second' where state = 'sending'`;

// rules/webhooks 11
test('an instance that is killed before the answer has it sent again by another, by the same id, once its lease is up', async () => {
  const { workspace, name, id, got } = await started();
  const release = hold(name);
  const first = startInstance();
  await first.base;
  await happen(workspace);
  await expect.poll(() => got().length).toBe(1);
  first.child.kill('SIGKILL');
  await first.ended;
  release();
  const second = startInstance();
  await second.base;
  // While the first instance's lease lasts, no other one resends its delivery. Later events are sent.
  await happen(workspace);
  await expect.poll(() => statesOf(id)).toEqual({ sending: 1, delivered: 1 });
  await pool.query(runOut);
  await expect.poll(() => statesOf(id)).toEqual({ delivered: 2 });
  expect(got()).toHaveLength(3);
  expect(got()[2]).toMatchObject({ id: got()[0]!.id, body: got()[0]!.body });
  expect(await endpoint(id)).toMatchObject({ state: 'on', failing: false });
});

// rules/webhooks 11
test('an instance that is killed after the answer, before it has noted it, has it sent again by the same id', async () => {
  const { workspace, id, got } = await started();
  const first = startInstance();
  await first.base;
  // Blocks storing the results of attempts, but not claims.
  const client = await pool.connect();
  onTestFinished(() => client.release());
  await client.query('begin; lock table webhook_attempts in access exclusive mode');
  await happen(workspace);
  await expect.poll(() => got().length).toBe(1);
  const waits = `from pg_locks where relation = 'webhook_attempts'::regclass and not granted`;
  await expect.poll(async () => (await pool.query(`select 1 ${waits}`)).rows.length).toBe(1);
  first.child.kill('SIGKILL');
  await first.ended;
  // Ends the database session, too, or PostgreSQL would still complete the statement of the dead process.
  await pool.query(`select pg_terminate_backend(pid) ${waits}`);
  await client.query('commit');
  expect(await statesOf(id)).toEqual({ sending: 1 });
  expect(await attemptsOf(id)).toEqual([]);
  await startInstance().base;
  await pool.query(runOut);
  await expect.poll(() => statesOf(id)).toEqual({ delivered: 1 });
  expect(got().map((each) => each.id)).toEqual([got()[0]!.id, got()[0]!.id]);
});

// rules/webhooks 17
test('SIGTERM lets what is under way end, gives back what does not, and has nothing more taken up', async () => {
  const [quick, slow] = [await started(), await started()];
  const release = hold(quick.name);
  const never = hold(slow.name);
  const first = startInstance();
  await first.base;
  for (const { workspace } of [quick, slow]) await happen(workspace);
  await expect.poll(() => quick.got().length + slow.got().length).toBe(2);
  first.child.kill('SIGTERM');
  for (const { workspace } of [quick, slow]) await happen(workspace);
  release();
  expect(await first.ended).toBe(0);
  expect(await statesOf(quick.id)).toMatchObject({ delivered: 1 });
  expect(await statesOf(slow.id)).toMatchObject({ retrying: 1 });
  expect(await endpoint(slow.id)).toMatchObject({ failing: false });
  never();
  await startInstance().base;
  await expect.poll(() => statesOf(quick.id)).toEqual({ delivered: 2 });
  await expect.poll(() => statesOf(slow.id)).toEqual({ delivered: 2 });
  expect(slow.got().filter(({ id }) => id === slow.got()[0]!.id)).toHaveLength(2);
  expect(quick.got()).toHaveLength(2);
});

// rules/webhooks 11 and 12
test('of two instances each event is sent by one, and an endpoint has four at most under way over both', async () => {
  const { workspace, name, id, got } = await started();
  let [underWay, most] = [0, 0];
  receiver.answer(name, (_, response) => {
    most = Math.max(most, ++underWay);
    setTimeout(() => {
      underWay--;
      response.writeHead(204).end();
    }, 20);
  });
  await Promise.all([startInstance().base, startInstance().base]);
  for (let n = 0; n < 200; n++) await happen(workspace);
  await expect.poll(() => statesOf(id)).toEqual({ delivered: 200 });
  expect(got()).toHaveLength(200);
  expect(new Set(got().map((each) => each.id)).size).toBe(200);
  expect(most).toBeLessThanOrEqual(4);
  expect(
    got()
      .map(({ event }) => event.sequence)
      .toSorted((a, b) => a! - b!),
  ).toEqual(Array.from({ length: 200 }, (_, n) => n + 1));
});
