import { expect, test } from 'vitest';
import { freshDatabaseUrl } from '../../test/database.ts';
import { startTestServer } from '../../test/server.ts';
import { migrate } from '../database/migrate.ts';

test('an instance is not ready before its database is migrated, though it lives', async () => {
  const server = await startTestServer({ databaseUrl: await freshDatabaseUrl({ empty: true }) });
  const call = server.rest();
  expect(await call('GET', '/readyz')).toMatchObject({ status: 503, json: { code: 'unavailable' } });
  expect((await call('GET', '/readyz')).json.detail).toContain('wtp migrate');
  expect(await call('GET', '/healthz')).toMatchObject({ status: 200, json: { status: 'alive' } });
  await migrate(server.db);
  expect(await call('GET', '/readyz')).toMatchObject({ status: 200, json: { status: 'ready' } });
});
