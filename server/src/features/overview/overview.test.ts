import { expect, onTestFinished, test } from 'vitest';
import { startTestServer } from '../../../test/server.ts';
import { twinOf } from '../../../test/twin.ts';
import { edit } from '../reviews/reviews-fixture.ts';
import { inDays, worldOf } from './overview-fixture.ts';

const server = await startTestServer();
const { make, db } = server;
const world = await worldOf(server);
const { workspace, trainer, outsider, reviewer, admin, auditor, learner, ours, theirs } = world;
const everybody = { trainer, outsider, reviewer, admin, auditor, learner };

const titles = (lines: { title: string }[]) => lines.map(({ title }) => title);

// rules/overview 2
test('a trainer sees what reviewers ask, drafts, jobs and suggestions of the own department only', async () => {
  const { job } = await make.aiJob(workspace, trainer.id, 'Cards of Git');
  await make.aiJob(workspace, outsider.id, 'Somebody else’s');
  const first = await trainer.client.overview.read.query();
  expect(first).toMatchObject({
    role: 'trainer',
    queries: {
      total: 1,
      lines: [{ module_id: ours.asked.id, course_id: ours.course.id, section: 'quiz', body: 'Ours: which brakes?' }],
    },
    drafts: { total: 1, lines: [{ module_id: ours.draft.id, course: 'Ours course', rejected: false }] },
    jobs: { total: 1, lines: [{ id: job.id, title: 'Cards of Git', state: 'parked' }] },
    suggestions: { total: 1, lines: [{ id: ours.suggestion, source_name: 'Wiki' }] },
    standing: { assigned: 2, completed: 1, not_started: 1, in_progress: 0, overdue: 1, due_soon: 1 },
  });
  const words = JSON.stringify(await outsider.client.overview.read.query());
  expect(words).toContain('Theirs: which brakes?');
  expect(words).not.toContain('Ours');
});

// rules/overview 2
test('what a trainer has begun stands before what colleagues have, however old it is', async () => {
  const colleague = await world.person('trainer', world.department.id);
  await make.module(workspace, ours.course.id, { title: 'Newer', createdBy: trainer.id });
  const mine = await make.module(workspace, ours.course.id, { title: 'My own', createdBy: colleague.id });
  await db.pool.query(`update modules set updated_at = now() - interval '9 days' where id = $1`, [mine.id]);
  await db.pool.query(`update sections set updated_at = now() - interval '9 days' where module_id = $1`, [mine.id]);
  const first = await colleague.client.overview.read.query();
  if (first.role !== 'trainer') throw new Error('not a trainer’s page');
  expect(titles(first.drafts.lines)).toEqual(['My own', 'Newer', 'Ours draft']);
  await db.pool.query('delete from sections where module_id = $1', [mine.id]);
  await db.pool.query('delete from modules where id = $1', [mine.id]);
});

// rules/overview 1
test('a content manager sees the queue, what has waited longest first', async () => {
  const first = await reviewer.client.overview.read.query();
  if (first.role !== 'content_manager') throw new Error('not a content manager’s page');
  expect(first.reviews.total).toBe(2);
  expect(titles(first.reviews.lines)).toEqual(['Theirs waiting', 'Ours waiting']);
  expect(first.standing).toMatchObject({ assigned: 4, completed: 2, overdue: 2, due_soon: 2 });
});

// rules/overview 1
test('a super admin sees the oldest review, tokens that nobody uses, who is late, and whose certificate runs out', async () => {
  const unused = await make.token(workspace, ['users:read'], 'Old sync');
  await make.token(workspace, ['users:read'], 'New sync');
  await db.pool.query(`update api_tokens set created_at = now() - interval '91 days' where id = $1`, [unused.id]);
  const first = await admin.client.overview.read.query();
  expect(first).toMatchObject({
    role: 'super_admin',
    attention: {
      failing_keys: [],
      reviews: { total: 2, lines: [{ module_id: theirs.waiting.id }] },
      unused_tokens: { total: 1, lines: [{ id: unused.id, name: 'Old sync', last_used_at: null }] },
    },
    behind: expect.arrayContaining([
      expect.objectContaining({ user_id: ours.late.id, list: 'overdue', module: 'Ours live' }),
      expect.objectContaining({
        user_id: theirs.certified.id,
        list: 'expiring',
        day: new Date(inDays(10).getTime() - 1).toISOString().slice(0, 10),
      }),
    ]),
  });
});

