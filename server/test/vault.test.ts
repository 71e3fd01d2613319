import { expect, test } from 'vitest';
import type { Keyring } from '../src/platform/encryption/keyring.ts';
import { seal } from '../src/platform/encryption/sealing.ts';
import { SEALED_PROVIDER_KEY_COLUMN } from '../src/features/provider-keys/sealed-key.ts';
import { recordKeysAndVerifyKeyring } from '../src/features/secrets/known-keys.ts';
import { discardSecrets } from '../src/features/secrets/discard-secrets.ts';
import { ENDPOINT_COLUMNS, FORMER, keyringOf, SECRET, withEndpoints } from './endpoints.ts';
import { rewrapSecrets } from '../src/features/secrets/rewrap-secrets.ts';
import { SEALED_COLUMNS } from '../src/app/sealed-columns.ts';
import { decryptSecret } from '../src/features/secrets/sealed-secret.ts';

const COLUMNS = [...SEALED_COLUMNS, ...ENDPOINT_COLUMNS];
const old = keyringOf({ old: 1 });
const both = keyringOf({ new: 2, old: 1 });
const fresh = keyringOf({ new: 2 });

type Installation = Awaited<ReturnType<typeof withEndpoints>>;

/** Opens both secrets of each endpoint with the keyring; null if there is none. */
async function opened({ db }: Installation, keyring: Keyring) {
  const texts = [];
  for (const column of [SECRET, FORMER]) {
    for (const answered of await column.statements.all.all(db.pool)) {
      const { keyId, sealed, labels } = column.secretOf(answered);
      texts.push({ ...labels, ...decryptSecret(keyring, column, { ...column.rowOf(answered), keyId, sealed }) });
    }
  }
  return texts;
}

async function storeProviderKey({ rows, workspace }: Installation, keyring: Keyring) {
  const row = {
    workspaceId: workspace.id,
    id: workspace.id,
    capability: 'generation' as const,
    provider: 'openai' as const,
    version: 1,
  };
  const { keyId, sealed } = seal(keyring, 'sk-of-the-provider', SEALED_PROVIDER_KEY_COLUMN.bindingOf(row));
  await rows(
    `insert into provider_keys (workspace_id, id, capability, provider, model, key_id, sealed, created_at, created_by_name)
     values ($1, $1, 'generation', 'openai', 'gpt-6-luna', $2, $3, now(), 'Test')`,
    [row.id, keyId, sealed],
  );
}

/** An endpoint with both secrets, one with its first, and a provider key. */
async function filled(keyring: Keyring) {
  const installation = await withEndpoints();
  await storeProviderKey(installation, keyring);
  const rolled = await installation.store(keyring, 'https://a.example');
  await installation.roll(keyring, rolled);
  const single = await installation.store(keyring, 'https://b.example');
  return { ...installation, rolled, single, columns: COLUMNS };
}

const BOTH_OPEN = [
  { base_url: 'https://a.example', text: 'second' },
  { base_url: 'https://b.example', text: 'first' },
  { base_url: 'https://a.example', secret: 'former', text: 'first' },
];

// rules/secrets 5
test('whatever is registered moves to the active key in one go, each secret to the same text as before', async () => {
  const installation = await filled(old);
  const { operator, columns, rows } = installation;
  const before = await rows('select * from test_endpoints order by id');

  const found = await rewrapSecrets(operator, { keyring: both, columns, dryRun: true });
  const moved = new Map([
    ['provider key', 1],
    ['endpoint secret', 2],
    ['former endpoint secret', 1],
  ]);
  expect(found).toEqual({ active: 'new', rewrapped: moved, already: 0, keys: { old: 4 } });
  expect(await rows('select * from test_endpoints order by id')).toEqual(before);

  const done = await rewrapSecrets(operator, { keyring: both, columns, dryRun: false });
  expect(done).toEqual({ active: 'new', rewrapped: moved, already: 0, keys: { new: 4 } });
  expect(await opened(installation, fresh)).toEqual(BOTH_OPEN);
  expect(await rows('select key_id from provider_keys')).toEqual([{ key_id: 'new' }]);
  expect(await rows('select former, former_key_id from test_endpoints where former is null')).toEqual([
    { former: null, former_key_id: null },
  ]);
  const logged = `select subject_kind, changes from audit_events where action = 'provider_key.rewrapped' order by 1`;
  expect(await rows(logged)).toEqual([
    { subject_kind: 'provider_key', changes: { key_id: ['old', 'new'] } },
    ...Array.from({ length: 3 }, () => ({ subject_kind: 'test_endpoint', changes: { key_id: ['old', 'new'] } })),
  ]);
  const again = await rewrapSecrets(operator, { keyring: both, columns, dryRun: false });
  expect(again).toMatchObject({ already: 4, keys: { new: 4 } });
});

