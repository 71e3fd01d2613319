import { expect, test } from 'vitest';
import { startTestServer } from '../../../../test/server.ts';
import { newUser, provider } from '../scim-fixture.ts';

const server = await startTestServer();

const REQUEST = 'urn:ietf:params:scim:api:messages:2.0:BulkRequest';
const RESPONSE = 'urn:ietf:params:scim:api:messages:2.0:BulkResponse';

async function connect() {
  const connected = await provider(server);
  const bulk = (Operations: unknown[], rest: object = {}) =>
    connected.call('POST', '/Bulk', { schemas: [REQUEST], ...rest, Operations });
  return { ...connected, bulk };
}

const off = { schemas: ['x'], Operations: [{ op: 'replace', path: 'active', value: false }] };

// rules/scim 18
test('people and groups are added, changed and deleted in one request, with references to what is added in it', async () => {
  const { bulk, call, add, user } = await connect();
  const [known, gone] = [await add(), await add()];
  const { status, json } = await bulk([
    {
      method: 'POST',
      path: '/Groups',
      bulkId: 'crew',
      data: { displayName: 'Crew', members: [{ value: 'bulkId:ana' }] },
    },
    { method: 'POST', path: '/Users', bulkId: 'ana', data: newUser({ displayName: 'Ana' }) },
    {
      method: 'patch',
      path: `/Users/${known.id}`,
      data: { Operations: [{ op: 'replace', path: 'displayName', value: 'Kim' }], schemas: [] },
    },
    {
      method: 'PATCH',
      path: '/Users/bulkId:ana',
      data: { schemas: [], Operations: [{ op: 'add', path: 'externalId', value: 'a-1' }] },
    },
    { method: 'DELETE', path: `/Users/${gone.id}` },
  ]);
  expect([status, json.schemas]).toEqual([200, [RESPONSE]]);
  expect(json.Operations.map((each: { status: string }) => each.status)).toEqual(['201', '201', '200', '200', '204']);
  const [group, ana] = json.Operations;
  expect([group.bulkId, ana.bulkId, ana.method]).toEqual(['crew', 'ana', 'POST']);
  const { json: made } = await call('GET', new URL(ana.location).pathname.replace('/scim/v2', ''));
  expect(made).toMatchObject({ displayName: 'Ana', externalId: 'a-1' });
  const { json: crew } = await call('GET', '/Groups?filter=displayName eq "Crew"');
  expect(crew.Resources[0]).toMatchObject({ members: [{ value: made.id }], meta: { version: group.version } });
  expect(await user(known.id)).toMatchObject({ full_name: 'Kim' });
  expect(await user(gone.id)).toMatchObject({ is_active: false });
});

// rules/scim 18
test('each operation succeeds or fails alone, until failOnErrors', async () => {
  const { bulk, add, user, call } = await connect();
  const { id, userName } = await add();
  const operations = [
    { method: 'POST', path: '/Users', data: newUser({ userName }) },
    { method: 'PATCH', path: '/Users/nobody', data: off },
    { method: 'GET', path: `/Users/${id}` },
    { method: 'POST', path: '/Tokens', data: {} },
    { method: 'POST', path: '/Groups', data: { displayName: 'X', members: [{ value: 'bulkId:nowhere' }] } },
    { method: 'PATCH', path: `/Users/${id}`, version: 'W/"old"', data: off },
    {
      method: 'PATCH',
      path: `/Users/${id}`,
      data: { schemas: [], Operations: [{ op: 'replace', path: 'displayName', value: 'Kim' }] },
    },
  ];
  expect((await bulk(operations)).json).toMatchObject({ status: '400', scimType: 'invalidSyntax' });
  const valid = operations.filter(({ method }) => method !== 'GET');
  const statuses = (json: { Operations: { status: string }[] }) => json.Operations.map(({ status }) => status);
  const stopped = await bulk(valid, { failOnErrors: 2 });
  expect(statuses(stopped.json)).toEqual(['409', '404']);
  expect(await user(id)).toMatchObject({ full_name: 'Ana Souza' });
  const { json } = await bulk(valid);
  expect(statuses(json)).toEqual(['409', '404', '404', '409', '412', '200']);
  expect(json.Operations[0].response).toMatchObject({ status: '409', scimType: 'uniqueness' });
  expect(await user(id)).toMatchObject({ full_name: 'Kim', is_active: true });
  const kept = `select 1 from scim_requests where detail = '5 of 6 operations were refused.'`;
  await expect.poll(async () => (await server.db.pool.query(kept)).rowCount).toBe(1);
  expect((await call('GET', '/Groups')).json.totalResults).toBe(0);
});

// rules/scim 18
test('operations that refer to each other are refused, and so is a request with too many', async () => {
  const { bulk, call } = await connect();
  const circle = ['a', 'b'].map((bulkId, n) => ({
    method: 'POST',
    path: '/Groups',
    bulkId,
    data: { displayName: bulkId, members: [{ value: `bulkId:${n ? 'a' : 'b'}` }] },
  }));
  const { json } = await bulk(circle);
  expect(json.Operations).toMatchObject([
    { bulkId: 'a', status: '409', response: { scimType: 'invalidValue' } },
    { bulkId: 'b', status: '409' },
  ]);
  const { json: config } = await call('GET', '/ServiceProviderConfig');
  expect(config.bulk).toEqual({ supported: true, maxOperations: 200, maxPayloadSize: 1_048_576 });
  const one = { method: 'DELETE', path: '/Users/nobody' };
  expect((await bulk(Array.from({ length: 201 }, () => one))).status).toBe(413);
  expect((await bulk([])).status).toBe(400);
  let deep: unknown = 'bulkId:a';
  for (let n = 0; n < 500; n++) deep = [deep];
  expect((await bulk([{ method: 'POST', path: '/Users', data: { userName: 'x', a: deep } }])).status).toBe(200);
});

// rules/scim 13 and 18
test('the brake stops within a request; the rest of it is refused', async () => {
  const { bulk, add, user } = await connect();
  const people: { id: string }[] = [];
  for (let n = 0; n < 5; n++) people.push(await add());
  const { json } = await bulk(people.map(({ id }) => ({ method: 'PATCH', path: `/Users/${id}`, data: off })));
  expect(json.Operations.map(({ status }: { status: string }) => status)).toEqual(['200', '503', '503', '503', '503']);
  const states = await Promise.all(people.map(async ({ id }) => (await user(id))?.is_active));
  expect(states).toEqual([false, true, true, true, true]);
});

// rules/scim 18
test('operations count for the limit of people in bulk requests', async () => {
  const limited = await startTestServer({ config: { rateLimits: { reads: 0, writes: 0, people: 3 } } });
  const { call } = await provider(limited);
  const body = { Operations: Array.from({ length: 2 }, () => ({ method: 'DELETE', path: '/Users/nobody' })) };
  const answers = [];
  for (let n = 0; n < 4; n++) answers.push((await call('POST', '/Bulk', body)).status);
  expect(answers).toContain(429);
});
