import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { AiCapability } from '@training/shared/provider-keys/provider-keys';
import { expect, onTestFinished, test } from 'vitest';
import { connect, freshDatabaseUrl } from '../../../test/database.ts';
import { makerFor } from '../../../test/make.ts';
import { startProcess } from '../../../test/process.ts';
import { commandsWith } from '../../../test/wtp.ts';
import { readServerConfig } from '../../core/config.ts';
import { openOperatorDatabase } from '../../database/database.ts';
import { newId } from '../../platform/ids.ts';
import { KeyringError } from '../../platform/encryption/keyring-file.ts';
import { openKeyring, type Keyring } from '../../platform/encryption/keyring.ts';
import { seal } from '../../platform/encryption/sealing.ts';
import { SEALED_COLUMNS } from '../../app/sealed-columns.ts';
import { recordKeysAndVerifyKeyring } from '../secrets/known-keys.ts';
import { UnreadableSecretsError } from '../secrets/stored-secret.ts';
import { SEALED_PROVIDER_KEY_COLUMN } from './sealed-key.ts';

const SECRETS = { old: Buffer.alloc(32, 1), new: Buffer.alloc(32, 2), other: Buffer.alloc(32, 3) };
type Named = keyof typeof SECRETS;

/** Settings of a keyring with these keys; the first one is active. */
function settings(...ids: [Named, ...Named[]]) {
  return {
    ENCRYPTION_KEYS: ids.map((id) => `${id}:${SECRETS[id].toString('base64')}`).join(','),
    ENCRYPTION_ACTIVE_KEY: ids[0],
  };
}

function keyringOf(active: Named): Keyring {
  return { activeId: active, key: () => SECRETS[active], ids: () => [active] };
}

/** Creates a separate database, and a data folder without a keyring. */
async function installation() {
  const DATABASE_URL = await freshDatabaseUrl();
  const db = await openOperatorDatabase(DATABASE_URL, 2);
  onTestFinished(() => db.close());
  const DATA_DIR = mkdtempSync(path.join(os.tmpdir(), 'keyring-check-'));
  onTestFinished(() => rmSync(DATA_DIR, { recursive: true, force: true }));
  const make = makerFor(db);
  const rows = async (text: string) => (await db.pool.query<Record<string, unknown>>(text)).rows;

  async function storeKey(keyring: Keyring, workspaceId: string, capability: AiCapability = 'generation') {
    const [provider, model] =
      capability === 'generation' ? (['openai', 'gpt-6-luna'] as const) : (['deepgram', 'nova-3'] as const);
    const row = { workspaceId, id: newId(), capability, provider, version: 1 };
    const { keyId, sealed } = seal(keyring, 'sk-secret-of-the-provider', SEALED_PROVIDER_KEY_COLUMN.bindingOf(row));
    await db.pool.query(
      `insert into provider_keys (workspace_id, id, capability, provider, model, key_id, sealed, created_at, created_by_name)
       values ($1, $2, $3, $4, $5, $6, $7, now(), 'Test')`,
      [workspaceId, row.id, capability, provider, model, keyId, sealed],
    );
    return row;
  }

  const env = { DATABASE_URL, DATA_DIR };
  return { env, make, rows, storeKey, file: path.join(DATA_DIR, 'keyring.json'), ...commandsWith(env) };
}

/** Runs the keyring check of a server start. */
async function check(env: Record<string, string>): Promise<void> {
  const config = readServerConfig(env);
  const db = await openOperatorDatabase(config.databaseUrl!, 2);
  await recordKeysAndVerifyKeyring(db, openKeyring(config), SEALED_COLUMNS, config).finally(() => db.close());
}

/** Message of the failed check. */
async function refusal(env: Record<string, string>): Promise<string> {
  const error: unknown = await check(env).catch((thrown: unknown) => thrown);
  if (!(error instanceof KeyringError || error instanceof UnreadableSecretsError))
    throw error ?? new Error('not refused');
  expect(error.message).not.toContain('sk-secret');
  return error.message;
}

/** Last output line of a server that refuses to start: it exits with code 1 and never listens. */
async function refusalOfProcess(env: Record<string, string>): Promise<string> {
  const { ended, output } = startProcess(env);
  expect(await ended, output()).toBe(1);
  const lines = output().trimEnd().split('\n');
  expect(output()).not.toContain('http:');
  expect(output()).not.toContain('sk-secret');
  return lines.at(-1)!;
}