// rules/secrets 5
test('one secret of a row that does not decrypt stops the move of all tables, and is named with its column', async () => {
  const { rolled, operator, columns, rows, workspace } = await filled(old);
  await rows('update test_endpoints set former = secret where id = $1', [rolled.id]);
  const before = [await rows('select * from test_endpoints order by id'), await rows('select * from provider_keys')];
  await expect(rewrapSecrets(operator, { keyring: both, columns, dryRun: false })).rejects.toThrow(
    `Nothing was changed, since not all can be decrypted: ${workspace.slug} https://a.example former ${rolled.id}: it was changed`,
  );
  expect([await rows('select * from test_endpoints order by id'), await rows('select * from provider_keys')]).toEqual(
    before,
  );
});

test('a start without the key says what each table keeps under it', async () => {
  const { db, columns } = await filled(old);
  const settings = { encryption: undefined, dataDir: '/nowhere' };
  await expect(recordKeysAndVerifyKeyring(db, fresh, columns, settings)).rejects.toThrow(
    'in use: “old” (1 provider key in 1 workspace, 2 endpoint secrets in 1 workspace, 1 former endpoint secret in 1 workspace). ',
  );
  await recordKeysAndVerifyKeyring(db, both, columns, settings);
});

// rules/secrets 6
test('what is lost is given up as its table says, each secret of a row by itself', async () => {
  const installation = await filled(old);
  const { operator, columns, rolled, workspace, rows } = installation;
  const { keyId, sealed } = seal(fresh, 'second', SECRET.bindingOf({ ...rolled, version: 2 }));
  await rows('update test_endpoints set secret = $2, secret_key_id = $3 where id = $1', [rolled.id, sealed, keyId]);
  const options = { keyring: fresh, columns, keyId: 'old' };
  await expect(discardSecrets(operator, { ...options, confirmed: false })).rejects.toThrow(
    'Nothing was removed yet. 1 provider key, 1 endpoint secret and 1 former endpoint secret would be, for good: ' +
      `${workspace.slug} generation `,
  );
  const { discarded } = await discardSecrets(operator, { ...options, confirmed: true });
  expect(discarded.map(({ noun }) => noun)).toEqual(['provider key', 'endpoint secret', 'former endpoint secret']);
  expect(await opened(installation, fresh)).toEqual([{ base_url: 'https://a.example', text: 'second' }]);
  expect(await rows('select from provider_keys')).toEqual([]);
});

// rules/secrets 1
test('a secret in another row, column or version is not opened', async () => {
  const { store, roll, rows } = await withEndpoints();
  const [row, other] = [await store(old), await store(old)];
  const rolled = await roll(old, row);
  const [stored] = await rows<{ secret: Buffer; former: Buffer }>(
    'select secret, former from test_endpoints where id = $1',
    [row.id],
  );
  const second = { keyId: 'old', sealed: stored!.secret };
  const first = { keyId: 'old', sealed: stored!.former };
  expect(decryptSecret(old, SECRET, { ...rolled, ...second })).toEqual({ text: 'second' });
  expect(decryptSecret(old, FORMER, { ...rolled, ...first })).toEqual({ text: 'first' });
  expect(decryptSecret(old, FORMER, { ...rolled, ...second })).toEqual({ reason: 'tampered' });
  expect(decryptSecret(old, SECRET, { ...rolled, ...first })).toEqual({ reason: 'tampered' });
  expect(decryptSecret(old, SECRET, { ...rolled, id: other.id, ...second })).toEqual({ reason: 'tampered' });
});

test('what was not sealed does not fit into a column of secrets', async () => {
  const { store, rows } = await withEndpoints();
  const { id } = await store(old);
  const put = rows('update test_endpoints set secret = $2 where id = $1', [
    id,
    Buffer.from('whsec_a secret that somebody forgot to seal'),
  ]);
  await expect(put).rejects.toThrow(/sealed_secret_form/);
});
