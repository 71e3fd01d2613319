import { expect, test } from 'vitest';
import { connect } from '../../../../test/database.ts';
import { startTestServer } from '../../../../test/server.ts';
import { newId } from '../../../platform/ids.ts';
import { authoringOn, refused } from './authoring-fixture.ts';
import { CONTENT_LIMITS } from '@training/shared/courses/section-length';

const server = await startTestServer();
const { make } = server;
const { pool } = server.db;
const { trainer, draft, submitted, person, audited } = authoringOn(server);

// rules/review 1, rules/courses-and-modules 3
test('a module begins as an empty draft at the end of its course', async () => {
  const { client, course, user } = await trainer();
  const add = (title: string) => client.modules.create.mutate({ course_id: course.id, title });
  const first = await add('Brakes');
  await Promise.all([add('Loads'), add('Aisles'), add('Charging')]);
  const { modules } = await client.courses.get.query({ id: course.id });
  expect(modules.map(({ order }) => order)).toEqual([0, 1, 2, 3]);
  expect(modules[0]).toMatchObject({ id: first.id, title: 'Brakes', status: 'draft', flashcards: 0, questions: 0 });
  expect(await client.modules.get.query({ id: first.id })).toMatchObject({
    workflow: 'draft',
    round: 0,
    pass_score: 0.8,
    flashcards: { state: 'editable', version: 1, cards: [] },
    quiz: { state: 'editable', version: 1, questions: [] },
    live: null,
    mine: true,
  });
  expect(await audited(first.id)).toEqual([
    { action: 'module.created', actor: user.fullName, changes: { course_id: course.id } },
  ]);
});

