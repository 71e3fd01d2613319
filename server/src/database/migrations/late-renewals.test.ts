import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { freshDatabaseUrl } from '../../../test/database.ts';
import { openDatabase } from '../database.ts';
import { migrate } from '../migrate.ts';

test('renewals that were overdue when they were opened before are due in the assignment’s days from then', async () => {
  const db = await openDatabase(await freshDatabaseUrl({ empty: true }), 2);
  await db.orm.migrator.up({ to: '20270104-who-edited' });
  const [workspace, course, module, assignment] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
  const { pool } = db;
  await pool.query(`insert into workspaces (id, slug, name, created_at) values ($1, 'acme', 'Acme', now())`, [
    workspace,
  ]);
  await pool.query(
    `insert into courses (workspace_id, id, title, emoji, published, version, created_at, updated_at)
     values ($1, $2, 'Forklifts', '🚜', false, 1, now(), now())`,
    [workspace, course],
  );
  await pool.query(
    `insert into modules (workspace_id, id, course_id, title, status, position, pass_score, settings_version, workflow, created_at,
       updated_at)
     values ($1, $2, $3, 'Loads', 'draft', 0, 0.8, 1, 'draft', now(), now())`,
    [workspace, module, course],
  );
  await pool.query(
    `insert into assignments (workspace_id, id, module_id, audience, role, due_days, joiners, again, window_days, created_at, created_by_name)
     values ($1, $2, $3, 'role', 'content_manager', 14, false, false, 30, '2026-01-01', 'Ines')`,
    [workspace, assignment, module],
  );
  const opened = async (assignedAt: string, dueOn: string) => {
    const [user, enrollment] = [randomUUID(), randomUUID()];
    await pool.query(
      `insert into users (workspace_id, id, email, full_name, role, is_active, created_at, updated_at)
       values ($1, $2, $3, 'Ana', 'learner', true, now(), now())`,
      [workspace, user, `${user}@example.com`],
    );
    await pool.query(
      `insert into enrollments (workspace_id, id, user_id, module_id, cycle, progress, assigned_at, due_on, due_at)
       values ($1, $2, $3, $4, 2, 0, $5, $6::date, ($6::date + 1)::timestamp at time zone 'UTC')`,
      [workspace, enrollment, user, module, assignedAt, dueOn],
    );
    await pool.query(
      `insert into assignment_enrollments (workspace_id, assignment_id, enrollment_id, added_at, due_on, renewal)
       values ($1, $2, $3, $4, $5, true)`,
      [workspace, assignment, enrollment, assignedAt, dueOn],
    );
    return enrollment;
  };
  const late = await opened('2026-06-10T08:00:00Z', '2026-05-31');
  const inTime = await opened('2026-06-10T08:00:00Z', '2026-06-30');

  await migrate(db);

  const { rows } = await pool.query(
    `select e.id, e.due_on::text, wire_time(e.due_at) as due_at, l.due_on::text as by
     from enrollments e join assignment_enrollments l on l.enrollment_id = e.id`,
  );
  expect(rows.find(({ id }) => id === late)).toEqual({
    id: late,
    due_on: '2026-06-24',
    due_at: '2026-06-25T00:00:00.000Z',
    by: '2026-06-24',
  });
  expect(rows.find(({ id }) => id === inTime)).toMatchObject({ due_on: '2026-06-30', by: '2026-06-30' });
  await db.close();
});
