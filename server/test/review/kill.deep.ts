import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { startProcess, type ServerProcess } from '../process.ts';
import { startTestServer } from '../server.ts';
import { checkModule, checkPublished } from './aftermath.ts';
import { keepJournal } from './journal.ts';
import { callOverHttp, makePeople } from './people.ts';
import { chanceFrom, makeDraft, raceOnce, type Outcome } from './race.ts';

/**
 * The races again, between two servers that are processes of their own, of which now the one and now the other is
 * killed at a random moment and started again. `npm run test:deep` kills more of them, `REVIEW_SEED` makes the same
 * choices again.
 */
const KILLS = Number(process.env.REVIEW_KILLS ?? 2);
const SEED = Number(process.env.REVIEW_SEED ?? Date.now() % 2 ** 31);
const MODULES = 6;
/** The same in every process, so that a session of one is a session of all. */
const AUTH_SECRET = 'x'.repeat(40);
const KEYRING = { ENCRYPTION_KEYS: `test:${Buffer.alloc(32, 7).toString('base64')}`, ENCRYPTION_ACTIVE_KEY: 'test' };
/** The longest that a server is raced against before it is killed, in milliseconds. */
const LONGEST_LIFE = 900;

/** Without a base while it is dead. */
type Instance = { process: ServerProcess; base: string | null };

const lost = ({ answer }: Outcome) => !answer.ok && answer.code === 'lost';

test(`kill -9 loses no approval and publishes nothing else (seed ${SEED})`, { timeout: 3_600_000 }, async () => {
  const { make, db, signIn, databaseUrl } = await startTestServer();
  await keepJournal(db.pool);
  const workspace = await make.workspace();
  const people = await makePeople(make, workspace);
  const cookies = new Map<string, string>();
  for (const { email } of Object.values(people.of)) cookies.set(email, await signIn(email));
  const start = async (): Promise<Instance> => {
    const env = { DATABASE_URL: databaseUrl, DATABASE_POOL_SIZE: '5', AUTH_SECRET, ...KEYRING };
    const process = startProcess(env);
    return { process, base: await process.base };
  };
  const instances = await Promise.all([start(), start()]);
  // As a load balancer does: what a dead server would refuse goes to the other one.
  const baseOf = (which: number) => instances[which]?.base ?? instances[1 - which]?.base ?? '';
  const calls = [0, 1].map((which) => callOverHttp(() => baseOf(which), cookies, workspace));
  const world = { pool: db.pool, people, calls };
  const chance = chanceFrom(SEED);
  const ids = await Promise.all(Array.from({ length: MODULES }, () => makeDraft(make, people, calls[0]!)));

  let over = false;
  const raced = ids.map((id) => ({ id, outcomes: new Array<Outcome>() }));
  const racing = raced.map(async ({ id, outcomes }, number) => {
    const own = chanceFrom(SEED + number + 1);
    while (!over) outcomes.push(...(await raceOnce(world, id, own)));
  });
  // A few lots may meet no publication, or kill a server that is asked nothing: it goes on until there is one of each.
  const hasMet = async () => {
    const isLost = raced.some(({ outcomes }) => outcomes.some(lost));
    const published = await db.pool.query(`select 1 from audit_events where action = 'module.published' limit 1`);
    return isLost && published.rowCount === 1;
  };
  for (let kill = 0; kill < KILLS || !(await hasMet()); kill++) {
    await sleep(chance(LONGEST_LIFE));
    const which = kill % instances.length;
    const dying = instances[which]!;
    dying.process.child.kill('SIGKILL');
    dying.base = null;
    expect(await dying.process.ended).toBe('SIGKILL');
    instances[which] = await start();
  }
  over = true;
  await Promise.all(racing);

  // What a dead server had asked for last may still be under way in the database.
  const busy = `select 1 from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle' and backend_type = 'client backend'`;
  await expect.poll(async () => (await db.pool.query(busy)).rowCount).toBe(0);
  const counts = { calls: 0, lost: 0, doneAllTheSame: 0, transactions: 0, publications: 0 };
  for (const { id, outcomes } of raced) {
    counts.calls += outcomes.length;
    counts.lost += outcomes.filter(lost).length;
    const { transactions, publications, unanswered } = await checkModule(db.pool, people, id, outcomes);
    counts.transactions += transactions;
    counts.doneAllTheSame += unanswered;
    counts.publications += publications;
  }
  await checkPublished(db.pool, people);
  console.info(KILLS, 'kills:', counts);
  expect(counts.lost).toBeGreaterThan(0);
  expect(counts.publications).toBeGreaterThan(0);
});
