import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { freshDatabaseUrl } from '../../../test/database.ts';
import { openDatabase } from '../database.ts';
import { migrate } from '../migrate.ts';

test('what the audit log alone had of a module’s history stands with its decisions, with who, when and why', async () => {
  const db = await openDatabase(await freshDatabaseUrl({ empty: true }), 2);
  await db.orm.migrator.up({ to: '20261124-user-counts-key' });
  const [workspace, course, module, admin] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
  await db.pool.query(`insert into workspaces (id, slug, name, created_at) values ($1, 'acme', 'Acme', now())`, [
    workspace,
  ]);
  await db.pool.query(
    `insert into courses (workspace_id, id, title, emoji, published, created_at, updated_at)
     values ($1, $2, 'Safety', '🦺', false, now(), now())`,
    [workspace, course],
  );
  await db.pool.query(
    `insert into modules (workspace_id, id, course_id, title, status, workflow, position, pass_score, created_at, updated_at)
     values ($1, $2, $3, 'Forklifts', 'draft', 'draft', 0, 0.8, now(), now())`,
    [workspace, module, course],
  );
  const record = (action: string, subject: string, at: string, changes: object | null) =>
    db.pool.query(
      `insert into audit_events (workspace_id, id, at, action, actor_kind, actor_id, actor_name, subject_kind, subject_id,
         subject_name, changes)
       values ($1, gen_random_uuid(), $2, $3, 'user', $4, 'Ann', 'module', $5, 'Forklifts', $6)`,
      [workspace, at, action, admin, subject, changes],
    );
  await record('module.revised', module, '2026-11-01T09:00:00Z', { cycle: 2 });
  await record('module.archived', module, '2026-11-02T09:00:00Z', { reason: 'Merged' });
  await record('module.restored', module, '2026-11-03T09:00:00Z', { reason: 'Split' });
  await record('module.unpublished', module, '2026-11-04T09:00:00Z', { reason: 'Outdated' });
  await record('module.updated', module, '2026-11-05T09:00:00Z', null);
  await record('module.archived', randomUUID(), '2026-11-06T09:00:00Z', { reason: 'Of no module that there is' });

  await migrate(db);

  const { rows } = await db.pool.query(
    `select verdict, reason, by_id, by_name, round_id, wire_time(at) as at from review_decisions where module_id = $1 order by at`,
    [module],
  );
  const byAnn = { by_id: admin, by_name: 'Ann', round_id: null };
  expect(rows).toEqual([
    { verdict: 'revised', reason: null, ...byAnn, at: '2026-11-01T09:00:00.000Z' },
    { verdict: 'archived', reason: 'Merged', ...byAnn, at: '2026-11-02T09:00:00.000Z' },
    { verdict: 'restored', reason: 'Split', ...byAnn, at: '2026-11-03T09:00:00.000Z' },
    { verdict: 'unpublished', reason: 'Outdated', ...byAnn, at: '2026-11-04T09:00:00.000Z' },
  ]);
  await db.close();
});