// rules/courses-and-modules 10
test('a course takes so many modules and no more', async () => {
  const { client, course, workspace } = await trainer();
  await pool.query(
    `insert into modules (workspace_id, id, course_id, title, status, workflow, position, created_at, updated_at)
     select $1, gen_random_uuid(), $2, 'x', 'draft', 'draft', n, now(), now() from generate_series(1, $3) n`,
    [workspace.id, course.id, CONTENT_LIMITS.modules - 1],
  );
  const add = () => client.modules.create.mutate({ course_id: course.id, title: 'One more' });
  const race = await Promise.allSettled([add(), add()]);
  expect(race.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  await expect(add()).rejects.toMatchObject(refused('invalid_request'));
});

// rules/courses-and-modules 10
test('a workspace takes so many courses and modules and no more, also at once', async () => {
  const { client, course, workspace } = await trainer();
  const [other, crowded] = [
    await client.courses.create.mutate({ title: 'Other', emoji: '📗' }),
    await make.course(workspace),
  ];
  const { coursesOfWorkspace, modulesOfWorkspace } = CONTENT_LIMITS;
  await pool.query(
    `insert into courses (workspace_id, id, title, emoji, published, created_at, updated_at)
     select $1, gen_random_uuid(), 'x', '📘', false, now(), now() from generate_series(4, $2) n`,
    [workspace.id, coursesOfWorkspace - 1],
  );
  await pool.query(
    `insert into modules (workspace_id, id, course_id, title, status, workflow, position, created_at, updated_at)
     select $1, gen_random_uuid(), $2, 'x', 'draft', 'draft', n, now(), now() from generate_series(1, $3) n`,
    [workspace.id, crowded.id, modulesOfWorkspace - 1],
  );
  const start = () => client.courses.create.mutate({ title: 'One more', emoji: '📘' });
  const add = (course_id: string) => client.modules.create.mutate({ course_id, title: 'One more' });
  for (const race of [
    await Promise.allSettled([start(), start(), start()]),
    await Promise.allSettled([add(course.id), add(other.id), add(course.id)]),
  ]) {
    expect(race.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  }
  await expect(start()).rejects.toMatchObject(refused('content_limit_reached'));
  await expect(add(other.id)).rejects.toMatchObject(refused('content_limit_reached'));
});

// rules/courses-and-modules 7
test('modules are put into another order at once, and a stale order is refused', async () => {
  const { client, course } = await trainer();
  const ids: string[] = [];
  for (const title of ['a', 'b', 'c']) {
    ids.push((await client.modules.create.mutate({ course_id: course.id, title })).id);
  }
  const [a, b, c] = [ids[0]!, ids[1]!, ids[2]!];
  const order = (from: string[], to: string[]) => client.modules.order.mutate({ course_id: course.id, from, to });
  const shown = async () => (await client.courses.get.query({ id: course.id })).modules.map(({ id }) => id);
  expect(await order([a, b, c], [c, a, b])).toEqual({ course_id: course.id, modules: [c, a, b] });
  expect(await shown()).toEqual([c, a, b]);
  expect((await audited(course.id)).at(-1)).toMatchObject({
    action: 'course.reordered',
    changes: {
      modules: [
        [a, b, c],
        [c, a, b],
      ],
    },
  });
  await expect(order([a, b, c], [b, a, c])).rejects.toMatchObject(refused('stale_version'));
  await expect(order([c, a], [a, c])).rejects.toMatchObject(refused('stale_version'));
  for (const to of [[c, a], [c, a, a], [c, a, b, newId()], []]) {
    await expect(order([c, a, b], to)).rejects.toMatchObject(refused('invalid_request'));
  }
  const race = await Promise.allSettled([order([c, a, b], [a, b, c]), order([c, a, b], [b, c, a])]);
  expect(race.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect((await shown()).toSorted()).toEqual(ids.toSorted());
});

test('sorting and publishing wait for each other, and not in a circle', async () => {
  const { client, module, course, workspace } = await draft();
  const read = await submitted(client, module.id);
  const other = await client.modules.create.mutate({ course_id: course.id, title: 'Loads' });
  const reviewer = await person(workspace, 'content_manager');
  const approve = (section: 'flashcards' | 'quiz') =>
    reviewer.client.reviews.approve.mutate({
      module_id: module.id,
      section,
      round: read.round,
      content_hash: read[section].content_hash,
    });
  await approve('flashcards');
  const beside = await connect(server.databaseUrl);
  const waiting = async () => {
    const { rows } = await pool.query<{ n: number }>(
      `select count(*)::integer as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return rows[0]!.n;
  };
  await beside.query('begin');
  await beside.query('select 1 from courses where id = $1 for update', [course.id]);
  const [from, to] = [
    [module.id, other.id],
    [other.id, module.id],
  ];
  const sorted = client.modules.order.mutate({ course_id: course.id, from, to });
  await expect.poll(waiting).toBe(1);
  const published = approve('quiz');
  await expect.poll(waiting).toBe(2);
  await beside.query('commit');
  expect(await sorted).toMatchObject({ modules: to });
  expect(await published).toMatchObject({ status: 'published' });
});

test('a title and its settings change with what was before and after', async () => {
  const { client, module } = await draft();
  const { id } = module;
  await client.modules.update.mutate({
    id,
    settings_version: 1,
    title: 'Brakes and tyres',
    validity_days: 365,
    pass_score: 0.75,
  });
  await client.modules.update.mutate({ id, settings_version: 2, validity_days: null });
  await client.modules.update.mutate({ id, settings_version: 3, title: 'Brakes and tyres', validity_days: null });
  const read = await client.modules.get.query({ id });
  expect(read).toMatchObject({
    title: 'Brakes and tyres',
    validity_days: null,
    pass_score: 0.75,
    settings_version: 3,
  });
  expect((await audited(id)).slice(1).map(({ changes }) => changes)).toEqual([
    { title: ['Brakes', 'Brakes and tyres'], validity_days: [null, 365], pass_score: [0.8, 0.75] },
    { validity_days: [365, null] },
  ]);
});

// rules/courses-and-modules 6
test('settings are locked in review, and while no working copy of what is published is open', async () => {
  const { client, module, course, workspace, user } = await draft();
  const { submitted: submission } = await submitted(client, module.id);
  const lock = { round: 1, section: null, by: user.fullName, since: submission?.at };
  const rename = (id: string) => client.modules.update.mutate({ id, settings_version: 1, title: 'Renamed' });
  const detail = expect.stringMatching(
    new RegExp(`^The module is under review, round 1: ${user.fullName} submitted it at \\d{4}-.* UTC`),
  );
  await expect(rename(module.id)).rejects.toMatchObject(refused('content_locked', { lock, detail }));
  const live = await make.module(workspace, course.id, { status: 'published', title: 'Loads', position: 5 });
  const revise = { detail: expect.stringContaining('Revise it first') };
  await expect(rename(live.id)).rejects.toMatchObject(refused('module_state', revise));
  await client.reviews.revise.mutate({ module_id: live.id });
  await rename(live.id);
  expect(await client.modules.get.query({ id: live.id })).toMatchObject({ title: 'Renamed', live: { title: 'Loads' } });
  const { modules } = await client.courses.get.query({ id: course.id });
  expect(modules.find(({ id }) => id === live.id)).toMatchObject({ title: 'Loads', status: 'published' });
  expect(await client.modules.live.query({ id: live.id })).toMatchObject({ title: 'Loads' });
});

// rules/learning 2
test('learners see the live revision, without where it comes from and what is right', async () => {
  const { client, course, workspace } = await trainer();
  const quiz = [
    { id: newId(), kind: 'multiple_choice', prompt: 'm', options: ['A', 'B'], correct: [1], explanation: 'hidden' },
    { id: newId(), kind: 'short_text', prompt: 's', accepted: ['hidden'], explanation: 'hidden' },
    { id: newId(), kind: 'spoken', prompt: 'p', rubric: ['hidden'], explanation: '' },
  ];
  const source = { quote: 'hidden', name: 'hidden', url: null, suggestion_id: null };
  const cards = [2, 1].map((n) => ({ id: newId(), front: `${n}`, back: 'b', source }));
  const module = await client.modules.create.mutate({ course_id: course.id, title: 'Live' });
  const learner = await person(workspace, 'learner');
  const look = () => learner.client.modules.live.query({ id: module.id });
  await expect(look()).rejects.toMatchObject(refused('module_not_found'));
  const revision = newId();
  await pool.query(
    `insert into module_revisions (workspace_id, id, module_id, number, title, settings, flashcards, quiz, published_at, published_by_name)
     values ($1, $2, $3, 4, 'Live', '{}', $4, $5, now(), 'x')`,
    [workspace.id, revision, module.id, JSON.stringify(cards), JSON.stringify(quiz)],
  );
  await pool.query(`update modules set live_revision_id = $2, status = 'published' where id = $1`, [
    module.id,
    revision,
  ]);
  const seen = await look();
  expect(seen).toMatchObject({ id: module.id, title: 'Live', revision: 4 });
  expect(seen.flashcards).toEqual(cards.map(({ id, front, back }) => ({ id, front, back })));
  expect(seen.questions).toEqual([]);
  const all = await client.modules.live.query({ id: module.id });
  expect(all.questions).toEqual(quiz.map(({ id, kind, prompt, options = [] }) => ({ id, kind, prompt, options })));
  expect(JSON.stringify([seen, all])).not.toContain('hidden');
  await pool.query(`update modules set status = 'archived' where id = $1`, [module.id]);
  await expect(look()).rejects.toMatchObject(refused('module_not_found'));
});

// rules/review 1, rules/courses-and-modules 1
test('no trainer of another department or workspace adds, sorts or changes anything', async () => {
  const { course, module, workspace } = await draft();
  const attempts = (client: Awaited<ReturnType<typeof draft>>['client']) => [
    client.modules.create.mutate({ course_id: course.id, title: 'x' }),
    client.modules.order.mutate({ course_id: course.id, from: [module.id], to: [module.id] }),
    client.modules.update.mutate({ id: module.id, settings_version: 1, title: 'x' }),
  ];
  const codes = async (client: Awaited<ReturnType<typeof draft>>['client']) => {
    const settled = await Promise.allSettled(attempts(client));
    return settled.map((each) => each.status === 'rejected' && each.reason.data.app_code);
  };
  const colleague = await trainer(workspace);
  expect(await codes(colleague.client)).toEqual(['forbidden', 'forbidden', 'forbidden']);
  const stranger = await trainer();
  expect(await codes(stranger.client)).toEqual(['course_not_found', 'course_not_found', 'module_not_found']);
  const manager = await person(workspace, 'content_manager');
  expect(await codes(manager.client)).toEqual(['forbidden', 'forbidden', 'forbidden']);
});
