import { expect, test } from 'vitest';
import { startTestServer } from '../../../../test/server.ts';
import { provider } from '../scim-fixture.ts';

const server = await startTestServer();

const USER = 'urn:ietf:params:scim:schemas:core:2.0:User';
const LIST = 'urn:ietf:params:scim:api:messages:2.0:ListResponse';
const ERROR = 'urn:ietf:params:scim:api:messages:2.0:Error';

/** The requests and assertions of Okta's published "SCIM 2.0 SPEC Test", in its order. */
// rules/scim 2, 3 and 5
test('the twelve requests of Okta’s test suite are answered as it expects', async () => {
  const { workspace, call } = await provider(server);
  await server.make.user(workspace, { fullName: 'Mononym' });
  const userName = 'Okta.Runner@example.com';
  const [givenName, familyName] = ['Runscope', 'Test'];
  const body = (email: string) => ({
    schemas: [USER],
    userName,
    name: { givenName, familyName },
    emails: [{ primary: true, value: email, type: 'work' }],
    displayName: `${givenName} ${familyName}`,
    active: true,
  });
  const byName = (name: string) => call('GET', `/Users?filter=userName eq "${name}"`);

  const first = await call('GET', '/Users?count=1&startIndex=1');
  expect(first).toMatchObject({ status: 200, json: { schemas: [LIST], itemsPerPage: 1, startIndex: 1 } });
  expect(first.json.totalResults).toBeTypeOf('number');
  const [known] = first.json.Resources;
  expect(known).toMatchObject({
    id: expect.stringMatching(/./),
    name: { familyName: expect.stringMatching(/./), givenName: expect.stringMatching(/./) },
    userName: expect.stringMatching(/./),
    active: true,
    emails: [{ value: expect.stringMatching(/./) }],
  });

  expect(await call('GET', `/Users/${known.id}`)).toMatchObject({ status: 200, json: known });
  expect(await byName('abcdefgh@atko.com')).toMatchObject({ status: 200, json: { schemas: [LIST], totalResults: 0 } });
  const unknown = await call('GET', '/Users/010101001010101011001010101011');
  expect(unknown).toMatchObject({ status: 404, json: { schemas: [ERROR], detail: expect.stringMatching(/./) } });
  expect(await byName(userName)).toMatchObject({ status: 200, json: { schemas: [LIST], totalResults: 0 } });

  const json = { 'content-type': 'application/json' };
  const created = await call('POST', '/Users', body('okta.runner@example.com'), json);
  const person = { active: true, name: { familyName, givenName }, userName };
  expect(created).toMatchObject({ status: 201, json: { ...person, schemas: [USER] } });
  const { id } = created.json;
  expect(created.headers.get('location')).toBe(`${server.base}/scim/v2/Users/${id}`);
  expect(await call('GET', `/Users/${id}`)).toMatchObject({ status: 200, json: { ...person, id } });
  expect(await call('POST', '/Users', body(userName), json)).toMatchObject({
    status: 409,
    json: { schemas: [ERROR], scimType: 'uniqueness', status: '409' },
  });
  expect(await byName(userName.toUpperCase())).toMatchObject({ status: 200, json: { totalResults: 1 } });
  const without = await fetch(`${server.base}/scim/v2/Users?filter=userName eq "x"`, {
    headers: { authorization: 'non-token', 'content-type': 'application/scim+json; charset=utf-8' },
  });
  expect([without.status, without.headers.get('www-authenticate')]).toEqual([401, expect.stringContaining('Bearer')]);
  expect(await without.json()).toMatchObject({ schemas: [ERROR], status: '401', detail: expect.stringMatching(/./) });
  expect(await call('GET', '/Users/00919288221112222')).toMatchObject({
    status: 404,
    json: { schemas: [ERROR], status: '404', detail: expect.stringMatching(/./) },
  });
});
