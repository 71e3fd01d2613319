import { createCipheriv, randomBytes } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { newKey, startKeyServer } from '../../../test/key-server.ts';
import { hasFormerSealFormat } from '../../platform/encryption/sealing.ts';
import { SEALED_COLUMNS } from '../../app/sealed-columns.ts';
import { resealFormerFormatSecrets, rewrapSecrets } from '../secrets/rewrap-secrets.ts';

const server = await startKeyServer({ jobs: true });
const { make, rows, services, standIn } = server;
const log = { warn: () => undefined };

beforeEach(() => rows('delete from provider_keys'));

async function withAzureKey() {
  const workspace = await make.workspace();
  const admin = await server.as('super_admin', workspace);
  const key = server.keyFor('good');
  const own = await admin.providerKeys.add.mutate(newKey('azure_openai', key));
  const change = (columns: string) => rows(`update provider_keys set ${columns} where id = $1`, [own.id]);
  return { workspace, admin, key, own, change };
}

/** Replaces a stored key with the previous release's format, which is bound to fewer fields. */
async function asBefore({ workspace, own, key }: Awaited<ReturnType<typeof withAzureKey>>) {
  const encryptionKey = services.keyring.key(services.keyring.activeId) ?? Buffer.alloc(0);
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', encryptionKey, nonce);
  cipher.setAAD(Buffer.from(JSON.stringify([1, workspace.id, 'generation', own.id, '1'])));
  const text = Buffer.concat([cipher.update(key), cipher.final()]);
  const sealed = Buffer.concat([Buffer.of(1), nonce, cipher.getAuthTag(), text]);
  await rows('update provider_keys set sealed = $2 where id = $1', [own.id, sealed]);
}

async function sealedOf(id: string) {
  const [row] = await rows<{ sealed: Buffer }>('select sealed from provider_keys where id = $1', [id]);
  return row!.sealed;
}

// rules/provider-keys 11
test.each([
  ['resource', `resource = 'somebody-else'`],
  ['deployment', `deployment = 'theirs'`],
  ['provider', `provider = 'openai', model = 'gpt-6-luna', resource = null, deployment = null`],
])('a key whose %s was changed in the database is sent nowhere, and says so', async (_what, columns) => {
  const { workspace, admin, own, change } = await withAzureKey();
  expect(await server.generate(workspace)).toBe('Yes.');
  const from = standIn.requests.length;
  await change(columns);
  const said =
    /cannot be decrypted: the key, or the provider, resource, deployment or base URL .* was changed in the database/;
  await expect(server.generate(workspace)).rejects.toMatchObject({ code: 'provider_key_failed', message: said });
  await expect(admin.providerKeys.test.mutate({ id: own.id })).rejects.toThrow(said);
  expect(standIn.requests).toHaveLength(from);
});

// rules/provider-keys 11
test.each([
  ['the resource is another one', `resource = 'somebody-else'`],
  ['its encryption key is gone', `resource = 'somebody-else', key_id = 'gone'`],
])('a new key is not typed into an Azure row whose address nothing proves: %s', async (_what, columns) => {
  const { admin, own, change } = await withAzureKey();
  await change(columns);
  const from = standIn.requests.length;
  const rotating = admin.providerKeys.rotate.mutate({ id: own.id, version: 1, key: server.keyFor('good') });
  await expect(rotating).rejects.toThrow(/remove it, and add it again with its resource and deployment/);
  expect(standIn.requests).toHaveLength(from);
  await admin.providerKeys.remove.mutate({ id: own.id });
  await admin.providerKeys.add.mutate(newKey('azure_openai', server.keyFor('good')));
});

// rules/secrets 7
test('a key that was sealed before opens as it is, and is bound to its address without anybody’s doing', async () => {
  const made = await withAzureKey();
  const { workspace, own, key, change } = made;
  await asBefore(made);
  const from = standIn.requests.length;
  await server.generate(workspace);
  // Runs the hourly task.
  await rows(`select graphile_worker.add_job('reseal_secrets')`);
  await expect.poll(async () => hasFormerSealFormat({ sealed: await sealedOf(own.id) })).toBe(false);
  await server.generate(workspace);
  expect(server.keysSince(from)).toEqual([key, key]);
  const again = await sealedOf(own.id);
  await resealFormerFormatSecrets({ db: server.db, ai: services, log }, SEALED_COLUMNS);
  expect(await sealedOf(own.id)).toEqual(again);
  await change(`resource = 'somebody-else'`);
  await expect(server.generate(workspace)).rejects.toThrow(/was changed in the database/);
});

test('one of the former format that does not open stops none of the others', async () => {
  const [broken, whole] = [await withAzureKey(), await withAzureKey()];
  await asBefore(broken);
  await asBefore(whole);
  await broken.change('version = 9');
  const warned: object[] = [];
  const noting = { warn: (fields: object) => void warned.push(fields) };
  await resealFormerFormatSecrets({ db: server.db, ai: services, log: noting }, SEALED_COLUMNS);
  expect(hasFormerSealFormat({ sealed: await sealedOf(whole.own.id) })).toBe(false);
  expect(hasFormerSealFormat({ sealed: await sealedOf(broken.own.id) })).toBe(true);
  expect(JSON.stringify(warned)).toContain(broken.own.id);
});

test('a column whose secrets always fail to move stops none of the others', async () => {
  const made = await withAzureKey();
  await asBefore(made);
  const failing = SEALED_COLUMNS.map((column) => ({
    ...column,
    rewrapped: () => {
      throw new Error('Not now');
    },
  }));
  const resealing = resealFormerFormatSecrets({ db: server.db, ai: services, log }, [...failing, ...SEALED_COLUMNS]);
  await expect(resealing).rejects.toThrow('Not now');
  expect(hasFormerSealFormat({ sealed: await sealedOf(made.own.id) })).toBe(false);
});

// rules/secrets 7
test('“keys rewrap” seals what has the former format again, under the same encryption key too', async () => {
  const made = await withAzureKey();
  await asBefore(made);
  const operator = {
    ...make.contextOf({ id: '', slug: '', name: '' }),
    actor: { kind: 'system', name: 'Op' } as const,
  };
  const { keyring } = services;
  const done = await rewrapSecrets(operator, { keyring, columns: SEALED_COLUMNS, dryRun: false });
  expect(done.rewrapped.get('provider key')).toBe(1);
  const logged = `select changes from audit_events where workspace_id = $1 and action = 'provider_key.rewrapped'`;
  expect(await rows(logged, [made.workspace.id])).toEqual([{ changes: {} }]);
  expect(hasFormerSealFormat({ sealed: await sealedOf(made.own.id) })).toBe(false);
  expect(await server.generate(made.workspace)).toBe('Yes.');
});
