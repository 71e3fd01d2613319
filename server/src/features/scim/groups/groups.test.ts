import { expect, test } from 'vitest';
import { startTestServer } from '../../../../test/server.ts';
import { provider } from '../scim-fixture.ts';

const server = await startTestServer();

const GROUP = 'urn:ietf:params:scim:schemas:core:2.0:Group';
const PATCH = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';

type Connected = Awaited<ReturnType<typeof provider>>;

const membersIn = (group: { members: { value: string }[] }) => group.members.map(({ value }) => value);

/** A group with so many new people. */
async function team({ add, call }: Connected, count: number, displayName = 'Dock crew') {
  const people: string[] = [];
  for (let n = 0; n < count; n++) people.push((await add()).id);
  const members = people.map((value) => ({ value }));
  const { status, json } = await call('POST', '/Groups', { schemas: [GROUP], displayName, members });
  expect(status).toBe(201);
  const id: string = json.id;
  return {
    id,
    people,
    patch: (...Operations: unknown[]) => call('PATCH', `/Groups/${id}`, { schemas: [PATCH], Operations }),
    read: async () => (await call('GET', `/Groups/${id}`)).json,
  };
}

// rules/scim 15
test('a group is added, read, replaced and deleted', async () => {
  const connected = await provider(server);
  const { call, add } = connected;
  const { id, people, read } = await team(connected, 2);
  expect(await read()).toMatchObject({
    schemas: [GROUP],
    displayName: 'Dock crew',
    members: people.toSorted().map((value) => ({ value, $ref: `${server.base}/scim/v2/Users/${value}` })),
    meta: { resourceType: 'Group', location: `${server.base}/scim/v2/Groups/${id}` },
  });
  const other = await add();
  const whole = { schemas: [GROUP], id, displayName: 'Crew', externalId: 'g-1', members: [{ value: other.id }] };
  expect(await call('PUT', `/Groups/${id}`, whole)).toMatchObject({ status: 200, json: { displayName: 'Crew' } });
  expect(membersIn(await read())).toEqual([other.id]);
  expect((await call('DELETE', `/Groups/${id}`)).status).toBe(204);
  for (const method of ['GET', 'DELETE']) expect((await call(method, `/Groups/${id}`)).status).toBe(404);
});

// rules/scim 15
test('groups are searched by name, externalId, id and members, and listed without members if asked', async () => {
  const connected = await provider(server);
  const one = await team(connected, 1, 'One');
  const two = await team(connected, 1, 'Two');
  await two.patch({ op: 'add', path: 'externalId', value: 'g-2' });
  const [person] = two.people;
  for (const [filter, found] of [
    ['displayName eq "ONE"', [one.id]],
    ['externalId eq "g-2"', [two.id]],
    [`id eq "${one.id}"`, [one.id]],
    [`members.value eq "${person}"`, [two.id]],
    [`members eq "${person}"`, [two.id]],
    [`members[value eq "${person}"]`, [two.id]],
    [`id eq "${one.id}" and members eq "${person}"`, []],
    [`displayName eq "Two" and externalId eq "g-2"`, [two.id]],
    [`displayName eq "Two" and externalId sw "x"`, []],
    ['members eq "nobody"', []],
  ] as const) {
    const { json } = await connected.call('GET', `/Groups?filter=${encodeURIComponent(filter)}`);
    expect(
      json.Resources?.map((each: { id: string }) => each.id),
      filter,
    ).toEqual(found);
    expect(json.totalResults).toBe(found.length);
  }
  const refused = await connected.call('GET', '/Groups?filter=displayName sw "O"');
  expect(refused).toMatchObject({ status: 400, json: { scimType: 'invalidFilter' } });
  const { json } = await connected.call('GET', '/Groups?excludedAttributes=members&startIndex=2&count=1');
  expect(json).toMatchObject({ totalResults: 2, itemsPerPage: 1, Resources: [{ id: two.id }] });
  expect(json.Resources[0]).not.toHaveProperty('members');
});

