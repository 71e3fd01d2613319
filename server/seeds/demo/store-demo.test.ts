import { Analytics, ReadAnalytics } from '@training/shared/analytics/analytics';
import { EventAction } from '@training/shared/events/events';
import { Flashcard, Question } from '@training/shared/courses/courses';
import { Role } from '@training/shared/permissions';
import { DISMISSAL_RESTORE_DAYS } from '@training/shared/suggestions/suggestions';
import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { freshDatabase } from '../../test/database.ts';
import type { Context } from '../../src/core/context.ts';
import { readAnalytics } from '../../src/features/analytics/read-analytics.ts';
import { courses } from './courses.ts';
import { people } from './people.ts';
import { storeDemo } from './store-demo.ts';
import { suggestions } from './suggestions.ts';

const now = new Date('2026-11-21T10:00:00.000Z');
const db = await freshDatabase();
afterAll(() => db.close());
const { workspace, adminEmail } = await storeDemo(db, now);

async function rows<Row extends object>(sql: string, values: unknown[] = []): Promise<Row[]> {
  const result = await db.pool.query<Row>(sql, values);
  return result.rows;
}

async function analytics(query: z.input<typeof ReadAnalytics>): Promise<Analytics> {
  const actor: Context['actor'] = { kind: 'system', name: 'Test' };
  const ctx: Context = { db, workspace, actor, reach: 'workspace', now, requestId: null, ip: null };
  const answer = await readAnalytics(ctx, ReadAnalytics.parse(query));
  return Analytics.parse(JSON.parse(JSON.stringify(answer)));
}

test('it holds everybody and everything that was written for it', async () => {
  const [counts] = await rows(`select
    (select count(*)::int from departments) as departments, (select count(*)::int from users) as people,
    (select count(*)::int from courses) as courses, (select count(*)::int from modules) as modules,
    (select count(*)::int from sections) as sections, (select count(*)::int from suggestions) as suggestions,
    (select array_agg(distinct role order by role) from users) as roles`);
  const modules = courses.flatMap((course) => course.modules).length;
  expect(counts).toEqual({
    departments: 4,
    people: people.length,
    courses: courses.length,
    modules,
    sections: 2 * modules,
    suggestions: suggestions.length,
    roles: Role.options.toSorted(),
  });
  expect(workspace).toMatchObject({ slug: 'demo', name: 'Harbour & Field' });
  const admin = await rows('select role, is_active from users where email = $1', [adminEmail]);
  expect(admin).toEqual([{ role: 'super_admin', is_active: true }]);
});

test('what PostgreSQL plans by is known at once, of each table', async () => {
  const unknown = await rows(`select relname from pg_class
    where relkind = 'r' and relnamespace = to_regnamespace('public') and reltuples < 0`);
  expect(unknown).toEqual([]);
});

test('what waits in review stands as it was submitted and decided, on the same days', async () => {
  const waiting = await rows<{ state: string }>(`
    select s.state, s.state_since = coalesce(d.at, r.submitted_at) as since, r.submitted_at = m.submitted_at as submitted,
      s.state_by_name = coalesce(d.by_name, r.submitted_by_name) as by, m.updated_at >= m.submitted_at as updated
    from modules m join sections s on s.module_id = m.id
    join review_rounds r on r.module_id = m.id and r.round = m.round
    left join review_decisions d on d.round_id = r.id and d.section = s.kind
    where m.workflow in ('in_review', 'changes_requested')`);
  expect(new Set(waiting.map(({ state }) => state))).toEqual(new Set(['locked', 'approved', 'queried']));
  for (const { state, ...agree } of waiting) {
    expect(agree, state).toEqual({ since: true, submitted: true, by: true, updated: true });
  }
});