test('a provider key that fails is named until it works again, and counted in the menu', async () => {
  const key = await make.providerKey(workspace);
  const failing = async () => {
    const first = await admin.client.overview.read.query();
    const { settings } = await admin.client.overview.counts.query();
    return { named: first.role === 'super_admin' ? first.attention.failing_keys : [], settings };
  };
  expect(await failing()).toEqual({ named: [], settings: 0 });
  await db.pool.query(
    `insert into provider_key_health (workspace_id, provider_key_id, failing_since, last_error, last_error_at)
     values ($1, $2, now(), 'invalid_key', now())
     on conflict (workspace_id, provider_key_id) do update
       set failing_since = now(), last_error = 'invalid_key', last_error_at = now()`,
    [workspace.id, key.id],
  );
  expect(await failing()).toMatchObject({
    named: [{ capability: 'transcription', provider: 'deepgram', outcome: 'invalid_key', parked_jobs: 0 }],
    settings: 1,
  });
  await db.pool.query('update provider_key_health set failing_since = null where workspace_id = $1', [workspace.id]);
  expect(await failing()).toEqual({ named: [], settings: 0 });
});

test('who is not active, and what nobody can study, is behind with nothing', async () => {
  const course = await make.course(workspace);
  const hidden = await make.module(workspace, course.id, { status: 'draft' });
  const live = await make.module(workspace, course.id, { status: 'published', title: 'Behind with' });
  const gone = await make.user(workspace, { fullName: 'Gone', isActive: false });
  await make.enrollment(workspace, gone.id, live.id, { dueAt: inDays(-90) });
  await make.enrollment(workspace, ours.late.id, hidden.id, { dueAt: inDays(-90) });
  const first = await admin.client.overview.read.query();
  if (first.role !== 'super_admin') throw new Error('not a super admin’s page');
  expect(first.behind.map(({ module }) => module)).not.toContain('Behind with');
  expect(first.behind.filter(({ list }) => list === 'overdue')).toHaveLength(2);
});

// rules/overview 1 and 4
test('an auditor sees the last changes, what was saved again and again as one, and not who signed in', async () => {
  await edit(trainer.client, ours.draft.id, 'quiz');
  await edit(trainer.client, ours.draft.id, 'quiz');
  const first = await auditor.client.overview.read.query();
  if (first.role !== 'auditor') throw new Error('not an auditor’s page');
  const edits = first.changes.filter(({ action }) => action === 'module.section_edited');
  expect(edits).toMatchObject([{ actor: { name: trainer.fullName }, subject: { id: ours.draft.id } }]);
  expect(first.changes[0]).toEqual(edits[0]);
  expect(first.changes.map(({ action }) => action)).not.toContain('user.signed_in');
  expect(first.changes.length).toBeLessThanOrEqual(6);
});

// rules/overview 1
test('a learner’s first page is their training: nothing of the workspace is told', async () => {
  expect(await learner.client.overview.read.query()).toEqual({ role: 'learner' });
});

// rules/overview 5
test('the standing is what analytics says', async () => {
  for (const { client } of [reviewer, trainer, auditor]) {
    const first = await client.overview.read.query();
    const { modules, recertification } = await client.analytics.read.query({ include: ['modules', 'recertification'] });
    const sum = (name: 'assigned' | 'completed' | 'in_progress' | 'not_started' | 'overdue') =>
      (modules ?? []).reduce((total, module) => total + module[name], 0);
    expect(first).toMatchObject({
      standing: {
        assigned: sum('assigned'),
        completed: sum('completed'),
        in_progress: sum('in_progress'),
        not_started: sum('not_started'),
        overdue: sum('overdue'),
        due_soon: recertification?.due_soon,
      },
    });
  }
});

test('beside a workspace with the same ids, everybody sees what they saw without it', async () => {
  const answers = async () => {
    const read = Object.values(everybody).flatMap(({ client }) => [
      client.overview.read.query(),
      client.overview.counts.query(),
    ]);
    return JSON.stringify(await Promise.all(read), null, 1);
  };
  const alone = await answers();
  const twin = await twinOf(server, workspace, { until: onTestFinished });
  await twin.copy();
  expect(await answers()).toBe(alone);
  const rows = await twin.rows();
  await admin.client.overview.putSetUpAway.mutate({ away: true });
  await admin.client.overview.putSetUpAway.mutate({ away: false });
  expect(await twin.rows()).toBe(rows);
  await twin.remove();
});
