import { expect, test } from 'vitest';
import { ENDPOINT_COLUMNS, keyringOf, SECRET, withEndpoints } from '../../../test/endpoints.ts';
import type { Keyring } from '../../platform/encryption/keyring.ts';
import { recordKeysAndVerifyKeyring, recordKeysInDatabase } from './known-keys.ts';
import { discardSecrets } from './discard-secrets.ts';
import { rewrapSecrets } from './rewrap-secrets.ts';
import { registerSealedColumn } from './sealed-column.ts';
import { sealSecret } from './sealed-secret.ts';

const columns = ENDPOINT_COLUMNS;
const right = keyringOf({ main: 1 });
const wrong = keyringOf({ main: 2 });
const renamed = keyringOf({ next: 2 });

async function installation() {
  const made = await withEndpoints();
  const { db, rows, operator } = made;
  return {
    ...made,
    start: (keyring: Keyring) =>
      recordKeysAndVerifyKeyring(db, keyring, columns, { encryption: undefined, dataDir: '/nowhere' }),
    discard: (keyring: Keyring, keyId = 'main', confirmed = true) =>
      discardSecrets(operator, { keyring, columns, keyId, confirmed }),
    known: async () =>
      (await rows<{ id: string }>('select id from directory.encryption_keys order by id')).map(({ id }) => id),
  };
}

const REFUSED = /encryption key “main” is not the one that this database knows by that id\. Put that one back/;

// rules/secrets 4
test('a key that the first start has shown is the one of its id from then on, before anything is sealed', async () => {
  const { start, known } = await installation();
  await start(right);
  expect(await known()).toEqual(['main']);
  await expect(start(wrong)).rejects.toThrow(REFUSED);
  await start(right);
  await start(keyringOf({ next: 2, main: 1 }));
  expect(await known()).toEqual(['main', 'next']);
});

test('nothing is sealed under another key of the id, whatever has not been started anew', async () => {
  const { db, workspace, start } = await installation();
  await start(right);
  const row = { workspaceId: workspace.id, id: workspace.id, baseUrl: 'https://a.example', version: 1 };
  await expect(sealSecret({ db, keyring: wrong }, SECRET, row, 'text')).rejects.toThrow(REFUSED);
  expect(await sealSecret({ db, keyring: right }, SECRET, row, 'text')).toMatchObject({ keyId: 'main' });
});

test('a key that came after the start is known once it has sealed', async () => {
  const { db, workspace, known } = await installation();
  const row = { workspaceId: workspace.id, id: workspace.id, baseUrl: 'https://a.example', version: 1 };
  await sealSecret({ db, keyring: right }, SECRET, row, 'text');
  expect(await known()).toEqual(['main']);
});

test('rows from before: a key proves itself by opening one of them, and one that opens none is refused', async () => {
  const { store, rows, start, known, operator } = await installation();
  const [first] = [await store(right), await store(right)];
  const unproven = /“main” opens nothing of what is sealed under that id: another key sealed it\. Put that one back/;
  await expect(start(wrong)).rejects.toThrow(unproven);
  await expect(
    rewrapSecrets(operator, { keyring: keyringOf({ main: 2, next: 3 }), columns, dryRun: false }),
  ).rejects.toThrow(unproven);
  expect(await known()).toEqual([]);
  // A tampered secret doesn't disprove the key that decrypts the other one.
  await rows(`update test_endpoints set secret = secret || '\\x00' where id = $1`, [first.id]);
  await start(right);
  expect(await known()).toEqual(['main']);
  await expect(start(wrong)).rejects.toThrow(REFUSED);
});

test('the commands refuse another key of the id too, and remove nothing that the right one opens', async () => {
  const { start, store, discard, rows, operator } = await installation();
  await start(right);
  await store(right);
  for (const dryRun of [true, false]) {
    await expect(rewrapSecrets(operator, { keyring: wrong, columns, dryRun })).rejects.toThrow(REFUSED);
  }
  await expect(discard(wrong)).rejects.toThrow(REFUSED);
  expect(await rows('select from test_endpoints')).toHaveLength(1);
});

test('a move to a fresh key lets the database know it, and a dry run does not', async () => {
  const { start, store, known, operator } = await installation();
  await start(right);
  await store(right);
  const keyring = keyringOf({ next: 2, main: 1 });
  await rewrapSecrets(operator, { keyring, columns, dryRun: true });
  expect(await known()).toEqual(['main']);
  await rewrapSecrets(operator, { keyring, columns, dryRun: false });
  expect(await known()).toEqual(['main', 'next']);
});

test('the id of a lost key is free once what it sealed is discarded, and not before', async () => {
  const { start, store, discard, known } = await installation();
  await start(right);
  await store(right);
  await expect(discard(renamed, 'main', false)).rejects.toThrow('Nothing was removed yet. 1 endpoint secret would be');
  expect(await known()).toEqual(['main']);
  expect(await discard(renamed)).toMatchObject({ discarded: [{ noun: 'endpoint secret' }], freed: true });
  await start(wrong);
  await expect(start(right)).rejects.toThrow(REFUSED);
});

test('the id is kept while the keyring has its key, and while anything is sealed under it', async () => {
  const { start, store, discard, rows, known, operator } = await installation();
  await start(right);
  const changed = await store(right);
  await rows(`update test_endpoints set secret = secret || '\\x00' where id = $1`, [changed.id]);
  expect(await discard(right)).toMatchObject({ discarded: [{ id: changed.id }], freed: false });

  await store(right);
  const stays = registerSealedColumn(SECRET, {
    rewrapped: () => ({ action: 'provider_key.rewrapped', subject: { kind: 'test_endpoint', id: null, name: 'Test' } }),
    discard: () => Promise.resolve(),
  });
  const options = { keyring: renamed, columns: [stays], keyId: 'main', confirmed: true };
  expect(await discardSecrets(operator, options)).toMatchObject({ freed: false });
  expect(await known()).toEqual(['main']);
});

test('the id of a key that was mistyped and has sealed nothing is freed when that is confirmed', async () => {
  const { start, discard, known } = await installation();
  await start(wrong);
  await expect(discard(wrong)).rejects.toThrow('Nothing is sealed under “main”; in use are: none.');
  await expect(discard(right, 'other')).rejects.toThrow('Nothing is sealed under “other”; in use are: none.');
  await expect(discard(right, 'main', false)).rejects.toThrow('To let another encryption key have that id');
  expect(await known()).toEqual(['main']);
  expect(await discard(right)).toEqual({ discarded: [], freed: true });
  await start(right);
});

test('of two instances that start at once with other keys of one id, one starts', { tags: ['deep'] }, async () => {
  const { db, known } = await installation();
  for (let round = 0; round < 10; round++) {
    const [one, other] = [keyringOf({ [`id-${round}`]: 1 }), keyringOf({ [`id-${round}`]: 2 })];
    const started = await Promise.allSettled([one, other].map((keyring) => recordKeysInDatabase(db, keyring, columns)));
    expect(started.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  }
  expect(await known()).toHaveLength(10);
});
