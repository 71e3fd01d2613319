import type { KeyTestOutcome } from '@training/shared/provider-keys/provider-keys';
import { expect, test } from 'vitest';
import { adviseOnUnreachableAzure } from './verify-key.ts';
import { newKey, startKeyServer } from '../../../test/key-server.ts';

const server = await startKeyServer({ verify: 1_500 });
const { make, standIn, rows } = server;
// Load the SDKs with a first call, which takes longer than the short timeout allows.
for (const provider of ['anthropic', 'openai', 'azure_openai'] as const) {
  await server.services.providers.verify({ provider, model: 'any', resource: 'any', key: server.keyFor('good') });
}

const BAD = [
  ['bad', 'invalid_key', 'key'],
  ['no-model', 'no_model_access', 'model'],
  ['no-credit', 'quota_exhausted', 'key'],
  ['slow', 'unreachable', 'key'],
  ['rubbish', 'unreachable', 'key'],
  ['half', 'unreachable', 'key'],
  ['html', 'unreachable', 'key'],
  ['redirect', 'unreachable', 'key'],
  ['broken', 'unreachable', 'key'],
] as const satisfies [string, KeyTestOutcome, string][];

// rules/provider-keys 2
test.each(BAD)(
  'a key that meets “%s” is refused as %s, and nothing of it is stored',
  async (scenario, outcome, path) => {
    const workspace = await make.workspace();
    const admin = await server.as('super_admin', workspace);
    const adding = admin.providerKeys.add.mutate(newKey('anthropic', server.keyFor(scenario)));
    await expect(adding).rejects.toMatchObject({
      data: { httpStatus: 400, app_code: 'provider_key_rejected', errors: [{ path, code: outcome }] },
    });
    await expect(adding).rejects.not.toThrow(/PROVIDER-TEXT/);
    expect(await rows('select 1 from provider_keys where workspace_id = $1', [workspace.id])).toEqual([]);
    expect(await rows('select 1 from provider_key_health where workspace_id = $1', [workspace.id])).toEqual([]);
    expect(await rows('select purpose, outcome from ai_calls where workspace_id = $1', [workspace.id])).toEqual([
      { purpose: 'key_validation', outcome },
    ]);
    expect(standIn.elsewhere).toEqual([]);
  },
);

// rules/provider-keys 5
test.each(BAD)(
  'a new key that meets “%s” leaves the old one untouched and working',
  async (scenario, outcome, _path) => {
    const workspace = await make.workspace();
    const admin = await server.as('super_admin', workspace);
    const key = server.keyFor('good');
    const own = await admin.providerKeys.add.mutate(newKey('openai', key));
    const record = () => rows('select xmin::text, * from provider_keys where id = $1', [own.id]);
    const before = await record();
    await expect(
      admin.providerKeys.rotate.mutate({ id: own.id, version: 1, key: server.keyFor(scenario) }),
    ).rejects.toMatchObject({
      data: { httpStatus: 400, app_code: 'provider_key_rejected', errors: [{ path: 'key', code: outcome }] },
    });
    expect(await record()).toEqual(before);
    const asked = standIn.requests.length;
    expect(await server.generate(workspace)).toBe('Yes.');
    expect(server.keysSince(asked)).toEqual([key]);
  },
);

test.each([
  ['no-model', 'deployment'],
  ['broken', 'resource'],
  ['bad', 'key'],
] as const)('what an Azure key that meets “%s” should change is the %s', async (scenario, path) => {
  const admin = await server.as('super_admin', await make.workspace());
  const adding = admin.providerKeys.add.mutate(newKey('azure_openai', server.keyFor(scenario)));
  await expect(adding).rejects.toMatchObject({ data: { httpStatus: 400, errors: [{ path }] } });
});

test('where nobody answers for an Azure resource, its name is what to look at', async () => {
  const admin = await server.as('super_admin', await make.workspace());
  const adding = admin.providerKeys.add.mutate(newKey('azure_openai', server.keyFor('broken')));
  const message =
    'Nobody answers for the resource my-company: check the resource’s name, or try again in a few minutes.';
  await expect(adding).rejects.toMatchObject({
    message: `${message} Nothing was saved.`,
    data: { errors: [{ path: 'resource', code: 'unreachable', message }] },
  });
  // Without an endpoint set by the operator, the resource's own address is shown.
  expect(adviseOnUnreachableAzure('acme', {})).toBe(
    'Nobody answers at https://acme.openai.azure.com: check the resource’s name, or try again in a few minutes.',
  );
});

test('a provider that there is not is refused with those that there are', async () => {
  const admin = await server.as('super_admin', await make.workspace());
  const asked = standIn.requests.length;
  const input = JSON.parse(JSON.stringify({ ...newKey('openai', server.keyFor('good')), provider: 'evil' }));
  await expect(admin.providerKeys.add.mutate(input)).rejects.toMatchObject({
    data: {
      httpStatus: 400,
      errors: [
        {
          path: 'provider',
          message: 'Must be one of anthropic, openai, google, deepgram, azure_openai, openai_compatible',
        },
      ],
    },
  });
  const { provider: _, ...nameless } = input;
  await expect(admin.providerKeys.add.mutate(nameless)).rejects.toMatchObject({
    data: { errors: [{ path: 'provider', message: 'Required' }] },
  });
  expect(standIn.requests).toHaveLength(asked);
});

