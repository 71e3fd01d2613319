import { expect, test } from 'vitest';
import { startTestServer } from '../server.ts';
import { checkModule, checkPublished } from './aftermath.ts';
import { keepJournal } from './journal.ts';
import { callDirectly, callOverHttp, makePeople } from './people.ts';
import { chanceFrom, makeDraft, raceOnce, type Outcome } from './race.ts';

/**
 * Edits race submit, approve, query, withdraw and the rest, on two instances with connections of their own; then each
 * module's whole life is gone through. `npm run test:deep` races longer, `REVIEW_SEED` makes the same choices again.
 */
const RACES = Number(process.env.REVIEW_RACES ?? 80);
const SEED = Number(process.env.REVIEW_SEED ?? Date.now() % 2 ** 31);
const MODULES = 8;
/** Codes with which a race may be lost; anything else is a mistake. */
const LOST_RACES = new Set(['content_locked', 'stale_version', 'stale_revision', 'module_state', 'nothing_changed']);

test(`whoever wins, what is published is what was approved (seed ${SEED})`, { timeout: 3_600_000 }, async () => {
  const one = await startTestServer();
  const two = await startTestServer({ databaseUrl: one.databaseUrl });
  const { pool } = one.db;
  await keepJournal(pool);
  const workspace = await one.make.workspace();
  const people = await makePeople(one.make, workspace);
  const cookies = new Map<string, string>();
  for (const { email } of Object.values(people.of)) cookies.set(email, await one.signIn(email));
  const direct = [one, two].map(({ db }) => callDirectly(db, workspace));
  const overHttp = [one, two].map(({ base }) => callOverHttp(() => base, cookies, workspace));
  const calls = [...direct, ...direct, ...direct, ...overHttp];
  const world = { pool, people, calls };
  const counts = { calls: 0, done: 0, transactions: 0, publications: 0 };
  const codes = new Map<string, number>();

  await Promise.all(
    Array.from({ length: MODULES }, async (_, number) => {
      const chance = chanceFrom(SEED + number);
      const id = await makeDraft(one.make, people, direct[0]!);
      const outcomes: Outcome[] = [];
      for (let round = 0; round < RACES / MODULES; round++) outcomes.push(...(await raceOnce(world, id, chance)));
      for (const { answer } of outcomes) {
        counts.calls++;
        if (answer.ok) counts.done++;
        else codes.set(answer.code, (codes.get(answer.code) ?? 0) + 1);
      }
      const { transactions, publications } = await checkModule(pool, people, id, outcomes);
      counts.transactions += transactions;
      counts.publications += publications;
    }),
  );
  await checkPublished(pool, people);
  console.info(RACES, 'rounds:', counts, Object.fromEntries(codes));
  expect([...codes.keys()].filter((code) => !LOST_RACES.has(code))).toEqual([]);
  // Races were both won and lost, or nothing was tried.
  expect(counts.publications).toBeGreaterThan(0);
  for (const code of ['content_locked', 'stale_version', 'module_state']) expect(codes.get(code)).toBeGreaterThan(0);
});