async function processStarts(env: Record<string, string>): Promise<void> {
  const { base, child, ended } = startProcess(env);
  expect((await fetch(`${await base}/readyz`)).status).toBe(200);
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
}

test('without provider keys it starts, and makes no keyring', async () => {
  const { env, file, json } = await installation();
  await processStarts(env);
  const nothing = { active: null, rewrapped: 0, already: 0, keys: {} };
  expect(await json(['keys', 'rewrap'])).toEqual({ ...nothing, dry_run: false });
  expect(await json(['keys', 'rewrap', '--dry-run'])).toEqual({ ...nothing, dry_run: true });
  expect(existsSync(file)).toBe(false);
  const active = expect.stringMatching(/^\d{8}-[0-9a-f]{8}$/);
  expect(await json(['keys', 'rewrap', '--new-key'])).toEqual({ ...nothing, active, dry_run: false });
  expect(existsSync(file)).toBe(true);
});

// rules/secrets 4
test('it does not start when the settings lack keys in use, and does once they are back', async () => {
  const { env, make, storeKey } = await installation();
  const [one, two] = [await make.workspace(), await make.workspace()];
  await storeKey(keyringOf('old'), one.id);
  await storeKey(keyringOf('old'), two.id);
  await storeKey(keyringOf('old'), two.id, 'transcription');
  await storeKey(keyringOf('other'), one.id, 'transcription');
  const said = await refusalOfProcess({ ...env, ...settings('new') });
  expect(said).toContain('ENCRYPTION_KEYS, lacks');
  expect(said).toContain('“old” (3 provider keys in 2 workspaces), “other” (1 provider key in 1 workspace).');
  expect(await refusal({ ...env, ...settings('new', 'other') })).not.toContain('“other”');
  await processStarts({ ...env, ...settings('new', 'other', 'old') });
});

test('a database restored beside no keyring, or beside an old one, is refused', async () => {
  const { env, file, make, storeKey, json, rows } = await installation();
  const workspace = await make.workspace();
  await storeKey(keyringOf('old'), workspace.id);
  expect(await refusal(env)).toContain(`${file}, lacks`);
  expect(existsSync(file)).toBe(false);
  // Creates a keyring file with a different key.
  expect(openKeyring({ encryption: undefined, dataDir: env.DATA_DIR }).activeId).toBeTruthy();
  expect(await refusal(env)).toMatch(/“old” \(1 provider key in 1 workspace\)\. Restore that file/);
  const restored = { active: 'old', keys: { old: SECRETS.old.toString('base64') } };
  writeFileSync(file, JSON.stringify(restored), { mode: 0o600 });
  await check(env);
  expect(await json(['keys', 'rewrap', '--new-key'])).toMatchObject({ rewrapped: 1 });
  expect((await rows('select key_id from provider_keys'))[0]!['key_id']).not.toBe('old');
  await check(env);
});

test('a keyring file that cannot be used is one clear line, for the server and for commands', async () => {
  const { env, file, failure } = await installation();
  writeFileSync(file, '{"active":');
  expect(await refusalOfProcess(env)).toMatch(/keyring\.json is not a keyring: put it back from a backup/);
  expect(JSON.parse(await failure(['keys', 'rewrap', '--json']))).toMatchObject({ error: { code: 'keyring' } });
});

test('the settings move keys from one to the next; a fresh one is not theirs to make', async () => {
  const { env, make, storeKey, wtp, failure, file } = await installation();
  const workspace = await make.workspace();
  await storeKey(keyringOf('old'), workspace.id);
  expect(await failure(['keys', 'rewrap', '--new-key'], settings('new', 'old'))).toMatch(/comes from ENCRYPTION_KEYS/);
  expect(await failure(['keys', 'rewrap', '--new-key', '--dry-run'], settings('new', 'old'))).toMatch(
    /ENCRYPTION_KEYS/,
  );
  expect(await failure(['keys', 'rewrap'], settings('new'))).toContain('“old” is not in the keyring');
  expect(await wtp(['keys', 'rewrap'], settings('new', 'old'))).toEqual({
    code: 0,
    stdout: expect.stringMatching(/^Moved 1 provider key .*“new”.*\nNo longer in use: old\. .*ENCRYPTION_KEYS/),
    stderr: '',
  });
  expect(existsSync(file)).toBe(false);
  await check({ ...env, ...settings('new') });
});

