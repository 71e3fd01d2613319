import fc from 'fast-check';
import { expect, test } from 'vitest';
import { startTestServer } from '../../../../test/server.ts';

const server = await startTestServer();
const { make, db } = server;

type Row = Record<string, unknown>;

const mail = (name: string) => `${name}@example.com`;
const row = (name: string, manager?: string | null): Row => ({
  email: mail(name),
  full_name: name,
  ...(manager !== undefined && { manager: manager === null ? null : { email: mail(manager) } }),
});

async function setUp() {
  const workspace = await make.workspace();
  const { call } = await server.api(['users:write'], workspace);
  const bulk = (users: Row[], query = '', headers: Record<string, string> = {}) =>
    call('POST', `/api/v1/users/bulk${query}`, { users }, headers);
  const managers = async (): Promise<Record<string, string | null>> => {
    const { rows } = await db.pool.query(
      `select u.full_name as name, m.full_name as manager from users u
       left join users m on m.workspace_id = u.workspace_id and m.id = u.manager_id where u.workspace_id = $1`,
      [workspace.id],
    );
    return Object.fromEntries(rows.map(({ name, manager }) => [name, manager]));
  };
  return { workspace, call, bulk, managers };
}

const results = ({ json }: { json: { results: { result?: string; problem?: { code: string } }[] } }) =>
  json.results.map(({ result, problem }) => result ?? problem?.code);

const circleIn = (managers: Record<string, string | null>) =>
  Object.keys(managers).find((start) => {
    let above = managers[start] ?? null;
    for (let n = 0; above !== null && n < 100; n++) {
      if (above === start) return true;
      above = managers[above] ?? null;
    }
    return false;
  });

// rules/managers 3
test.each([
  ['', {}],
  [', with an Idempotency-Key', { 'idempotency-key': 'one' }],
])('a manager may be created by the same request, in any row%s', async (_, headers) => {
  const { bulk, managers } = await setUp();
  const sent = [row('ana', 'boss'), row('boss', 'top'), row('ben', 'boss'), row('top'), row('eve', 'nobody')];
  const rehearsed = results(await bulk(sent, '?preview=true'));
  expect(rehearsed).toEqual(['created', 'created', 'created', 'created', 'manager_not_found']);
  expect(results(await bulk(sent, '', headers))).toEqual(rehearsed);
  expect(await managers()).toEqual({ ana: 'boss', ben: 'boss', boss: 'top', top: null });
  expect(results(await bulk(sent.slice(0, 4)))).toEqual(Array(4).fill('unchanged'));
});

// rules/managers 2 and 3
test('managers who swap places are no circle, whatever the order of rows', async () => {
  const { bulk, managers } = await setUp();
  await bulk([row('a'), row('b', 'a'), row('c', 'b')]);
  const swapped = [row('a', 'b'), row('b', 'c'), row('c', null)];
  expect(results(await bulk(swapped, '?preview=true'))).toEqual(['updated', 'updated', 'updated']);
  expect(results(await bulk(swapped))).toEqual(['updated', 'updated', 'updated']);
  expect(await managers()).toEqual({ a: 'b', b: 'c', c: null });
});

// rules/managers 2
test('rows that close a circle are refused, and the others are stored', async () => {
  const { bulk, managers } = await setUp();
  await bulk([row('a'), row('b'), row('c')]);
  const sent = [row('a', 'b'), row('b', 'a'), row('c', 'a'), row('d', 'a')];
  const rehearsed = results(await bulk(sent, '?preview=true'));
  expect(rehearsed.filter((each) => each === 'manager_circle')).toHaveLength(1);
  expect(results(await bulk(sent))).toEqual(rehearsed);
  expect(await managers()).toMatchObject({ c: 'a', d: 'a' });
});

// rules/managers 2
test('two requests that would close a circle together don’t', { tags: ['deep'] }, async () => {
  for (let round = 0; round < 10; round++) {
    const { call, bulk, managers } = await setUp();
    await bulk(['a', 'b', 'c', 'd'].map((name) => row(name)));
    const answers = await Promise.all(
      ['ab', 'bc', 'cd', 'da'].map(([name, manager]) => call('POST', '/api/v1/users', row(name!, manager))),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 200, 200, 409]);
    expect(circleIn(await managers())).toBeUndefined();
  }
});

// rules/managers 2 and 4
test('no circle and no inactive manager comes of requests at once', { tags: ['deep'] }, async () => {
  const names = ['a', 'b', 'c', 'd', 'e'];
  const name = fc.constantFrom(...names);
  const change = fc.oneof(
    { weight: 4, arbitrary: fc.record({ name, manager: fc.option(name) }).map((each) => row(each.name, each.manager)) },
    fc.record({ name, deactivate: fc.boolean() }).map((each) => ({ ...row(each.name), deactivate: each.deactivate })),
  );
  const requests = fc.array(
    fc.uniqueArray(change, { minLength: 1, maxLength: 5, selector: (each) => (each as Row).email }),
    {
      minLength: 2,
      maxLength: 6,
    },
  );
  await fc.assert(
    fc.asyncProperty(requests, async (sent) => {
      const { workspace, bulk, managers } = await setUp();
      await bulk([row('a'), row('b', 'a'), row('c', 'b'), row('d', 'b'), row('e')]);
      const answers = await Promise.all(sent.map((rows) => bulk(rows)));
      for (const { status } of answers) expect(status).toBe(200);
      expect(circleIn(await managers())).toBeUndefined();
      const { rows: wrong } = await db.pool.query(
        `select u.full_name from users u join users m on m.workspace_id = u.workspace_id and m.id = u.manager_id
         where u.workspace_id = $1 and not m.is_active`,
        [workspace.id],
      );
      expect(wrong).toEqual([]);
      const { rows: differing } = await db.pool.query(
        `select u.full_name from users u
         left join user_managers p on p.workspace_id = u.workspace_id and p.user_id = u.id and p.until_at is null
         where u.workspace_id = $1 and p.manager_id is distinct from u.manager_id`,
        [workspace.id],
      );
      expect(differing).toEqual([]);
    }),
    { numRuns: 25 },
  );
});
