import { expect, test } from 'vitest';
import { freshDatabaseUrl } from '../../../test/database.ts';
import { keyringOf } from '../../../test/endpoints.ts';
import { SEALED_KEY } from '../../features/provider-keys/sealed-key.ts';
import { checkKeyring } from '../../features/secrets/check-keyring.ts';
import { openStored } from '../../features/secrets/stored-secret.ts';
import { SEALED_COLUMNS } from '../../sealed-columns.ts';
import { openDatabase } from '../database.ts';
import { migrate } from '../migrate.ts';

const WORKSPACE = '0192f000-0000-7000-8000-000000000001';
const ID = '0192f000-0000-7000-8000-000000000002';

/**
 * Sealed by another implementation: AES-256-GCM under 32 bytes of 7, bound to [1, workspace, "generation", id, "3"].
 */
const SEALED = '01000102030405060708090a0b9b4e32ded89450ba990ff23bb76519986beac4166f66b46415d783f3903d410a7eaf38';

test('a provider key that was sealed before opens as it is, and proves its encryption key at the next start', async () => {
  const db = await openDatabase(await freshDatabaseUrl({ empty: true }), 2);
  await db.orm.migrator.up({ to: '20261123-sent-back' });
  await db.pool.query(`insert into workspaces (id, slug, name, created_at) values ($1, 'acme', 'Acme', now())`, [
    WORKSPACE,
  ]);
  await db.pool.query(
    `insert into provider_keys (workspace_id, id, capability, provider, model, key_id, sealed, version, created_at, created_by_name)
     values ($1, $2, 'generation', 'openai', 'gpt-6-luna', 'main', $3, 3, now(), 'Test')`,
    [WORKSPACE, ID, Buffer.from(SEALED, 'hex')],
  );

  await migrate(db);

  const right = keyringOf({ main: 7 });
  const settings = { encryption: undefined, dataDir: '/nowhere' };
  await expect(checkKeyring(db, keyringOf({ main: 8 }), SEALED_COLUMNS, settings)).rejects.toThrow('opens nothing');
  await checkKeyring(db, right, SEALED_COLUMNS, settings);
  const [stored] = await SEALED_KEY.statements.all.all(db.pool);
  expect(openStored(right, SEALED_KEY.secretOf(stored!))).toEqual({ text: 'sk-from-before-📎' });
  const { rows } = await db.pool.query('select id, length(check_value) as length from encryption_keys');
  expect(rows).toEqual([{ id: 'main', length: 32 }]);
  await db.close();
});
