import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { freshDatabaseUrl } from '../../../test/database.ts';
import { openDatabase } from '../database.ts';
import { migrate } from '../migrate.ts';

test('who edited a course or a module last before is known from the audit log', async () => {
  const db = await openDatabase(await freshDatabaseUrl({ empty: true }), 2);
  await db.orm.migrator.up({ to: '20270103-item-levels' });
  const [workspace, course, module, untouched] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
  const { pool } = db;
  await pool.query(`insert into workspaces (id, slug, name, created_at) values ($1, 'acme', 'Acme', now())`, [
    workspace,
  ]);
  for (const [id, version] of [
    [course, 3],
    [untouched, 1],
  ]) {
    await pool.query(
      `insert into courses (workspace_id, id, title, emoji, published, version, created_at, updated_at)
       values ($1, $2, 'Forklifts', '🚜', false, $3, now(), now())`,
      [workspace, id, version],
    );
  }
  await pool.query(
    `insert into modules (workspace_id, id, course_id, title, status, position, pass_score, settings_version, workflow, created_at,
       updated_at)
     values ($1, $2, $3, 'Loads', 'draft', 0, 0.8, 2, 'draft', now(), now())`,
    [workspace, module, course],
  );
  for (const [minutes, action, subject, name] of [
    [3, 'course.updated', course, 'Ada'],
    [2, 'course.updated', course, 'Bo'],
    [1, 'course.published', course, 'Cy'],
    [1, 'module.updated', module, 'Di'],
  ]) {
    await pool.query(
      `insert into audit_events (workspace_id, id, at, action, actor_kind, actor_name, subject_kind, subject_id, subject_name)
       values ($1, gen_random_uuid(), now() - make_interval(mins => $2), $3, 'user', $5, split_part($3, '.', 1), $4, 'X')`,
      [workspace, minutes, action, subject, name],
    );
  }

  await migrate(db);

  const { rows } = await pool.query(
    `select id, edited_by_name from courses union all select id, edited_by_name from modules`,
  );
  expect(Object.fromEntries(rows.map((row) => [row.id, row.edited_by_name]))).toEqual({
    [course]: 'Bo',
    [module]: 'Di',
    [untouched]: null,
  });
  await db.close();
});
