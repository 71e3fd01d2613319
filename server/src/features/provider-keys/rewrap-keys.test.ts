import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { connect } from '../../../test/database.ts';
import { newKey, startKeyServer } from '../../../test/key-server.ts';
import { commandsWith, processesWith } from '../../../test/wtp.ts';
import { newId } from '../../platform/ids.ts';
import { addKeyToKeyringFile } from '../../platform/encryption/keyring-file-write.ts';
import { seal } from '../../platform/encryption/sealing.ts';
import { rewrapSecrets } from '../secrets/rewrap-secrets.ts';
import { decryptStoredSecret } from '../secrets/stored-secret.ts';
import { REWRAPPABLE_PROVIDER_KEY_COLUMN } from './rotate-provider-key.ts';
import { SEALED_PROVIDER_KEY_COLUMN } from './sealed-key.ts';

const DATA_DIR = mkdtempSync(path.join(os.tmpdir(), 'rewrap-test-'));
afterAll(() => rmSync(DATA_DIR, { recursive: true, force: true }));

/** A running server beside the commands, with the same database and keyring file. */
const server = await startKeyServer({ env: { ENCRYPTION_KEYS: '', ENCRYPTION_ACTIVE_KEY: '', DATA_DIR } });
const { make, rows, services, standIn } = server;
const { keyring } = services;
const settings = { DATABASE_URL: server.databaseUrl, DATA_DIR };
const { wtp, json, failure } = commandsWith(settings);
const processes = processesWith(settings);
const operator = () => ({
  ...make.contextOf({ id: '', slug: '', name: '' }),
  actor: { kind: 'system', name: 'Operator' } as const,
});
const keyringText = () => readFileSync(path.join(DATA_DIR, 'keyring.json'), 'utf8');

beforeEach(() => rows('delete from provider_keys'));

const WAITING = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;

/** A workspace with its own key for generation. */
async function withOwnKey() {
  const workspace = await make.workspace();
  const admin = await server.as('super_admin', workspace);
  const key = server.keyFor('good');
  const own = await admin.providerKeys.add.mutate(newKey('anthropic', key));
  return { workspace, admin, own, key };
}

const allStored = () => rows('select * from provider_keys order by workspace_id, id');
const keyIds = async () => new Set((await allStored()).map((row) => row['key_id']));
const rewrapped = () =>
  rows(`select workspace_id, actor_kind, actor_name, subject_kind, subject_id, subject_name, changes
    from audit_events where action = 'provider_key.rewrapped' order by at, id`);

/** Makes a call and returns the key that the provider received. */
async function keyUsed(workspace: Awaited<ReturnType<typeof make.workspace>>) {
  const asked = standIn.requests.length;
  expect(await server.generate(workspace)).toBe('Yes.');
  return server.keysSince(asked).at(-1);
}

/** Waits until `count` connections to this database wait for a lock. */
const waiting = (count: number) => expect.poll(async () => (await rows(WAITING)).length).toBe(count);

test('a fresh key beside a running server: all keys of all workspaces move, and calls go on', async () => {
  const [one, two] = [await withOwnKey(), await withOwnKey()];
  const speech = await one.admin.providerKeys.add.mutate(newKey('deepgram', server.keyFor('good')));
  const old = keyring.activeId;
  const before = await allStored();
  const logged = (await rewrapped()).length;

  const done = await processes.json(['keys', 'rewrap', '--new-key']);
  const active = keyring.activeId;
  expect(active).not.toBe(old);
  expect(done).toEqual({ active, rewrapped: 3, already: 0, keys: { [active]: 3 }, dry_run: false });
  const after = await allStored();
  expect(after).toEqual(before.map((row) => ({ ...row, key_id: active, sealed: expect.any(Buffer) })));
  expect(after.map(({ sealed }) => sealed)).not.toContainEqual(before[0]!['sealed']);
  expect(await keyUsed(one.workspace)).toBe(one.key);
  expect(await keyUsed(two.workspace)).toBe(two.key);

  const events = (await rewrapped()).slice(logged);
  expect(events).toHaveLength(3);
  for (const [{ workspace }, { id }, name] of [
    [one, one.own, 'AI generation & grading'],
    [one, speech, 'Speech transcription'],
    [two, two.own, 'AI generation & grading'],
  ] as const) {
    expect(events).toContainEqual({
      workspace_id: workspace.id,
      actor_kind: 'system',
      actor_name: 'Operator',
      subject_kind: 'provider_key',
      subject_id: id,
      subject_name: name,
      changes: { key_id: [old, active] },
    });
  }

  // A second run has nothing to move or log, and a rotation encrypts with the new key.
  expect(await json(['keys', 'rewrap'])).toMatchObject({ rewrapped: 0, already: 3 });
  expect(await rewrapped()).toHaveLength(logged + 3);
  const key = server.keyFor('good');
  await two.admin.providerKeys.rotate.mutate({ id: two.own.id, version: two.own.version, key });
  expect(await keyIds()).toEqual(new Set([active]));
  expect(await keyUsed(two.workspace)).toBe(key);
});

