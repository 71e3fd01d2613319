import { expect, test } from 'vitest';
import { happening, live, type Life } from '../../../test/analytics-histories.ts';
import { NOW, plan, store, worldOf } from '../../../test/analytics-worlds.ts';
import { freshDatabaseUrl } from '../../../test/database.ts';
import { makerFor } from '../../../test/make.ts';
import fc from 'fast-check';
import { foldWorkspace } from '../../features/analytics/rollups/fold.ts';
import { verifyRollups } from '../../features/analytics/rollups/verify.ts';
import { openDatabase } from '../database.ts';
import { newId } from '../../platform/ids.ts';
import { migrate } from '../migrate.ts';

test('the counts of what was there before are kept from the first moment on', async () => {
  const db = await openDatabase(await freshDatabaseUrl({ empty: true }), 2);
  await db.orm.migrator.up({ to: '20261130-learning' });
  const make = makerFor(db);
  const [rows] = fc.sample(plan, { numRuns: 1, seed: 9 });
  const [what] = fc.sample(happening, { numRuns: 1, seed: 9 });
  // Its table has more columns since.
  const workspace = { id: newId(), slug: 'acme', name: 'Acme' };
  await db.pool.query(
    'insert into workspaces (id, slug, name, created_at) values ($1, $2, $3, now())',
    Object.values(workspace),
  );
  const life: Life = { db, workspace, world: worldOf(rows!), make, now: NOW };
  await store(db, life.workspace, life.world);

  await migrate(db);

  const verified = () => verifyRollups({ ...make.contextOf(life.workspace), now: new Date() });
  const before = await verified();
  expect(before).toMatchObject({ equal: true, rows: life.world.enrollments.length });
  expect(before.cells).toBeGreaterThan(2);
  await foldWorkspace(make.contextOf(life.workspace));
  await live(life, { ...what!, kind: 'assign' });
  expect(await verified()).toMatchObject({ equal: true, cells: expect.any(Number) });
  await db.close();
});
