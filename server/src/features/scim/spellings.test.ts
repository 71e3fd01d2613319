import { describe, expect, test } from 'vitest';
import { startTestServer } from '../../../test/server.ts';
import { ENTERPRISE_USER, provider } from './scim-fixture.ts';

const server = await startTestServer();

const number = `${ENTERPRISE_USER}:employeeNumber`;
const isInactive = { active: false };

/** Operations that identity providers were reported to send, and what they mean. */
const SENT: [name: string, operation: unknown, means: object][] = [
  ['Okta ends someone (getsentry/sentry#27199)', { op: 'replace', value: { active: false } }, isInactive],
  ['others do so with a path (the same)', { op: 'replace', path: 'active', value: false }, isInactive],
  ['Entra writes it as text (OneUptime/oneuptime#3852)', { op: 'Replace', path: 'active', value: 'False' }, isInactive],
  ['Entra adds it', { op: 'Add', path: 'active', value: 'False' }, isInactive],
  [
    'Entra writes operations with a capital',
    { op: 'Replace', path: 'displayName', value: ' User X' },
    { displayName: 'User X' },
  ],
  [
    'Entra’s older list in place of text (Azure/AzureAD-BYOA-Provisioning-Samples#22)',
    { op: 'Replace', path: 'displayName', value: [{ $ref: null, value: 'User x' }] },
    { displayName: 'User x' },
  ],
  [
    'an address by its type (Metatavu/keycloak-scim-server#35)',
    { op: 'Add', path: 'emails[type eq "work"].value', value: 'Else@example.com' },
    { emails: [{ value: 'Else@example.com', type: 'work', primary: true }] },
  ],
  [
    'dotted names without a path (pond/scimitar#123)',
    {
      op: 'add',
      value: { title: 'Boss', 'name.givenName': 'Foo', 'name.familyName': 'Bar', 'name.formatted': 'Foo Bar' },
    },
    { name: { givenName: 'Foo', familyName: 'Bar', formatted: 'Foo Bar' } },
  ],
  [
    'the extension’s attribute without a path (Captain-P-Goldfish/SCIM-SDK#193, scim-for-keycloak#26)',
    { op: 'replace', value: { displayName: 'Bjfe', [number]: 'Aklq' } },
    { displayName: 'Bjfe', [ENTERPRISE_USER]: { employeeNumber: 'Aklq' } },
  ],
  [
    'the extension’s attribute as a path (pingidentity/scim2#104)',
    { op: 'add', path: `${ENTERPRISE_USER}:department`, value: 'Sales' },
    { [ENTERPRISE_USER]: { department: 'Sales' } },
  ],
  [
    'the whole extension, with capitals (AzureAD/SCIMReferenceCode#22)',
    { op: 'add', path: ENTERPRISE_USER, value: { Department: 'bob' } },
    { [ENTERPRISE_USER]: { department: 'bob' } },
  ],
  [
    'the core schema in a path',
    { op: 'replace', path: 'urn:ietf:params:scim:schemas:core:2.0:User:displayName', value: 'C' },
    { displayName: 'C' },
  ],
  [
    'attributes that are not kept',
    { op: 'Add', path: 'addresses[type eq "work"].locality', value: 'Bonn' },
    { displayName: 'Ana Souza' },
  ],
  [
    'another extension',
    { op: 'Add', path: 'urn:ietf:params:scim:schemas:extension:x:2.0:User:color', value: 'red' },
    { active: true },
  ],
  [
    'a name in parts',
    { op: 'Replace', path: 'name.familyName', value: 'Lima' },
    { name: { familyName: 'Lima', givenName: 'Ana' } },
  ],
];

// rules/scim 4
describe('a PATCH request is understood as identity providers write it', () => {
  for (const [name, operation, means] of SENT) {
    test(name, async () => {
      const { add, patch, call } = await provider(server);
      const { id } = await add();
      const answer = await patch(id, operation);
      expect(answer, answer.text).toMatchObject({ status: 200, json: means });
      expect((await call('GET', `/Users/${id}`)).json).toEqual(answer.json);
    });
  }
});

// rules/scim 4
test('a PATCH request that can’t be applied changes nothing and says what is wrong', async () => {
  const { add, patch, call } = await provider(server);
  const { id } = await add();
  const before = (await call('GET', `/Users/${id}`)).json;
  for (const [operation, scimType] of [
    [{ op: 'move', path: 'displayName', value: 'X' }, 'invalidSyntax'],
    [{ op: 'replace', path: 'emails[', value: 'X' }, 'invalidPath'],
    [{ op: 'replace', path: 'emails[type eq].value', value: 'X' }, 'invalidFilter'],
    [{ op: 'replace', path: 'emails[value co "nobody"].type', value: 'X' }, 'noTarget'],
    [{ op: 'remove' }, 'noTarget'],
    [{ op: 'replace', path: 'id', value: 'X' }, 'mutability'],
    [{ op: 'replace', path: 'groups', value: [] }, 'mutability'],
    [{ op: 'replace', path: 'active', value: 'perhaps' }, 'invalidValue'],
    [{ op: 'replace', path: 'emails[type eq "work"].value', value: 'no address' }, 'invalidValue'],
    [{ op: 'remove', path: 'userName' }, 'invalidValue'],
  ] as const) {
    const fine = { op: 'replace', path: 'displayName', value: 'Changed' };
    expect(await patch(id, fine, operation)).toMatchObject({ status: 400, json: { scimType, status: '400' } });
  }
  const many = Array.from({ length: 1_001 }, () => ({ op: 'replace', path: 'title', value: 'x' }));
  expect(await patch(id, ...many)).toMatchObject({ status: 400, json: { scimType: 'tooMany' } });
  expect((await call('GET', `/Users/${id}`)).json).toEqual(before);
});

// rules/scim 4
test('no request changes what all objects have', async () => {
  const { add, patch } = await provider(server);
  const { id } = await add();
  const hostile = [
    '{"op":"add","path":"__proto__.polluted","value":"yes"}',
    '{"op":"add","path":"constructor.prototype.polluted","value":"yes"}',
    '{"op":"add","value":{"__proto__":{"polluted":"yes"},"__proto__.polluted":"yes"}}',
    '{"op":"add","path":"emails[__proto__ pr].polluted","value":"yes"}',
  ];
  for (const operation of hostile) await patch(id, JSON.parse(operation));
  expect(Reflect.get({}, 'polluted')).toBeUndefined();
});