test('people read what was moved, and which encryption keys nothing needs any more', async () => {
  await withOwnKey();
  const old = keyring.activeId;
  const { stdout } = await wtp(['keys', 'rewrap', '--new-key']);
  expect(stdout).toContain(
    `Moved 1 provider key to the encryption key “${keyring.activeId}”; 0 were under it already.`,
  );
  expect(stdout).toMatch(new RegExp(`No longer in use: .*${old}.*keyring.json`));
  expect(stdout).not.toMatch(new RegExp(`No longer in use: .*${keyring.activeId}`));
});

test('a dry run says what would be moved and writes nothing, with a fresh key neither', async () => {
  await withOwnKey();
  const old = keyring.activeId;
  addKeyToKeyringFile({ encryption: undefined, dataDir: DATA_DIR });
  await withOwnKey();
  const before = [await allStored(), await rewrapped(), keyringText()];
  const active = keyring.activeId;
  const keys = { [old]: 1, [active]: 1 };
  expect(await json(['keys', 'rewrap', '--dry-run'])).toEqual({
    active,
    rewrapped: 1,
    already: 1,
    keys,
    dry_run: true,
  });
  expect(await json(['keys', 'rewrap', '--dry-run', '--new-key'])).toEqual({
    active: null,
    rewrapped: 2,
    already: 0,
    keys,
    dry_run: true,
  });
  expect((await wtp(['keys', 'rewrap', '--dry-run'])).stdout).toBe(
    `1 provider key would be moved to the encryption key “${active}”; 1 is under it already. Each of them decrypts. ` +
      'Nothing was changed.\n',
  );
  expect([await allStored(), await rewrapped(), keyringText()]).toEqual(before);
});

test.each([
  ['was moved from another row', (good: Buffer) => ({ sealed: good }), 'changed or moved'],
  ['is sealed under a key that is lost', () => ({ key_id: 'lost' }), '“lost” is not in the keyring'],
])('one key that %s stops all, and is named', async (_what, change, reason) => {
  const good = await withOwnKey();
  const bad = await withOwnKey();
  addKeyToKeyringFile({ encryption: undefined, dataDir: DATA_DIR });
  const [stored] = await rows<{ sealed: Buffer }>('select sealed from provider_keys where id = $1', [good.own.id]);
  const [[column, value] = []] = Object.entries(change(stored!.sealed));
  await rows(`update provider_keys set ${column} = $1 where id = $2`, [value, bad.own.id]);
  const before = [await allStored(), await rewrapped(), keyringText()];
  for (const words of [[], ['--dry-run'], ['--new-key']]) {
    const said = await failure(['keys', 'rewrap', ...words, '--json']);
    expect(JSON.parse(said).error.code).toBe('unreadable_keys');
    expect(said).toContain(`${bad.workspace.slug} generation ${bad.own.id}: `);
    expect(said).toContain(reason);
    expect(said).not.toContain(good.own.id);
  }
  expect([await allStored(), await rewrapped(), keyringText()]).toEqual(before);
});

// rules/secrets 5
test('what does not come back from the database as it was written undoes all', async () => {
  await withOwnKey();
  await withOwnKey();
  await rows(`create function keep_sealed() returns trigger language plpgsql
    as $$ begin new.sealed = old.sealed; return new; end $$`);
  await rows('create trigger keep_sealed before update on provider_keys for each row execute function keep_sealed()');
  onTestFinished(async () => void (await rows('drop function keep_sealed cascade')));
  const before = [await allStored(), await rewrapped()];
  expect(await failure(['keys', 'rewrap', '--new-key'])).toMatch(/^Nothing was changed: .* did not decrypt again/);
  expect([await allStored(), await rewrapped()]).toEqual(before);
});

