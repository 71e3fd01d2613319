import { expect, test } from 'vitest';
import { freshDatabase } from '../../../../test/database.ts';
import { keyringOf } from '../../../../test/endpoints.ts';
import { makerFor } from '../../../../test/make.ts';
import { readConfig } from '../../../core/config.ts';
import type { Keyring } from '../../../platform/encryption/keyring.ts';
import { createDriveProviders } from '../../../providers/drives/drive-providers.ts';
import { discardSecrets } from '../../secrets/discard-secrets.ts';
import { rewrapSecrets } from '../../secrets/rewrap-secrets.ts';
import { sealSecret } from '../../secrets/sealed-secret.ts';
import { recordDriveFailure, recordDriveSuccess } from './drive-outcome.ts';
import { DriveUnavailableError, openDrive } from './open-drive.ts';
import { REWRAPPABLE_DRIVE_CREDENTIALS } from './mark-needs-reconnecting.ts';
import { DRIVE_CREDENTIAL_COLUMN } from './sealed-drive-credential.ts';

const columns = [REWRAPPABLE_DRIVE_CREDENTIALS];
const former = keyringOf({ former: 1 });
const both = keyringOf({ next: 2, former: 1 });
const next = keyringOf({ next: 2 });
const credential = { auth: 'oauth', refreshToken: 'granted' } as const;
const drives = createDriveProviders(readConfig({}).drives, () => 'http://127.0.0.1');

async function installation() {
  const db = await freshDatabase();
  const make = makerFor(db);
  const workspace = await make.workspace();
  const admin = await make.user(workspace, { role: 'super_admin' });
  const drive = await make.drive(workspace, { version: 1 });
  const row = { ...drive, workspaceId: workspace.id, version: 1 };
  const sealed = await sealSecret({ db, keyring: former }, DRIVE_CREDENTIAL_COLUMN, row, JSON.stringify(credential));
  await db.pool.query('update drive_connections set sealed = $1, key_id = $2', [sealed.sealed, sealed.keyId]);
  const logged: object[] = [];
  const services = (keyring: Keyring) => ({
    db,
    ai: { keyring, log: { error: (fields: object) => void logged.push(fields) } },
    drives,
  });
  const named = { workspaceId: workspace.id, id: drive.id };
  return {
    db,
    operator: make.contextOf(workspace),
    drive,
    named,
    logged,
    admin,
    services,
    open: (keyring: Keyring) => openDrive(services(keyring), named),
    stored: async () => {
      const { rows } = await db.pool.query<Record<string, unknown>>(
        `select state, state_reason, sealed is null as forgotten, misses, paused_until > now() as rests,
           failing_since is not null as fails, due_at from drive_connections`,
      );
      return rows[0];
    },
    told: async () => {
      const { rows } = await db.pool.query<{ channel: string; recipient_id: string }>(
        `select channel, recipient_id from notifications where kind = 'drive.reconnect_needed' order by channel`,
      );
      return rows;
    },
    actions: async () => {
      const { rows } = await db.pool.query<{ action: string }>(
        `select action from audit_events where action like 'drive.%' order by at, id`,
      );
      return rows.map(({ action }) => action);
    },
  };
}

test('a credential moves to another key of the keyring, and opens as before', async () => {
  const { db, operator, open, actions } = await installation();
  await rewrapSecrets(operator, { keyring: both, columns, dryRun: false });
  expect((await open(next)).credential).toEqual(credential);
  expect(await actions()).toEqual(['drive.credential_rewrapped']);
  await db.close();
});

test('a server without its key reads nothing, says so in the log without a secret, and tells super admins once', async () => {
  const { db, open, stored, told, actions, logged, admin, drive } = await installation();
  await expect(open(next)).rejects.toBeInstanceOf(DriveUnavailableError);
  await expect(open(next)).rejects.toMatchObject({ reason: 'reconnect_needed' });
  expect(await stored()).toMatchObject({ state: 'reconnect_needed', state_reason: 'undecryptable', forgotten: false });
  expect(await actions()).toEqual(['drive.reconnect_needed']);
  expect(await told()).toEqual([
    { channel: 'email', recipient_id: admin.id },
    { channel: 'inbox', recipient_id: admin.id },
  ]);
  expect(logged).toEqual([expect.objectContaining({ connection_id: drive.id, key_id: 'former' })]);
  await db.close();
});

// rules/drives 2
test('a credential opens for no other drive, app or version', async () => {
  const { db, open } = await installation();
  expect((await open(former)).credential).toEqual(credential);
  for (const [change, back] of [
    [`version = 2`, 'version = 1'],
    [`app_id = 'other'`, `app_id = 'client'`],
    [`kind = 'lark'`, `kind = 'google'`],
  ]) {
    await db.pool.query(`update drive_connections set ${change}`);
    await expect(open(former), change).rejects.toBeInstanceOf(DriveUnavailableError);
    await db.pool.query(`update drive_connections set ${back}, state = 'connected', state_reason = null`);
  }
  await db.close();
});

test('a credential whose key is lost is forgotten, and the drive waits to be connected again', async () => {
  const { db, operator, stored, actions } = await installation();
  const done = await discardSecrets(operator, { keyring: next, columns, keyId: 'former', confirmed: true });
  expect(done.discarded).toMatchObject([{ noun: 'drive credential', labels: { kind: 'google' } }]);
  expect(await stored()).toMatchObject({ state: 'reconnect_needed', forgotten: true, due_at: null });
  expect(await actions()).toEqual(['drive.reconnect_needed']);
  await db.close();
});

// rules/drives 2
test('lost access is told once, and not where another credential has come meanwhile', async () => {
  const { db, services, named, stored, told } = await installation();
  const lose = (version: number) =>
    recordDriveFailure(services(former), { ...named, version }, { outcome: 'access_lost', retryAfter: undefined });
  await lose(7);
  expect(await stored()).toMatchObject({ state: 'connected' });
  await Promise.all([lose(1), lose(1), lose(1)]);
  expect(await stored()).toMatchObject({ state: 'reconnect_needed', state_reason: 'access_lost' });
  expect(await told()).toHaveLength(2);
  await db.close();
});

// rules/drives 2
test(
  'a burst of failures is one miss; after five minutes the drive is degraded, and an answer heals it',
  { tags: ['deep'] },
  async () => {
    const { db, services, named, stored, open } = await installation();
    await db.pool.query(`update drive_connections set push = 'channel'`);
    const fail = () =>
      recordDriveFailure(services(former), { ...named, version: 1 }, { outcome: 'unavailable', retryAfter: undefined });
    await Promise.all([fail(), fail(), fail(), fail()]);
    expect(await stored()).toMatchObject({ state: 'connected', misses: 1, rests: true, fails: true });
    await db.pool.query(
      `update drive_connections set failing_since = now() - interval '301 seconds', paused_until = now() - interval '1 second'`,
    );
    await fail();
    expect(await stored()).toMatchObject({ state: 'degraded', state_reason: 'unavailable', misses: 2 });
    const { connection } = await open(former);
    await recordDriveSuccess(services(former), connection);
    expect(await stored()).toMatchObject({ state: 'connected', state_reason: null, misses: 0, fails: false });
    await db.close();
  },
);

test('what concerns one file only says nothing about the drive', async () => {
  const { db, services, named, stored } = await installation();
  for (const outcome of ['forbidden', 'not_found', 'too_large', 'cursor_refused'] as const) {
    await recordDriveFailure(services(former), { ...named, version: 1 }, { outcome, retryAfter: undefined });
  }
  expect(await stored()).toMatchObject({ state: 'connected', misses: 0, fails: false });
  await db.close();
});
