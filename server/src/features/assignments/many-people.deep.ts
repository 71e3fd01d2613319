import pg from 'pg';
import { expect, test } from 'vitest';
import { startTestServer } from '../../../test/server.ts';
import { assignmentsOf, dayIn } from './assignments-fixture.ts';

const server = await startTestServer({ jobs: true });
const { make } = server;
const { pool } = server.db;

const PEOPLE = 5_000;
/** Milliseconds that an answer may take while all of this goes on, on a machine that is busy with others too. */
const LONGEST_ANSWER = 5_000;
/** Bytes of a preview's page of 50 trainings. */
const MOST_PREVIEWED = 25_000;
/** Statements that 500 people may take, and what else the work may take, looking for it too. */
const STATEMENTS = { batch: 40, beside: 400 };

/** Counts the statements of this process that name assignments or enrollments, of whatever connection. */
function countStatements() {
  // oxlint-disable-next-line typescript/unbound-method -- it is applied to its client
  const { query } = pg.Client.prototype;
  let count = 0;
  pg.Client.prototype.query = function counting(this: pg.Client, ...args: unknown[]) {
    const [given] = args;
    const text = typeof given === 'string' ? given : String(Reflect.get(Object(given), 'text'));
    if (/assignment|enrollment/.test(text)) count++;
    return Reflect.apply(query, this, args);
  } as typeof query;
  return {
    count: () => count,
    stop: () => void (pg.Client.prototype.query = query),
  };
}

/** Asks as another workspace until `stop`, and says how long each answer took. */
async function askMeanwhile() {
  const { call } = await server.api(['users:read']);
  const took: number[] = [];
  let stopped = false;
  const asking = (async () => {
    while (!stopped) {
      const began = performance.now();
      expect((await call('GET', '/api/v1/users')).status).toBe(200);
      took.push(performance.now() - began);
    }
  })();
  return async () => {
    stopped = true;
    await asking;
    return took;
  };
}

test('a department of thousands is previewed, assigned and taken back in few statements, and others are answered meanwhile', async () => {
  const { workspace, department, course, module, admin, assign, toDepartment } = await assignmentsOf(server);
  await pool.query(
    `insert into users (workspace_id, id, email, full_name, role, department_id, is_active, created_at, updated_at)
     select $1, gen_random_uuid(), 'crowd-' || n || '@example.com', 'Crowd ' || n, 'learner', $2, true, now(), now()
     from generate_series(1, $3::integer) n`,
    [workspace.id, department.id, PEOPLE],
  );
  const hr = await make.token(workspace, ['users:read']);
  const stop = await askMeanwhile();
  const statements = countStatements();
  try {
    const due_on = dayIn(10);
    const create = { change: 'create', module_id: module.id, to: toDepartment, due_on, limit: 50 } as const;
    const shown = await admin.assignments.preview.query(create);
    // The trainer is one of the department.
    expect(shown).toMatchObject({ total: PEOPLE + 1, counts: { new: PEOPLE + 1 } });
    expect(shown.people).toHaveLength(50);
    expect(statements.count()).toBeLessThan(STATEMENTS.batch);

    // The answer of a preview doesn't grow with the people: 45,009 trainings take as many bytes as a page.
    const nine = await Promise.all(
      Array.from({ length: 9 }, (_, at) =>
        make.module(workspace, course.id, { status: 'published', position: at + 10 }),
      ),
    );
    const several = { module_ids: nine.map(({ id }) => id), to: [toDepartment], due_on, limit: 50 };
    const previewed = await admin.assignments.previewSeveral.query(several);
    expect(previewed).toMatchObject({ total: 9 * (PEOPLE + 1), counts: { new: 9 * (PEOPLE + 1) } });
    expect(JSON.stringify(previewed).length).toBeLessThan(MOST_PREVIEWED);
    expect(statements.count()).toBeLessThan(STATEMENTS.batch);

    const { id, applying } = await assign({ due_on });
    expect(applying).toMatchObject({ total: PEOPLE + 1 });
    const counts = async () => (await admin.assignments.get.query({ id })).counts;
    await expect.poll(counts, { timeout: 120_000, interval: 250 }).toMatchObject({ people: PEOPLE + 1 });
    // The workspace itself is answered too.
    expect((await server.rest(hr.token)('GET', '/api/v1/users')).status).toBe(200);

    const ended = await admin.assignments.preview.query({ change: 'end', id, limit: 50 });
    expect(ended.counts).toMatchObject({ lost: PEOPLE + 1 });
    await admin.assignments.end.mutate({ id });
    const open = async () =>
      (await pool.query('select from enrollments where module_id = $1 and is_current', [module.id])).rowCount;
    await expect.poll(open, { timeout: 120_000, interval: 250 }).toBe(0);
    const batches = (2 * PEOPLE) / 500 + 2;
    expect(statements.count()).toBeLessThan(batches * STATEMENTS.batch + STATEMENTS.beside);
  } finally {
    statements.stop();
  }
  const took = await stop();
  expect(took.length).toBeGreaterThan(20);
  expect(Math.max(...took)).toBeLessThan(LONGEST_ANSWER);
});
