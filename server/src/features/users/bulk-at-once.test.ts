import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { connect } from '../../../test/database.ts';
import { startTestServer } from '../../../test/server.ts';

const server = await startTestServer();
const { make, db } = server;

type Row = Record<string, unknown>;

async function setUp() {
  const workspace = await make.workspace();
  const { call } = await server.api(['users:write'], workspace);
  const bulk = (users: unknown, headers: Record<string, string> = {}) =>
    call('POST', '/api/v1/users/bulk', { users }, headers);
  return { workspace, call, bulk };
}

// rules/users 19
test('two requests with the same people in opposite orders both succeed, and each person is there once', async () => {
  const { workspace, bulk } = await setUp();
  const people = (name: string) =>
    Array.from({ length: 200 }, (_, n) => ({ email: `p${n}@example.com`, full_name: `${name} ${n}` }));
  for (const [one, other] of [
    ['Anna', 'Berta'],
    ['Clara', 'Dora'],
  ] as const) {
    const both = await Promise.all([bulk(people(one)), bulk(people(other).toReversed())]);
    expect(both.map(({ status, json }) => [status, json.counts.refused])).toEqual([
      [200, 0],
      [200, 0],
    ]);
  }
  const { rows } = await db.pool.query('select from users where workspace_id = $1', [workspace.id]);
  expect(rows).toHaveLength(200);
});

// rules/users 19
test(
  'requests that move different people between the same departments don’t refuse each other',
  { tags: ['deep'] },
  async () => {
    const { workspace, bulk } = await setUp();
    const departments = await Promise.all(Array.from({ length: 6 }, () => make.department(workspace)));
    const emails = Array.from({ length: 120 }, (_, n) => `p${n}@example.com`);
    await bulk(emails.map((email) => ({ email, full_name: 'P' })));
    for (let round = 0; round < 6; round++) {
      const moved = (from: number, step: number) =>
        emails
          .slice(from, from + 40)
          .map((email, n) => ({ email, department_id: departments[(n * step + round + step) % 6]!.id }));
      const answers = await Promise.all([bulk(moved(0, 1)), bulk(moved(40, 5)), bulk(moved(80, 3))]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    }
  },
);

// rules/users 19, rules/bounds 6
test('people whom others hold are refused as busy, and the others are changed', async () => {
  const brief = await startTestServer({ databaseUrl: server.databaseUrl, limits: { lock: 300 } });
  const { call, workspace } = await brief.api(['users:write']);
  const emails = Array.from({ length: 60 }, (_, n) => `p${n}@example.com`);
  const bulk = (name: string) =>
    call('POST', '/api/v1/users/bulk', { users: emails.map((email) => ({ email, full_name: name })) });
  await bulk('P');
  const other = await connect(server.databaseUrl);
  await other.query('begin');
  await other.query('select from users where workspace_id = $1 and email = $2 for update', [workspace.id, emails[30]]);
  const { status, json } = await bulk('Q');
  await other.query('rollback');
  expect(status).toBe(200);
  expect(json.counts).toMatchObject({ updated: 35, refused: 25 });
  expect(json.results[30].problem).toMatchObject({ code: 'busy', status: 503 });
  expect((await bulk('Q')).json.counts).toMatchObject({ updated: 25, unchanged: 35, refused: 0 });
});

/** Returns the values that were reached and not left, or left and not reached, by these changes of a field. */
function unbalanced(first: unknown, changes: unknown[], last: unknown): string[] {
  const count = new Map<string, number>();
  const add = (value: unknown, by: number) =>
    count.set(JSON.stringify(value), (count.get(JSON.stringify(value)) ?? 0) + by);
  add(first, 1);
  add(last, -1);
  for (const [before, after] of z.array(z.tuple([z.unknown(), z.unknown()])).parse(changes)) {
    add(before, -1);
    add(after, 1);
  }
  return [...count].filter(([, of]) => of !== 0).map(([value]) => value);
}

const row = fc.record(
  {
    email: fc.constantFrom('a@example.com', 'b@example.com', 'c@example.com', 'd@example.com'),
    full_name: fc.constantFrom('Ana', 'Ben', 'Cleo'),
    role: fc.constantFrom('learner', 'reviewer', 'auditor'),
    deactivate: fc.boolean(),
  },
  { requiredKeys: ['email'] },
);
const atOnce = fc.array(fc.array(row, { minLength: 1, maxLength: 12 }), { minLength: 3, maxLength: 4 });

// rules/users 2 and 19
test(
  'requests of many people and of one at once: each change is recorded once, from what was there',
  { tags: ['deep'] },
  async () => {
    const given = fc.asyncProperty(atOnce, async ([ones = [], kept = [], ...others]) => {
      const { workspace, call, bulk } = await setUp();
      const answers = await Promise.all([
        ...ones.map((each) => call('POST', '/api/v1/users', each)),
        bulk(kept, { 'idempotency-key': 'night-1' }),
        ...others.map((users) => bulk(users)),
      ]);
      // Two transactions can wait for each other: one is then refused whole (rules/bounds 6).
      for (const { status } of answers) expect([200, 201, 400, 404, 503]).toContain(status);
      const { rows } = await db.pool.query<{ now: Row; changes: [Row, ...Row[]] }>(
        `select to_jsonb(u) as now, (select json_agg(a.changes order by not a.changes ? 'email') from audit_events a
         where a.workspace_id = $1 and a.subject_id = u.id and a.action like 'user.%') as changes
       from users u where u.workspace_id = $1`,
        [workspace.id],
      );
      for (const { now, changes } of rows) {
        const [created, ...later] = changes;
        expect(changes.filter((each) => 'email' in each)).toEqual([created]);
        for (const field of ['full_name', 'role', 'is_active']) {
          const changed = later.flatMap((each) => (field in each ? [each[field]] : []));
          expect(unbalanced(created[field], changed, now[field]), `${field}: ${JSON.stringify(changes)}`).toEqual([]);
        }
      }
    });
    await fc.assert(given, { numRuns: 20 });
  },
);
