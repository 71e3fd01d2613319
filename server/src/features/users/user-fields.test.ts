import { expect, test } from 'vitest';
import { startTestServer } from '../../../test/server.ts';

const server = await startTestServer();
const { make } = server;
const PATH = '/api/v1/users';

// rules/values 5
test('an e-mail is whatever HTML takes for one, up to 254 characters', async () => {
  const { call } = await server.api(['users:write']);
  const longest = `${'a'.repeat(64)}@${`${'b'.repeat(61)}.`.repeat(3)}com`;
  expect(longest).toHaveLength(254);
  for (const email of ['a&b@example.com', 'root@intranet', '.a..b.@example.com', `x'{|}~@1.example`, longest]) {
    expect(await call('POST', PATH, { email, full_name: 'A' }), email).toMatchObject({ status: 201, json: { email } });
  }
  for (const email of [
    'a@b@example.com',
    'a b@example.com',
    'a@-example.com',
    'a@example..com',
    'a@',
    'ä@example.com',
    `a${longest}`,
  ]) {
    expect((await call('POST', PATH, { email, full_name: 'A' })).status, email).toBe(400);
  }
});

// rules/users 3
test('only department_id may be null, which clears it', async () => {
  const { workspace, call } = await server.api(['users:write']);
  const { id } = await make.department(workspace);
  await call('POST', PATH, { email: 'a@example.com', full_name: 'A', department_id: id });
  for (const field of ['full_name', 'role', 'deactivate', 'email']) {
    const refused = await call('POST', PATH, { email: 'a@example.com', [field]: null });
    expect(refused.status, field).toBe(400);
    expect(refused.json.errors[0].path).toBe(field);
  }
  const cleared = await call('POST', PATH, { email: 'a@example.com', department_id: null });
  expect(cleared.json).toMatchObject({ department_id: null, department: null, result: 'updated' });
});

// rules/users 3
test('a new user needs a full name', async () => {
  const { call } = await server.api(['users:write']);
  const refused = await call('POST', PATH, { email: 'new@example.com' });
  expect(refused.status).toBe(400);
  expect(refused.json.errors).toEqual([expect.objectContaining({ path: 'full_name', code: 'required' })]);
});

test.each([
  [{ deactivate: 'false' }, 'deactivate'],
  [{ deactivate: 0 }, 'deactivate'],
  [{ full_name: 5 }, 'full_name'],
  [{ full_name: '' }, 'full_name'],
  [{ full_name: '   ' }, 'full_name'],
  [{ full_name: 'a\nb' }, 'full_name'],
  [{ full_name: '\u200b' }, 'full_name'],
  [{ full_name: 'a\u202eb' }, 'full_name'],
  [{ email: '\u212aelvin@example.com' }, 'email'],
  [{ full_name: 'a\u0000b' }, 'full_name'],
  [{ full_name: 'a\ud800b' }, 'full_name'],
  [{ full_name: 'x'.repeat(201) }, 'full_name'],
  [{ role: 'Learner' }, 'role'],
  [{ email: 'not an e-mail' }, 'email'],
  [{ email: ['a@example.com'] }, 'email'],
  [{ department_id: '' }, 'department_id'],
  [{ preview: true }, 'preview'],
  [{ nickname: 'x' }, 'nickname'],
  [{ is_active: false }, 'is_active'],
])('the body with %j is 400 and names the field', async (change, path) => {
  const { call } = await server.api(['users:write', 'users:read']);
  const refused = await call('POST', PATH, { email: 'a@example.com', full_name: 'A', ...change });
  expect(refused.status).toBe(400);
  expect(refused.json.code).toBe('invalid_request');
  expect(refused.json.errors.map((error: { path: string }) => error.path)).toContain(path);
  expect((await call('GET', PATH)).json.total).toBe(0);
});

// rules/values 4
test('a name of 200 emoji is accepted: lengths count code points', async () => {
  const { call } = await server.api(['users:write']);
  // The second is the first code point that needs two UTF-16 units.
  for (const [place, character] of ['🙂', '\u{10000}'].entries()) {
    const email = `a${place}@example.com`;
    const created = await call('POST', PATH, { email, full_name: character.repeat(200) });
    expect(created.status).toBe(201);
    const refused = await call('POST', PATH, { email, full_name: character.repeat(201) });
    expect(refused.status).toBe(400);
  }
});