// rules/secrets 4
test('a server and a command whose key of an id is another one than before are refused, and say what to do', async () => {
  const { env, make, storeKey, failure, json, rows } = await installation();
  const workspace = await make.workspace();
  await storeKey(keyringOf('old'), workspace.id);
  await check({ ...env, ...settings('old') });
  const another = { ENCRYPTION_KEYS: `old:${SECRETS.new.toString('base64')}`, ENCRYPTION_ACTIVE_KEY: 'old' };
  const said = await refusal({ ...env, ...another });
  expect(said).toMatch(/“old” is not the one that this database knows.* give it an id of its own\./);
  expect(JSON.parse(await failure(['keys', 'rewrap', '--json'], another))).toMatchObject({
    error: { code: 'keyring' },
  });
  // The solution named in the message, for a lost key.
  const renamed = settings('new');
  expect(said).toContain('wtp keys discard --key-id old');
  expect(await json(['keys', 'discard', '--key-id', 'old', '--yes'], renamed)).toMatchObject({ freed: true });
  expect(await rows('select id from directory.encryption_keys')).toEqual([]);
  await check({ ...env, ...renamed });
});

// rules/secrets 6
test('what is sealed under a lost key is discarded once that is confirmed, and nothing else', async () => {
  const { env, make, rows, storeKey, failure, json } = await installation();
  const workspace = await make.workspace();
  const lost = await storeKey(keyringOf('old'), workspace.id);
  const kept = await storeKey(keyringOf('new'), workspace.id, 'transcription');
  // Has the id of the kept key, but was encrypted with another key.
  const other = await make.workspace();
  const wrong = await storeKey({ ...keyringOf('other'), activeId: 'new' }, other.id);
  const now = settings('new');
  const discard = ['keys', 'discard', '--key-id', 'old'];
  const stored = async () => (await rows('select id from provider_keys order by id')).map(({ id }) => id);
  const before = await stored();
  expect(await refusal({ ...env, ...now })).toContain('keys discard --key-id old');
  expect(await failure(discard, now)).toMatch(
    new RegExp(
      `^Nothing was removed yet\\. 1 provider key would be.* ${workspace.slug} generation ${lost.id}\\..*--yes`,
    ),
  );
  expect(await failure([...discard, '--yes'], settings('new', 'old'))).toMatch(/opens all that is sealed under “old”/);
  expect(await failure(['keys', 'discard', '--key-id', 'typo', '--yes'], now)).toMatch(/in use are: new, old\.$/);
  expect(await stored()).toEqual(before);

  const discarded = { workspace: workspace.slug, secret: 'provider key', capability: 'generation', id: lost.id };
  expect(await json([...discard, '--yes'], now)).toEqual({ key_id: 'old', discarded: [discarded], freed: false });
  expect(await json(['keys', 'discard', '--key-id', 'new', '--yes'], now)).toMatchObject({
    discarded: [{ workspace: other.slug, id: wrong.id }],
  });
  expect(await stored()).toEqual([kept.id]);
  const logged = `select action, actor_name, subject_id from audit_events where action like 'provider_key.%' order by at`;
  expect(await rows(logged)).toEqual(
    [lost, wrong].map(({ id }) => ({ action: 'provider_key.removed', actor_name: 'Operator', subject_id: id })),
  );
  await check({ ...env, ...now });
});

test('a key that is rotated while the discard waits for it is kept', async () => {
  const { env, make, storeKey, rows, json } = await installation();
  const workspace = await make.workspace();
  const row = await storeKey(keyringOf('old'), workspace.id);
  const rotated = seal(
    keyringOf('new'),
    'sk-the-next-one',
    SEALED_PROVIDER_KEY_COLUMN.bindingOf({ ...row, version: 2 }),
  );
  const beside = await connect(env.DATABASE_URL);
  await beside.query('begin');
  await beside.query('update provider_keys set key_id = $1, sealed = $2, version = 2', [rotated.keyId, rotated.sealed]);
  const discarding = json(['keys', 'discard', '--key-id', 'old', '--yes'], settings('new'));
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  await expect.poll(async () => (await rows(waiting)).length).toBe(1);
  await beside.query('commit');
  expect(await discarding).toEqual({ key_id: 'old', discarded: [], freed: false });
  expect(await rows('select key_id, version from provider_keys')).toEqual([{ key_id: 'new', version: 2 }]);
});
