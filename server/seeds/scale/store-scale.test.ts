import { Catalog } from '@training/shared/catalog/catalog';
import { Flashcard, Question } from '@training/shared/courses/courses';
import { User } from '@training/shared/users/users';
import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { freshDatabase } from '../../test/database.ts';
import { makerFor } from '../../test/make.ts';
import { verifyRollups } from '../../src/features/analytics/rollups/verify.ts';
import { storeScale, type ScaleSize } from './store-scale.ts';

const db = await freshDatabase();
afterAll(() => db.close());

const SIZE: ScaleSize = { workspaceSlug: 'scale', courses: 12, modules: 4, users: 300, progress: 2_500 };
const { workspace, adminEmail } = await storeScale(db, SIZE);

async function rows<Row extends object>(sql: string, values: unknown[] = []): Promise<Row[]> {
  const result = await db.pool.query<Row>(sql, values);
  return result.rows;
}

test('it makes as many rows as were asked for', async () => {
  const [counts] = await rows(
    `select (select count(*)::int from courses where workspace_id = $1) as courses,
      (select count(*)::int from modules where workspace_id = $1) as modules,
      (select count(*)::int from sections where workspace_id = $1) as sections,
      (select count(*)::int from users where workspace_id = $1) as users,
      (select count(*)::int from departments where workspace_id = $1) as departments,
      (select count(distinct (user_id, module_id))::int from enrollments where workspace_id = $1 and is_current) as progress`,
    [workspace.id],
  );
  expect(counts).toEqual({ courses: 12, modules: 48, sections: 96, users: 300, departments: 50, progress: 2_500 });
});

test('its rows have the shapes of the contract, and ids whose order is that of creation', async () => {
  const users = await rows<Record<string, unknown>>(
    `select u.id, email, external_id, full_name, role, department_id, d.name as department, manager_id, is_active,
      to_iso(u.created_at) as created_at
    from users u left join departments d on d.id = u.department_id order by u.created_at, u.id`,
  );
  for (const user of users) User.parse(user);
  expect(users[0]).toMatchObject({ email: adminEmail, role: 'super_admin' });
  expect(users.map(({ id }) => String(id))).toEqual(users.map(({ id }) => String(id)).toSorted());
  expect(users.every(({ id }) => /^.{8}-.{4}-7.{3}-[89ab]/.test(String(id)))).toBe(true);

  const sections = await rows<{ kind: string; items: unknown }>('select kind, items from sections');
  for (const { kind, items } of sections) z.array(kind === 'quiz' ? Question : Flashcard).parse(items);

  const [catalog] = await rows<{ courses: unknown }>(`select json_agg(json_build_object(
    'id', c.id, 'title', c.title, 'emoji', c.emoji, 'department_id', c.department_id, 'published', c.published,
    'published_at', to_iso(c.published_at), 'created_at', to_iso(c.created_at), 'modules', (
      select json_agg(json_build_object('id', m.id, 'title', m.title, 'status', m.status,
        'order', m.position, 'languages', json_build_array(m.language)) order by m.position)
      from modules m where m.course_id = c.id))) as courses from courses c`);
  const courses = Catalog.parse(catalog?.courses);
  for (const { published, modules } of courses) {
    expect(modules.some(({ status }) => status === 'published')).toBe(published);
    expect(modules.map(({ order }) => order)).toEqual([0, 1, 2, 3]);
  }
});

test('its progress lies in the past, in the right order of time, on published modules', async () => {
  const impossible = await rows(`select e.id from enrollments e join modules m on m.id = e.module_id
    join users u on u.id = e.user_id
    where m.status <> 'published' or u.role = 'auditor' or assigned_at < u.created_at or started_at < assigned_at
      or completed_at < started_at or greatest(assigned_at, last_activity_at) > now()
      or (completed_at is null) <> (progress < 1) or (best_score >= m.pass_score) <> (completed_at is not null)`);
  expect(impossible).toEqual([]);
  const [states] =
    await rows(`select count(completed_at) > 1000 as completed, count(*) filter (where started_at is null) > 300
    as not_started, count(*) filter (where completed_at is null and due_at < now()) > 100 as overdue from enrollments`);
  expect(states).toEqual({ completed: true, not_started: true, overdue: true });
});

