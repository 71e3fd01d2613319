import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { freshDatabaseUrl } from '../../../test/database.ts';
import { openDatabase } from '../database.ts';
import { migrate } from '../migrate.ts';

test('what was recorded of a section before is found under the names of now', async () => {
  const db = await openDatabase(await freshDatabaseUrl({ empty: true }), 2);
  await db.orm.migrator.up({ to: '20261123-sent-back' });
  const workspace = randomUUID();
  await db.pool.query(`insert into workspaces (id, slug, name, created_at) values ($1, 'acme', 'Acme', now())`, [
    workspace,
  ]);
  for (const action of ['section.edited', 'section.approved', 'section.queried', 'module.published']) {
    await db.pool.query(
      `insert into audit_events (workspace_id, id, at, action, actor_kind, actor_name, subject_kind, subject_name)
       values ($1, gen_random_uuid(), now(), $2, 'system', 'Operator', 'module', 'Forklifts')`,
      [workspace, action],
    );
  }
  for (const type of ['module.approved', 'module.published']) {
    await db.pool.query(
      `insert into outgoing_events (workspace_id, id, type, at, data) values ($1, gen_random_uuid(), $2, now(), '{}')`,
      [workspace, type],
    );
  }

  await migrate(db);

  const actions = await db.pool.query(`select action from audit_events order by action`);
  expect(actions.rows.map(({ action }) => action)).toEqual([
    'module.published',
    'module.section_approved',
    'module.section_edited',
    'module.section_queried',
  ]);
  const types = await db.pool.query(`select type from outgoing_events order by type`);
  expect(types.rows.map(({ type }) => type)).toEqual(['module.published', 'module.section_approved']);
  await db.close();
});