test('more keys than one batch holds are moved, each to the same text as before', { tags: ['deep'] }, async () => {
  const places = Array.from({ length: 1_203 }, (_, n) => ({
    workspaceId: newId(),
    id: newId(),
    capability: 'generation' as const,
    provider: 'openai' as const,
    version: 1 + (n % 3),
  }));
  await rows(
    `insert into workspaces (id, slug, name, api_may_assign_super_admin, created_at)
    select id, 'many-' || id, 'Many', false, now() from unnest($1::uuid[]) as id`,
    [places.map(({ workspaceId }) => workspaceId)],
  );
  const sealed = places.map((place) =>
    seal(keyring, `secret of ${place.id}`, SEALED_PROVIDER_KEY_COLUMN.bindingOf(place)),
  );
  await rows(
    `insert into provider_keys (workspace_id, id, capability, provider, model, key_id, sealed, version, created_at, created_by_name)
     select workspace_id, id, 'generation', 'openai', 'gpt-6-luna', key_id, sealed, version, now(), 'Test'
     from unnest($1::uuid[], $2::uuid[], $3::text[], $4::bytea[], $5::integer[]) as made (workspace_id, id, key_id, sealed, version)`,
    [
      places.map(({ workspaceId }) => workspaceId),
      places.map(({ id }) => id),
      sealed.map(({ keyId }) => keyId),
      sealed.map((one) => one.sealed),
      places.map(({ version }) => version),
    ],
  );
  expect(await json(['keys', 'rewrap', '--new-key'])).toMatchObject({ rewrapped: 1_203, already: 0 });
  const stored = (await SEALED_PROVIDER_KEY_COLUMN.statements.all.all(server.db.pool)).map((row) =>
    SEALED_PROVIDER_KEY_COLUMN.secretOf(row),
  );
  expect(stored).toHaveLength(1_203);
  for (const secret of stored) {
    expect(secret.keyId).toBe(keyring.activeId);
    expect(decryptStoredSecret(keyring, secret)).toEqual({ text: `secret of ${secret.id}` });
  }
});

test('a rotation that is under way first: its key is the one that is moved', { tags: ['deep'] }, async () => {
  const { workspace, admin, own } = await withOwnKey();
  const beside = await connect(server.databaseUrl);
  await beside.query('begin');
  await beside.query('select from provider_key_health where provider_key_id = $1 for update', [own.id]);
  const key = server.keyFor('good');
  const rotation = admin.providerKeys.rotate.mutate({ id: own.id, version: 1, key });
  await waiting(1);
  const moving = json(['keys', 'rewrap', '--new-key']);
  await waiting(2);
  await beside.query('commit');
  expect(await rotation).toMatchObject({ version: 2 });
  expect(await moving).toMatchObject({ rewrapped: 1, keys: { [keyring.activeId]: 1 } });
  expect(await keyUsed(workspace)).toBe(key);
});

test('a rotation that comes while keys are moved waits, and then counts', { tags: ['deep'] }, async () => {
  const { workspace, admin, own } = await withOwnKey();
  const beside = await connect(server.databaseUrl);
  await beside.query('begin');
  await beside.query('lock table audit_events in exclusive mode');
  const moving = json(['keys', 'rewrap', '--new-key']);
  await waiting(1);
  const key = server.keyFor('good');
  const rotation = admin.providerKeys.rotate.mutate({ id: own.id, version: 1, key });
  await waiting(2);
  await beside.query('commit');
  expect(await moving).toMatchObject({ rewrapped: 1 });
  expect(await rotation).toMatchObject({ version: 2 });
  expect(await keyUsed(workspace)).toBe(key);
});

test('a key that is removed while it waits to be moved stays removed', { tags: ['deep'] }, async () => {
  const [gone, stays] = [await withOwnKey(), await withOwnKey()];
  const beside = await connect(server.databaseUrl);
  await beside.query('begin');
  await beside.query('delete from provider_keys where id = $1', [gone.own.id]);
  const moving = json(['keys', 'rewrap', '--new-key']);
  await waiting(1);
  await beside.query('commit');
  expect(await moving).toMatchObject({ rewrapped: 1 });
  expect(await allStored()).toMatchObject([{ id: stays.own.id, key_id: keyring.activeId }]);
});

test(
  'rotations and several moves to fresh keys at once leave every key as it was last set',
  { tags: ['deep'] },
  async () => {
    const all = await Promise.all([1, 2, 3, 4].map(() => withOwnKey()));
    const move = async (times: number) => {
      for (let n = 0; n < times; n++) {
        const addKey = () => addKeyToKeyringFile({ encryption: undefined, dataDir: DATA_DIR });
        await rewrapSecrets(operator(), { keyring, columns: [REWRAPPABLE_PROVIDER_KEY_COLUMN], dryRun: false, addKey });
      }
    };
    const rotate = async ({ admin, own, workspace }: (typeof all)[number]) => {
      let key = '';
      for (let version = 1; version <= 5; version++) {
        key = server.keyFor('good');
        await admin.providerKeys.rotate.mutate({ id: own.id, version, key });
      }
      return { workspace, key };
    };
    const [rotated] = await Promise.all([Promise.all(all.map(rotate)), move(6), move(6)]);
    for (const { workspace, key } of rotated) expect(await keyUsed(workspace)).toBe(key);
    const workspaces = new Set(all.map(({ workspace }) => workspace.id));
    const logged = (await rewrapped()).filter((event) => workspaces.has(String(event['workspace_id'])));
    expect(logged.length).toBeGreaterThan(0);
    const movedTo = { key_id: [expect.any(String), expect.any(String)] };
    for (const { changes } of logged) expect(changes).toEqual(movedTo);
    expect(await json(['keys', 'rewrap'])).toMatchObject({ keys: { [keyring.activeId]: 4 } });
  },
);
