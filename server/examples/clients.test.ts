import { readFileSync } from 'node:fs';
import type { User, UserPage } from '@training/shared/users/users';
import { expect, expectTypeOf, test } from 'vitest';
import { startTestServer } from '../test/server.ts';
import { CatalogReader, connect as connectByDocument, rehearse } from './openapi-client.ts';
import type { components } from './openapi-types.ts';
import { activeUsers, connect, deactivate, errorCodeOf } from './typed-client.ts';
import { openApiTypes, TYPES_FILE } from './write-openapi-types.ts';

const server = await startTestServer();
const { make } = server;

test('the typed client knows what each procedure takes and gives', async () => {
  const client = connect(server.base, 'wtp_');
  type List = typeof client.users.list.query;
  expectTypeOf<Awaited<ReturnType<List>>>().toEqualTypeOf<UserPage>();
  expectTypeOf<NonNullable<Parameters<List>[0]['status']>>().toEqualTypeOf<'active' | 'inactive'>();
  expectTypeOf<Parameters<typeof client.users.upsert.mutate>[0]['email']>().toEqualTypeOf<string>();
  // @ts-expect-error -- a field that does not exist is refused when it is written, and by the server
  await expect(client.users.list.query({ page: 2 })).rejects.toThrow();
});

test('the typed client reads all pages and deactivates, and knows who is not there', async () => {
  const { workspace, token } = await server.api(['users:read', 'users:write']);
  const people = [await make.user(workspace), await make.user(workspace), await make.user(workspace)];
  await make.user(workspace, { isActive: false });
  const client = connect(server.base, token.token);
  const found: User[] = [];
  for await (const user of activeUsers(client)) found.push(user);
  expect(found.map(({ email }) => email)).toEqual(people.map(({ email }) => email));
  expect(await deactivate(client, people[0]!.email)).toBe(true);
  expect(await deactivate(client, people[0]!.email)).toBe(true);
  expect(await deactivate(client, 'nobody@example.com')).toBe(false);
});

test('the typed client tells errors apart by their code', async () => {
  const { token } = await server.api(['catalog:read']);
  const refused = await connect(server.base, token.token).users.list.query({}).catch(errorCodeOf);
  expect(refused).toBe('insufficient_scope');
  const mistyped = await connect(server.base, `wtp_${'0'.repeat(36)}`)
    .users.list.query({})
    .catch(errorCodeOf);
  expect(mistyped).toBe('token_invalid');
  const nobody = await connect('http://127.0.0.1:1', token.token).users.list.query({}).catch(errorCodeOf);
  expect(nobody).toBeUndefined();
});

test('the types of the other client are what the document makes', async () => {
  expect(readFileSync(TYPES_FILE, 'utf8')).toBe(await openApiTypes());
  expectTypeOf<components['schemas']['User']>().toEqualTypeOf<User>();
});

test('the client of the document reads the catalog again only when it has changed', async () => {
  const { workspace, token } = await server.api(['catalog:read']);
  await make.course(workspace, { title: 'Warehouse safety' });
  const reader = new CatalogReader(connectByDocument(server.base, token.token));
  expect(await reader.read()).toMatchObject({ changed: true, courses: [{ title: 'Warehouse safety', modules: [] }] });
  expect(await reader.read()).toMatchObject({ changed: false, courses: [{ title: 'Warehouse safety' }] });
  await make.course(workspace, { title: 'Safe driving' });
  expect(await reader.read()).toMatchObject({ changed: true, courses: [{}, { title: 'Safe driving' }] });
});

test('the client of the document sends lists and booleans as the server reads them', async () => {
  const { token } = await server.api(['analytics:read']);
  const { data } = await connectByDocument(server.base, token.token).GET('/api/v1/analytics', {
    params: { query: { include: ['modules', 'recertification'], include_inactive: true, window_days: 60 } },
  });
  expect(data?.filters).toMatchObject({
    include: ['modules', 'recertification'],
    include_inactive: true,
    window_days: 60,
  });
});

test('the client of the document rehearses a sync, and nothing is written', async () => {
  const { workspace, token, call } = await server.api(['users:read', 'users:write']);
  const known = await make.user(workspace);
  const report = await rehearse(connectByDocument(server.base, token.token), [
    { email: 'new@example.com', full_name: 'New' },
    { email: known.email, full_name: 'Another Name' },
    { email: 'nobody@example.com', deactivate: true },
  ]);
  expect(report).toEqual([
    'new@example.com: created',
    `${known.email}: updated`,
    'nobody@example.com: nobody to deactivate',
  ]);
  const page = await call('GET', '/api/v1/users');
  expect(page.json).toMatchObject({ total: 1, users: [{ full_name: known.fullName }] });
});
