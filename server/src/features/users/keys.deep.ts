import fc from 'fast-check';
import { expect, test } from 'vitest';
import { startTestServer } from '../../../test/server.ts';

const server = await startTestServer();
const { make, db } = server;

type Row = { email?: string | null; external_id?: string | null; full_name: string };
type Stored = { id: string; email: string | null; external_id: string | null };

const email = fc.constantFrom('a@example.com', 'b@example.com', 'c@example.com');
const number = fc.constantFrom('1', '2', '3');
const full_name = fc.constantFrom('Ana', 'Ben');
/** A row as each kind of request sends it: by e-mail, or by number where there is one. */
const single = fc.record(
  { email, external_id: fc.option(number), full_name },
  { requiredKeys: ['email', 'full_name'] },
);
const byNumber = fc.record(
  { email: fc.option(email), external_id: number, full_name },
  { requiredKeys: ['external_id', 'full_name'] },
);
const request = fc.oneof(
  single.map((row) => ({ path: '/api/v1/users', body: row })),
  single.map((row) => ({ path: '/api/v1/users/bulk', body: { users: [row] } })),
  fc
    .array(byNumber, { minLength: 1, maxLength: 4 })
    .map((users) => ({ path: '/api/v1/users/bulk', body: { users, key: 'external_id' } })),
);

async function setUp() {
  const workspace = await make.workspace({ peopleWithoutEmail: true });
  const { call } = await server.api(['users:write'], workspace);
  const stored = async () => {
    const { rows } = await db.pool.query<Stored>(
      'select id, email, external_id from users where workspace_id = $1 order by id',
      [workspace.id],
    );
    return rows;
  };
  return { workspace, call, stored };
}

/** The statuses and ids that an answer has for its rows. */
type Answer = { status: number; json: { id?: string; results?: { status: number; id?: string }[] } };
const answersOf = ({ status, json }: Answer) => json.results ?? [{ status, ...(json.id && { id: json.id }) }];

const NOBODY_WAS_DOUBLED = [200, 201, 400, 409];

// rules/users 21
test(
  'whatever is sent by e-mail and number: keys stay unique, nobody is lost, doubled or merged',
  { timeout: 120_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(request, { minLength: 1, maxLength: 12 }), async (requests) => {
        const { call, stored } = await setUp();
        let before: Stored[] = [];
        for (const { path, body } of requests) {
          const answer = await call('POST', path, body);
          const rows: readonly Row[] = 'users' in body ? body.users : [body];
          const after = await stored();
          const ids = after.map(({ id }) => id);
          expect(ids).toEqual(expect.arrayContaining(before.map(({ id }) => id)));
          const created = answersOf(answer).filter(({ status }) => status === 201);
          expect(after).toHaveLength(before.length + created.length);
          answersOf(answer).forEach(({ status, id }, at) => {
            expect(NOBODY_WAS_DOUBLED).toContain(status);
            if (id === undefined) return;
            const { email: sent, external_id } = rows[at]!;
            const person = after.find((each) => each.id === id);
            if (sent !== undefined) expect(person?.email).toBe(sent);
            if (external_id !== undefined) expect(person?.external_id).toBe(external_id);
          });
          before = after;
        }
      }),
      { numRuns: 60 },
    );
  },
);

// rules/users 21
test(
  'requests at once with crossing keys end right, in a 409 or as busy, and nobody is there twice',
  { timeout: 120_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(request, { minLength: 4, maxLength: 10 }), async (requests) => {
        const { call, stored } = await setUp();
        const answers = await Promise.all(requests.map(({ path, body }) => call('POST', path, body)));
        const all = answers.flatMap(answersOf);
        // Rows that another request holds are refused as busy (rules/users 19).
        const expected = [...NOBODY_WAS_DOUBLED, 503];
        expect(all.map(({ status }) => status).filter((status) => !expected.includes(status))).toEqual([]);
        const people = await stored();
        expect(people).toHaveLength(all.filter(({ status }) => status === 201).length);
        for (const key of ['email', 'external_id'] as const) {
          const keys = people.map((each) => each[key]).filter((value) => value !== null);
          expect(new Set(keys).size).toBe(keys.length);
        }
      }),
      { numRuns: 40, endOnFailure: true },
    );
  },
);