test('the counts of people are those that counting gives, and the catalog has a revision', async () => {
  const counted = `select workspace_id, coalesce(department_id, '00000000-0000-0000-0000-000000000000') as department_id, role, is_active, count(*)::int as people from users group by 1, 2, 3, 4`;
  const kept = 'select workspace_id, department_id, role, is_active, people from user_counts where people <> 0';
  expect(await rows(`(${counted} except ${kept}) union all (${kept} except ${counted})`)).toEqual([]);
  expect(await rows('select 1 from catalog_revisions where workspace_id = $1', [workspace.id])).toHaveLength(1);
});

test('the counts of analytics are those of its rows, which have what triggers would have kept', async () => {
  const ctx = { ...makerFor(db).contextOf(workspace), now: new Date(Date.now() + 1_000) };
  expect(await verifyRollups(ctx)).toMatchObject({ equal: true, rows: 2_500, wrong_rows: 0, wrong_cells: 0 });
  const kept = 'select id from enrollments where passed <> (best_score >= 0.8) or counted <> is_current';
  expect(await rows(kept)).toEqual([]);
  const noted = `select count(*) filter (where overdue) > 100 as overdue, count(distinct certificate) as certificates from enrollments`;
  expect(await rows(noted)).toEqual([{ overdue: true, certificates: '4' }]);
});

test('a workspace that holds something is refused, an empty one is filled', async () => {
  await expect(storeScale(db, SIZE)).rejects.toMatchObject({ code: 'workspace_not_empty' });
  await db.pool.query(
    `insert into workspaces (id, slug, name, created_at) values (gen_random_uuid(), 'empty', 'Mine', now())`,
  );
  const filled = await storeScale(db, { workspaceSlug: 'empty', courses: 1, modules: 1, users: 2, progress: 2 });
  expect(filled.workspace).toMatchObject({ slug: 'empty', name: 'Mine' });
});

test('more progress than there are people and modules is refused, and nothing is left behind', async () => {
  const size = { workspaceSlug: 'greedy', courses: 1, modules: 1, users: 3, progress: 4 };
  await expect(storeScale(db, size)).rejects.toMatchObject({ fields: [{ path: 'progress' }] });
  expect(await rows(`select 1 from workspaces where slug = 'greedy'`)).toEqual([]);
});

test('two at once: one fills the workspace, the other is refused', async () => {
  const size = { workspaceSlug: 'raced', courses: 2, modules: 2, users: 10, progress: 5 };
  const outcomes = await Promise.allSettled([storeScale(db, size), storeScale(db, size)]);
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { code: 'workspace_not_empty' },
  });
});

test('what is in review has waited, in a round of its submission; its authors are trainers of its department, and part is claimed', async () => {
  const size = { workspaceSlug: 'reviewed', courses: 60, modules: 4, users: 1_500, progress: 10 };
  const of = [(await storeScale(db, size)).workspace.id];
  const impossible = await rows(
    `select m.id from modules m join courses c on c.id = m.course_id
    left join review_rounds r on r.module_id = m.id and r.round = m.round left join users u on u.id = m.created_by
    left join module_contributors o on o.module_id = m.id and o.cycle = m.cycle
    where m.workspace_id = $1 and (
      m.workflow = 'in_review' and (m.submitted_at not between m.created_at and now()
        or r.submitted_at is distinct from m.submitted_at or r.submitted_by_name is distinct from m.submitted_by_name)
      or m.created_by is not null and (u.role <> 'trainer' or u.department_id is distinct from c.department_id)
      or o.user_id is distinct from m.created_by
      or m.claimed_by is not null and (m.workflow <> 'in_review' or m.claimed_at not between m.submitted_at and now()))`,
    of,
  );
  expect(impossible).toEqual([]);
  const [counts] = await rows(
    `select count(distinct submitted_at) > 10 as submitted, count(created_by) > 0 as authored, count(claimed_by) > 0 as claimed,
      count(claimed_by) < count(*) as unclaimed
    from modules where workspace_id = $1 and workflow = 'in_review'`,
    of,
  );
  expect(counts).toEqual({ submitted: true, authored: true, claimed: true, unclaimed: true });
});