test('a model that cannot be chosen is refused before the key goes anywhere', async () => {
  const admin = await server.as('super_admin', await make.workspace());
  const asked = standIn.requests.length;
  const input = { provider: 'anthropic' as const, model: 'gpt-6-luna', key: server.keyFor('good') };
  await expect(admin.providerKeys.add.mutate(input)).rejects.toMatchObject({
    data: { httpStatus: 400, errors: [{ path: 'model', code: 'unknown_model' }] },
  });
  expect(standIn.requests).toHaveLength(asked);
});

test('a key has 8 to 512 characters, and what else was pasted is refused before it goes anywhere', async () => {
  const admin = await server.as('super_admin', await make.workspace());
  const asked = standIn.requests.length;
  const key = server.keyFor('good');
  for (const wrong of [key.slice(0, 7), key.padEnd(513, 'x'), `${key} ${key}`, `${key}é`]) {
    await expect(admin.providerKeys.add.mutate(newKey('anthropic', wrong)), wrong).rejects.toMatchObject({
      data: { httpStatus: 400, errors: [{ path: 'key' }] },
    });
  }
  expect(standIn.requests).toHaveLength(asked);
  await admin.providerKeys.add.mutate(newKey('anthropic', key.padEnd(512, 'x')));
  expect(server.keysSince(asked)).toEqual([key.padEnd(512, 'x')]);
});

// rules/provider-keys 11
test.each(['a.b', 'a/b', 'a:443', 'evil.example.com/', 'user@host', '-a', 'A', '', 'x'.repeat(64), 'a\n'])(
  'an Azure resource called %j is refused before the key goes anywhere',
  async (resource) => {
    const admin = await server.as('super_admin', await make.workspace());
    const asked = standIn.requests.length;
    const adding = admin.providerKeys.add.mutate({
      provider: 'azure_openai',
      resource,
      deployment: 'gpt',
      key: server.keyFor('good'),
    });
    await expect(adding).rejects.toMatchObject({
      data: { httpStatus: 400, errors: [{ path: 'resource' }] },
    });
    expect(standIn.requests).toHaveLength(asked);
  },
);

// rules/bounds 9
test('a workspace has at most four keys checked at once, and others are checked meanwhile', async () => {
  const workspace = await make.workspace();
  const admin = await server.as('super_admin', workspace);
  const other = await server.as('super_admin', await make.workspace());
  const asked = standIn.requests.length;
  const add = (scenario: 'slow' | 'good') =>
    admin.providerKeys.add.mutate(newKey('anthropic', server.keyFor(scenario)));
  const slow = Promise.allSettled(Array.from({ length: 4 }, () => add('slow')));
  await expect.poll(() => standIn.requests.length).toBe(asked + 4);
  await expect(add('good')).rejects.toMatchObject({ data: { httpStatus: 429, app_code: 'rate_limited' } });
  expect(await other.providerKeys.add.mutate(newKey('anthropic', server.keyFor('good')))).toMatchObject({ version: 1 });
  expect((await slow).map(({ status }) => status)).toEqual(Array(4).fill('rejected'));
  expect(await add('good')).toMatchObject({ version: 1 });
});

test('a test that ends after the key was rotated says nothing of the new one', async () => {
  const admin = await server.as('super_admin', await make.workspace());
  const key = server.keyFor('good');
  const own = await admin.providerKeys.add.mutate(newKey('anthropic', key));
  const from = standIn.requests.length;
  standIn.setScenario(key, 'slow');
  const testing = admin.providerKeys.test.mutate({ id: own.id });
  await expect.poll(() => standIn.requests.slice(from).some((asked) => asked.key === key)).toBe(true);
  await admin.providerKeys.rotate.mutate({ id: own.id, version: own.version, key: server.keyFor('good') });
  expect(await testing).toMatchObject({ outcome: 'unreachable' });
  const [{ own: shown } = { own: null }] = (await admin.providerKeys.list.query()).capabilities;
  expect(shown).toMatchObject({ version: 2, last_error: null });
});

/** Answers to a key that is good, but not for this call, and what an administrator reads. */
const ELSEWHERE = [
  ['azure_openai', 403, { code: '403', message: 'Access denied due to Virtual Network/Firewall rules.' }, /Networking/],
  ['openai', 403, { code: 'unsupported_country_region_territory', message: '…' }, /country .* another provider/],
  [
    'openai',
    401,
    { code: null, message: 'Missing scopes: api.responses.write.' },
    /permission .* write access to Resp/,
  ],
] as const;

// rules/provider-keys 3
test.each(ELSEWHERE)(
  '%s %i %j: what is not the key’s fault says what to do',
  async (provider, status, error, advice) => {
    const workspace = await make.workspace();
    const admin = await server.as('super_admin', workspace);
    const key = server.keyFor('good');
    const answer = { status, body: { error } };
    standIn.setScenario(key, answer);
    const adding = admin.providerKeys.add.mutate(newKey(provider, key));
    await expect(adding).rejects.toMatchObject({
      message: expect.stringMatching(advice),
      data: {
        httpStatus: 400,
        errors: [{ path: 'key', code: 'no_model_access', message: expect.stringMatching(advice) }],
      },
    });
    // The same for a key that is stored: work waits for it, and says why.
    standIn.setScenario(key, undefined);
    const own = await admin.providerKeys.add.mutate(newKey(provider, key));
    standIn.setScenario(key, answer);
    await expect(server.generate(workspace)).rejects.toMatchObject({
      code: 'provider_key_failed',
      message: expect.stringMatching(advice),
    });
    expect(await admin.providerKeys.test.mutate({ id: own.id })).toMatchObject({ outcome: 'no_model_access' });
  },
);