test('its sections have the shapes of the contract and the states of review', async () => {
  const sections = await rows<{ kind: string; state: string; status: string; items: unknown }>(
    'select s.kind, s.state, m.status, s.items from sections s join modules m on m.id = s.module_id',
  );
  for (const { kind, items } of sections) {
    const shape = kind === 'quiz' ? z.array(Question).min(3) : z.array(Flashcard).min(3);
    shape.parse(items);
  }
  const states = new Set(sections.map(({ kind, state, status }) => `${status} ${kind} ${state}`));
  expect([...states].toSorted()).toEqual([
    'changes_requested flashcards approved',
    'changes_requested quiz queried',
    'draft flashcards editable',
    'draft quiz editable',
    'in_review flashcards locked',
    'in_review quiz locked',
    'published flashcards approved',
    'published quiz approved',
  ]);
});

test('everybody who learns has progress, in the right order of time and on published modules only', async () => {
  const without = await rows(`select full_name from users u where role = 'learner'
    and not exists (select from enrollments e where e.user_id = u.id)`);
  expect(without).toEqual([]);
  const impossible = await rows(
    `select e.id from enrollments e join users u on u.id = e.user_id join modules m on m.id = e.module_id
      join courses c on c.id = m.course_id
    where m.status <> 'published' or not c.published or assigned_at < u.created_at or assigned_at < c.published_at
      or started_at < assigned_at or completed_at < started_at or last_activity_at < coalesce(completed_at, started_at)
      or greatest(assigned_at, started_at, completed_at, last_activity_at) > $1
      or (completed_at is null) <> (progress < 1) or (attempts = 0) <> (best_score is null)
      or (best_score >= m.pass_score) <> (completed_at is not null)
      or (expires_at is not null) <> (completed_at is not null and m.validity_days is not null)
      or (not u.is_active and greatest(assigned_at, last_activity_at) > u.updated_at)`,
    [now],
  );
  expect(impossible).toEqual([]);
  const [cycles] = await rows(`select count(*) filter (where cycle = 1 and not is_current)::int > 20 as earlier,
    count(*) filter (where cycle = 2 and is_current)::int > 20 as renewed from enrollments`);
  expect(cycles).toEqual({ earlier: true, renewed: true });
});

test('everybody’s training is due when its assignment says, so a further one moves no due date', async () => {
  const [dates] = await rows(`
    select count(*) filter (where l.due_on is distinct from e.due_on)::int as different, count(*) > 0 as are_some
    from assignment_enrollments l join enrollments e on e.id = l.enrollment_id`);
  expect(dates).toEqual({ different: 0, are_some: true });
});

test('every number of its analytics says something, and the sums hold', async () => {
  const { modules = [], learners, recertification } = await analytics({});
  for (const { assigned, not_started, in_progress, completed, completion_rate } of modules) {
    expect(not_started + in_progress + completed).toBe(assigned);
    expect(completion_rate === null).toBe(assigned === 0);
  }
  const unassigned = modules.filter(({ assigned }) => assigned === 0);
  expect(unassigned).toContainEqual(expect.objectContaining({ pass_rate: null, average_score: null }));
  const total = (key: 'not_started' | 'in_progress' | 'completed' | 'overdue') =>
    modules.reduce((sum, module) => sum + module[key], 0);
  expect(total('completed')).toBeGreaterThan(200);
  expect(Math.min(total('not_started'), total('in_progress'), total('overdue'))).toBeGreaterThan(5);
  expect(modules.some(({ pass_rate }) => pass_rate !== null && pass_rate < 1)).toBe(true);
  expect(learners?.items.some(({ overdue }) => overdue > 0)).toBe(true);
  const { never_certified = 0, current = 0, due_soon = 0, expired = 0 } = recertification ?? {};
  expect(Math.min(never_certified, current, due_soon, expired)).toBeGreaterThan(3);
  const everybody = await analytics({ include: ['learners'], include_inactive: true });
  expect(everybody.learners?.total).toBeGreaterThan(learners?.total ?? Infinity);
});