// rules/scim 15
test('members are added, removed and replaced as Okta and Entra write it', async () => {
  const connected = await provider(server);
  const { patch, read, people } = await team(connected, 4);
  const [a, b, c, d] = people.toSorted() as [string, string, string, string];
  const value = (...ids: string[]) => ids.map((id) => ({ value: id }));
  for (const [name, operation, left] of [
    ['Okta removes one', { op: 'remove', path: `members[value eq "${a}"]` }, [b, c, d]],
    ['Okta adds one', { op: 'add', path: 'members', value: [{ value: a, display: 'a@example.com' }] }, [a, b, c, d]],
    ['again', { op: 'add', path: 'members', value: value(a) }, [a, b, c, d]],
    ['Entra removes some', { op: 'Remove', path: 'members', value: [{ $ref: null, value: a }, ...value(b)] }, [c, d]],
    ['Entra adds one', { op: 'Add', path: 'members', value: [{ $ref: null, value: b }] }, [b, c, d]],
    ['who isn’t one is removed', { op: 'remove', path: `members[value eq "${a}"]` }, [b, c, d]],
    ['Okta replaces all', { op: 'replace', path: 'members', value: value(a, d) }, [a, d]],
    ['without a path', { op: 'add', value: { members: value(b) } }, [a, b, d]],
    ['not a list', { op: 'add', path: `${GROUP}:members`, value: { value: c } }, [a, b, c, d]],
    ['all of several', { op: 'remove', path: `members[value eq "${a}" or value eq "${b}"]` }, [c, d]],
    ['all are removed', { op: 'remove', path: 'members' }, []],
  ] as const) {
    expect((await patch(operation)).status, name).toBe(204);
    expect(membersIn(await read()), name).toEqual(left);
  }
  await patch({ op: 'replace', value: { id: 'x', displayName: 'Okta’s name' } });
  expect(await read()).toMatchObject({ displayName: 'Okta’s name' });
  await patch({ op: 'Replace', path: 'displayName', value: [{ $ref: null, value: 'Entra’s name' }] });
  expect(await read()).toMatchObject({ displayName: 'Entra’s name' });
  expect(
    await patch({ op: 'add', path: 'members', value: value(a) }, { op: 'replace', path: 'id', value: 'x' }),
  ).toMatchObject({ status: 400, json: { scimType: 'mutability' } });
  expect(membersIn(await read())).toEqual([]);
});

// rules/scim 15
test('a name that is taken, an unknown member, and what is no group are refused', async () => {
  const connected = await provider(server);
  const { call } = connected;
  const { id, patch } = await team(connected, 0, 'Taken');
  const other = await team(connected, 0, 'Other');
  const taken = { status: 409, json: { scimType: 'uniqueness' } };
  expect(await call('POST', '/Groups', { displayName: 'TAKEN' })).toMatchObject(taken);
  expect(await other.patch({ op: 'replace', path: 'displayName', value: 'taken' })).toMatchObject(taken);
  expect((await patch({ op: 'replace', path: 'displayName', value: 'TAKEN' })).status).toBe(204);
  const unknown = [{ value: crypto.randomUUID() }];
  const invalid = { status: 400, json: { scimType: 'invalidValue' } };
  expect(await patch({ op: 'add', path: 'members', value: unknown })).toMatchObject(invalid);
  expect(await call('POST', '/Groups', { displayName: 'New', members: [{ value: 'x' }] })).toMatchObject(invalid);
  for (const body of [{}, { displayName: 7 }, { displayName: 'New', members: 'x'.repeat(101) }]) {
    expect(await call('POST', '/Groups', body)).toMatchObject(invalid);
  }
  expect((await call('GET', '/Groups')).json.totalResults).toBe(2);
  expect((await call('GET', `/Groups/${id}`)).json.members).toEqual([]);
});

// rules/scim 15
test('groups of another connection are unknown, and so are those of another workspace', async () => {
  const connected = await provider(server);
  const { id, people } = await team(connected, 1);
  for (const other of [await provider(server, connected.workspace), await provider(server)]) {
    for (const method of ['GET', 'DELETE']) expect((await other.call(method, `/Groups/${id}`)).status).toBe(404);
    expect((await other.call('GET', '/Groups')).json.totalResults).toBe(0);
  }
  const stranger = await provider(server);
  const body = { displayName: 'X', members: [{ value: people[0] }] };
  expect((await stranger.call('POST', '/Groups', body)).status).toBe(400);
});

// rules/scim 5 and 15
test('who is deleted is in no group any more', async () => {
  const connected = await provider(server);
  const { people, read } = await team(connected, 3);
  const { version } = (await read()).meta;
  expect((await connected.call('DELETE', `/Users/${people[0]}`)).status).toBe(204);
  expect((await read()).meta.version).not.toBe(version);
  expect(membersIn(await read())).toEqual(people.slice(1).toSorted());
});

// rules/scim 5 and 6
test('who is deleted stays in the groups of another connection', async () => {
  const connected = await provider(server);
  const { people } = await team(connected, 1);
  const other = await provider(server, connected.workspace);
  const members = [{ value: people[0] }];
  const { status, json } = await other.call('POST', '/Groups', { schemas: [GROUP], displayName: 'Theirs', members });
  expect(status).toBe(201);
  expect((await connected.call('DELETE', `/Users/${people[0]}`)).status).toBe(204);
  const { json: group } = await other.call('GET', `/Groups/${json.id}`);
  expect([membersIn(group), group.meta.version]).toEqual([people, json.meta.version]);
});

// rules/scim 15
test('changes of a group at once are all kept', async () => {
  const connected = await provider(server);
  const { id, people, patch, read } = await team(connected, 12);
  await patch({ op: 'remove', path: 'members' });
  const answers = await Promise.all(people.map((value) => patch({ op: 'add', path: 'members', value: [{ value }] })));
  expect(answers.map(({ status }) => status)).toEqual(people.map(() => 204));
  expect(membersIn(await read())).toEqual(people.toSorted());
  expect((await connected.call('GET', `/Groups?filter=members eq "${people[5]}"`)).json.Resources).toMatchObject([
    { id },
  ]);
});
