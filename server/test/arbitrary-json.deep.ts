import fc from 'fast-check';
import { expect, test } from 'vitest';
import { startTestServer } from './server.ts';

const server = await startTestServer();
/** Each; `npm run test:deep` runs more. */
const RUNS = Number(process.env.FUZZ_RUNS ?? 30);
const { call } = await server.api(['catalog:read', 'analytics:read', 'users:read', 'users:write', 'intake:create']);

const anything = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.string({ unit: 'binary' }),
  fc.constantFrom('\0', '\ud800', '\udfff', '١', '1e999', -0, 2 ** 53, 'true', '0199c0de-7a1b-7c3d-8e5f-a1b2c3d4e5f6'),
);
const fields = [
  'email',
  'full_name',
  'role',
  'department_id',
  'deactivate',
  'content',
  'source_name',
  'title',
  'source_url',
];
const nearlyValid = fc.dictionary(fc.constantFrom(...fields, '__proto__', 'preview'), anything, { maxKeys: 6 });
const plausible = fc.record(
  {
    email: fc.oneof(fc.emailAddress(), anything),
    full_name: fc.oneof(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }), anything),
    role: fc.oneof(fc.constantFrom('learner', 'trainer', 'super_admin'), anything),
    department_id: fc.oneof(fc.uuid(), fc.constant(null), anything),
    deactivate: fc.oneof(fc.boolean(), anything),
  },
  { requiredKeys: ['email'] },
);
const article = fc.record(
  {
    content: fc.oneof(fc.string({ unit: 'binary', minLength: 1, maxLength: 300 }), anything),
    source_name: fc.oneof(fc.string({ unit: 'binary', minLength: 1, maxLength: 30 }), anything),
    title: fc.oneof(fc.string({ unit: 'binary' }), anything),
    source_url: fc.oneof(fc.webUrl(), anything),
    department_id: fc.oneof(fc.uuid(), anything),
  },
  { requiredKeys: ['content', 'source_name'] },
);

async function answersWell(method: string, path: string, body?: string) {
  const answer = await call(method, path, body);
  expect(answer.status, `${method} ${path} ${body}: ${answer.text}`).toBeLessThan(500);
  if (answer.status >= 400) {
    expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json/);
    expect(answer.json.request_id).toBe(answer.headers.get('x-request-id'));
  }
}

test('arbitrary JSON never makes POST /users fail', async () => {
  await fc.assert(
    fc.asyncProperty(fc.oneof(anything, nearlyValid, plausible), async (body) =>
      answersWell('POST', '/api/v1/users', JSON.stringify(body)),
    ),
    { numRuns: RUNS },
  );
});

test('arbitrary JSON never makes POST /intake fail', async () => {
  await fc.assert(
    fc.asyncProperty(fc.oneof(anything, nearlyValid, article), async (body) =>
      answersWell('POST', '/api/v1/intake', JSON.stringify(body)),
    ),
    { numRuns: RUNS },
  );
});

test('arbitrary bytes never make a POST fail', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'binary' }), async (body) => answersWell('POST', '/api/v1/users', body)),
    { numRuns: RUNS },
  );
});

const parameters =
  'role department_id status limit offset course_id module_id user_id from to include include_inactive window_days x __proto__'.split(
    ' ',
  );
const value = fc.oneof(
  fc.string({ unit: 'binary' }).map((text) => text.toWellFormed()),
  fc.integer().map(String),
  fc.date({ noInvalidDate: false }).map(String),
  fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
  fc.constantFrom(
    '',
    '0000-01-01',
    '-000001-01-01T00:00:00Z',
    '+275760-09-13T00:00:00Z',
    '2026-02-30',
    'modules,learners',
    'true',
    '1e3',
  ),
);

test.each(['users', 'analytics', 'catalog'])('an arbitrary query never makes GET /%s fail', async (operation) => {
  await fc.assert(
    fc.asyncProperty(fc.dictionary(fc.constantFrom(...parameters), value, { maxKeys: 4 }), async (query) =>
      answersWell('GET', `/api/v1/${operation}?${new URLSearchParams(query).toString()}`),
    ),
    { numRuns: RUNS },
  );
});