test('a dismissed suggestion can still be restored, and another no longer', async () => {
  const dismissed = await rows<{ days: number; by: string }>(
    `select extract(day from $1::timestamptz - dismissed_at)::int as days, dismissed_by_name as by
    from suggestions where status = 'dismissed' order by dismissed_at desc`,
    [now],
  );
  expect(dismissed).toHaveLength(2);
  expect(dismissed[0]!.days).toBeLessThan(DISMISSAL_RESTORE_DAYS);
  expect(dismissed[1]!.days).toBeGreaterThan(DISMISSAL_RESTORE_DAYS);
  expect(dismissed[0]!.by).toBe('Farah Qureshi');
});

test('its one token was used and is revoked', async () => {
  const tokens = await rows(`select name, scopes, revoked_by_name, used_at between created_at and revoked_at as used
    from api_tokens t join api_token_uses u on u.token_id = t.id`);
  expect(tokens).toEqual([
    {
      name: 'HR sync (old system)',
      scopes: ['users:read', 'users:write'],
      revoked_by_name: 'Ines Castelo',
      used: true,
    },
  ]);
});

test('its audit log tells how everybody came to be what they are', async () => {
  const events = await rows<{
    action: string;
    subject_id: string;
    changes: Record<string, unknown> | null;
  }>(`select action, subject_id, changes from audit_events order by at, id`);
  expect(events.length).toBeGreaterThan(60);
  for (const { action } of events) EventAction.parse(action);

  const states = new Map<string, Record<string, unknown>>();
  for (const { action, subject_id, changes } of events) {
    if (action === 'user.created') states.set(subject_id, { ...changes });
    if (!/^user\.(updated|deactivated|reactivated)$/.test(action)) continue;
    const state = states.get(subject_id);
    expect(state, 'changed before it was created').toBeDefined();
    for (const [field, change] of Object.entries(changes ?? {})) {
      const [from, to] = z.tuple([z.unknown(), z.unknown()]).parse(change);
      expect(state![field]).toBe(from);
      state![field] = to;
    }
  }
  const users = await rows<{ id: string }>('select id, email, full_name, role, department_id, is_active from users');
  for (const { id, ...user } of users) expect(states.get(id)).toEqual(user);

  const strangers = await rows(
    `select 1 from audit_events a where at > $1 or
      not case actor_kind
        when 'user' then exists (select from users u where u.id = actor_id and u.created_at <= at)
        when 'token' then exists (select from api_tokens t where t.id = actor_id and at between t.created_at and t.revoked_at)
        else actor_id is null end`,
    [now],
  );
  expect(strangers).toEqual([]);
});

test('the counts of people are those that counting gives', async () => {
  const counted = `select coalesce(department_id, '00000000-0000-0000-0000-000000000000') as department_id, role, is_active, count(*)::int as people from users group by 1, 2, 3`;
  const kept = 'select department_id, role, is_active, people from user_counts where people <> 0';
  expect(await rows(`(${counted} except ${kept}) union all (${kept} except ${counted})`)).toEqual([]);
});

test('made at the same moment it is the same again; in one database it is made once', async () => {
  const summary = `select u.email, m.title, e.cycle, is_current, assigned_at, completed_at, attempts, best_score
    from enrollments e join users u on u.id = e.user_id join modules m on m.id = e.module_id order by 1, 2, 3`;
  const other = await freshDatabase();
  try {
    await storeDemo(other, now);
    expect((await other.pool.query(summary)).rows).toEqual(await rows(summary));
    await expect(storeDemo(other, now)).rejects.toMatchObject({ code: 'workspace_slug_taken' });
    expect((await other.pool.query('select 1 from workspaces')).rows).toHaveLength(1);
  } finally {
    await other.close();
  }
});

test('who has studied has signed in, no earlier than that', async () => {
  const [found] = await rows<{ studied: number; earlier: number }>(`
    select count(*)::int as studied, (count(*) filter (where s.at is null or s.at < e.last_activity_at))::int as earlier
    from enrollments e left join user_sign_ins s on s.workspace_id = e.workspace_id and s.user_id = e.user_id
    where e.last_activity_at is not null`);
  expect(found?.studied).toBeGreaterThan(100);
  expect(found?.earlier).toBe(0);
});
