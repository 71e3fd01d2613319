import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { openOperatorDatabase } from '../../src/database/database.ts';
import { openKeyring } from '../../src/platform/encryption/keyring.ts';
import { freshDatabaseUrl } from '../database.ts';
import { startTestServer } from '../server.ts';
import { commandsWith } from '../wtp.ts';
import { auditChains, expectChainsToGoOn } from '../upgrade/audit-chains.ts';
import { readContents } from '../upgrade/contents.ts';
import { furnish } from '../upgrade/furnish.ts';
import { startFurnisher } from '../upgrade/furnish/furnisher.ts';
import { OWN_KEY, openedSecrets } from '../upgrade/opened-secrets.ts';
import { adapted, lacking, writeScript } from './deploy-page.ts';

const isRoot = process.getuid?.() === 0;
const missing = lacking({ pg_dump: 'postgresql-client', pg_restore: 'postgresql-client', runuser: 'util-linux' });
const reason = missing ?? (isRoot ? undefined : 'needs root, as the page has it');

describe.skipIf(reason)(`backup and restore, as the page has them${reason ? ` (${reason})` : ''}`, async () => {
  const url = await freshDatabaseUrl();
  const furnisher = await startFurnisher(url);
  const folder = mkdtempSync(path.join(os.tmpdir(), 'training-backup-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** The page's script on an installation of its own; its only user here is root. */
  function scriptOf(name: string, databaseUrl: string, dataDir: string): string {
    const settings = path.join(folder, `${name}.env`);
    writeFileSync(settings, `DATABASE_URL='${databaseUrl}'\nDATA_DIR=${dataDir}\n`);
    const common = { '/etc/training/env': settings, 'runuser -u training': 'runuser -u root' };
    const owner = { '-o training -g training': '-o root -g root' };
    const script = adapted(`/usr/local/bin/${name}`, name.endsWith('restore') ? { ...common, ...owner } : common);
    return writeScript(path.join(folder, name), script);
  }

  test('restored into an empty PostgreSQL everything is there, secrets open, and the audit log continues', async () => {
    await furnish(furnisher);
    const [data, dumps, keyrings, elsewhere] = ['data', 'dumps', 'keyrings', 'elsewhere'].map((name) => {
      mkdirSync(path.join(folder, name));
      return path.join(folder, name);
    });
    const keyring = { active: 'test', keys: { test: Buffer.alloc(32, 7).toString('base64') } };
    writeFileSync(path.join(data!, 'keyring.json'), JSON.stringify(keyring), { mode: 0o600 });
    const uploading = await startTestServer({ databaseUrl: url, env: { DATA_DIR: data! } });
    const workspace = await uploading.make.workspace();
    const boss = await uploading.as('super_admin', workspace);
    const pdf = `%PDF-1.7\n${'certificate '.repeat(100_000)}`;
    const { id: document } = await boss.attested.upload.mutate(new Blob([pdf]));
    const before = await readContents(url);
    // Copied by an earlier backup, and removed since.
    const gone = path.join(dumps!, 'storage', workspace.id, 'gone');
    mkdirSync(path.dirname(gone), { recursive: true });
    writeFileSync(gone, 'Deleted');
    utimesSync(gone, new Date(), new Date(Date.now() - 86_400_000));
    execFileSync(scriptOf('training-backup', url, data!), [dumps!, keyrings!]);
    const [dump, ...others] = readdirSync(dumps!).filter((name) => name !== 'storage');
    const [kept] = readdirSync(keyrings!);
    expect(others).toEqual([]);
    expect(dump).toMatch(/^training-\d{8}T\d{6}Z\.dump$/);

    const target = await freshDatabaseUrl({ empty: true });
    const restore = scriptOf('training-restore', target, elsewhere!);
    const files = [path.join(dumps!, dump!), path.join(keyrings!, kept!)];
    // The page's line as it is, once there are several backups: the second dump would become the keyring.
    const several = spawnSync(restore, [files[0]!, ...files, files[1]!], { encoding: 'utf8' });
    expect(several).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('training-restore <dump> [<keyring>]'),
    });
    expect(readdirSync(elsewhere!)).toEqual([]);
    execFileSync(restore, files);
    expect(await readContents(target)).toEqual(before);
    expect(readdirSync(path.join(elsewhere!, 'storage', workspace.id))).toEqual([`${document}-0`, `${document}-1`]);
    const { json } = commandsWith({ DATABASE_URL: target, DATA_DIR: elsewhere! });
    const verified = await json(['storage', 'verify', '--read', '--workspace', workspace.slug]);
    expect(verified).toMatchObject({ files: 1, problems: [] });

    // Nothing is restored over what is there.
    expect(spawnSync(restore, files, { encoding: 'utf8' }).stderr).toContain('already exists');
    expect(await readContents(target)).toEqual(before);

    const db = await openOperatorDatabase(target, 2);
    const opened = await openedSecrets(db, openKeyring({ encryption: undefined, dataDir: elsewhere! }));
    for (const [table, secrets] of Object.entries(opened)) {
      expect(secrets, table).not.toEqual([]);
      for (const secret of secrets) expect(secret, table).toHaveProperty('text');
    }
    expect(opened.provider_keys).toEqual([{ text: OWN_KEY }]);
    const restored = (await auditChains(db)).get('demo');
    expect(restored).toMatchObject({ valid: true, head: expect.any(String) });

    const server = await startTestServer({ databaseUrl: target });
    const { rows } = await db.pool.query<{ id: string; slug: string; name: string }>(
      `select id, slug, name from workspaces where slug = 'demo'`,
    );
    const { call } = await server.api(['users:write'], rows[0]!);
    expect((await call('POST', '/api/v1/users', { email: 'later@example.com', full_name: 'L' })).status).toBe(201);
    const { rows: last } = await db.pool.query('select action from audit_events order by at desc, id desc limit 1');
    expect(last).toEqual([{ action: 'user.created' }]);
    const after = await readContents(target);
    expect(after['public.audit_events']!.rows).toBeGreaterThan(before['public.audit_events']!.rows);
    const grown = (await auditChains(db)).get('demo');
    expect(grown).toMatchObject({ valid: true, head: restored?.head });
    expect(grown?.unsealed).toBeGreaterThan(restored?.unsealed ?? Infinity);
    await expectChainsToGoOn(db);
    await db.close();
  });
});
