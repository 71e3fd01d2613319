import { CourseArchive } from '@training/shared/courses/course-archive';
import { expect, test } from 'vitest';
import { startTestServer } from '../../../test/server.ts';
import { newId } from '../../platform/ids.ts';
import { authoringOn, card, question, refused } from './modules/authoring-fixture.ts';

const server = await startTestServer();
const { make, db } = server;
const { trainer } = authoringOn(server);

/** A trainer with a course of two modules, one of them with every kind of question, and its download. */
async function taught() {
  const author = await trainer();
  const { client, course, user, workspace } = author;
  const add = async (title: string) => (await client.modules.create.mutate({ course_id: course.id, title })).id;
  const [brakes, empty] = [await add('Brakes'), await add('Empty')];
  const draw = { questions_per_attempt: 2, topic_scores: [{ topic: 'Safety', pass_score: 1 }] };
  const settings = { title: 'Brakes', validity_days: 365, pass_score: 0.75, max_attempts: 5, ...draw };
  await client.modules.update.mutate({ id: brakes, settings_version: 1, ...settings, show_solutions: 'never' });
  const source = { quote: 'Stop.', name: 'Manual', url: 'https://example.com/', suggestion_id: null };
  const items = [card({ front: '**Bold** – “quoted” \u{1f69c}', back: 'Ω', source }), card()];
  await client.modules.saveSection.mutate({ module_id: brakes, section: 'flashcards', version: 1, items });
  const quiz = [
    question(),
    {
      id: newId(),
      kind: 'multiple_choice' as const,
      prompt: 'P',
      explanation: '',
      options: ['a', 'b'],
      correct: [0, 1],
    },
    { id: newId(), kind: 'short_text' as const, prompt: 'P', explanation: '', accepted: ['a'], topic: 'Safety' },
    { id: newId(), kind: 'spoken' as const, prompt: 'P', explanation: '', rubric: ['a'], source },
    {
      id: newId(),
      kind: 'hotspot' as const,
      prompt: 'P',
      explanation: '',
      options: ['a', 'b'],
      areas: [
        { shape: 'ellipse' as const, x: 0, y: 0, width: 1000, height: 30 },
        { shape: 'rectangle' as const, x: 970, y: 0, width: 30, height: 500 },
      ],
      correct: [1],
    },
  ];
  await client.modules.saveSection.mutate({ module_id: brakes, section: 'quiz', version: 1, items: quiz });
  const cookie = await server.signIn(user.email);
  const get = (query = '', as = cookie) =>
    fetch(`${server.base}/api/workspaces/${workspace.slug}/courses/${course.id}/archive${query}`, {
      headers: { cookie: as },
    });
  return { ...author, brakes, empty, get };
}

const hashesOf = (detail: { flashcards: { content_hash: string }; quiz: { content_hash: string } }) => [
  detail.flashcards.content_hash,
  detail.quiz.content_hash,
];

// rules/courses-and-modules 14 and 15
test('a course that is downloaded and imported into another workspace is the same drafts, with the same hashes', async () => {
  const { client, brakes, get } = await taught();
  const response = await get();
  expect(response.headers.get('content-disposition')).toMatch(/course-.*\.json/);
  const archive = CourseArchive.parse(await response.json());
  expect(archive.course).toEqual({ title: 'Driving forklifts', emoji: '🚜' });
  expect(archive.modules.map(({ title }) => title)).toEqual(['Brakes', 'Empty']);
  const there = await trainer();
  const before = await client.modules.get.query({ id: brakes });
  for (const module of archive.modules) {
    const imported = await there.client.modules.import.mutate({ course_id: there.course.id, module });
    expect(imported).toMatchObject({ cards: module.flashcards.length, questions: module.quiz.length, is_same: true });
  }
  const { modules } = await there.client.courses.get.query({ id: there.course.id });
  expect(modules).toMatchObject([{ title: 'Brakes', status: 'draft' }, { title: 'Empty' }]);
  const after = await there.client.modules.get.query({ id: modules[0]!.id });
  expect(hashesOf(after)).toEqual(hashesOf(before));
  expect(after).toMatchObject({
    title: 'Brakes',
    validity_days: 365,
    pass_score: 0.75,
    max_attempts: 5,
    show_solutions: 'never',
    questions_per_attempt: 2,
    topic_scores: [{ topic: 'Safety', pass_score: 1 }],
    flashcards: { cards: before.flashcards.cards },
    quiz: { questions: before.quiz.questions },
    mine: true,
  });
  await expect(
    there.client.modules.import.mutate({ course_id: newId(), module: archive.modules[0]! }),
  ).rejects.toMatchObject(refused('course_not_found'));
});

// rules/courses-and-modules 14
test('one module can be downloaded, and only by those who may read its drafts', async () => {
  const { workspace, empty, get } = await taught();
  const archive = CourseArchive.parse(await (await get(`?module_id=${empty}`)).json());
  expect(archive.modules).toMatchObject([{ title: 'Empty', flashcards: [], quiz: [] }]);
  expect((await get(`?module_id=${newId()}`)).status).toBe(404);
  const outsider = await make.user(workspace, { role: 'trainer', departmentId: (await make.department(workspace)).id });
  expect((await get('', await server.signIn(outsider.email))).status).toBe(404);
  const learner = await make.user(workspace, { role: 'learner' });
  expect((await get('', await server.signIn(learner.email))).status).toBe(403);
  const stranger = await make.user(await make.workspace(), { role: 'super_admin' });
  expect((await get('', await server.signIn(stranger.email))).status).toBe(403);
});

// rules/courses-and-modules 14 and 15
test('links to suggestions are left out, and refused where an archive has one', async () => {
  const { client, brakes, course, get } = await taught();
  const suggestion = newId();
  await db.pool.query(
    `update sections set items = jsonb_set(items, '{0,source,suggestion_id}', to_jsonb($2::text))
     where module_id = $1 and kind = 'flashcards'`,
    [brakes, suggestion],
  );
  const text = await (await get(`?module_id=${brakes}`)).text();
  expect(text).not.toContain(suggestion);
  const [module] = CourseArchive.parse(JSON.parse(text)).modules;
  const [first, ...others] = module!.flashcards;
  expect(first).toMatchObject({ source: { quote: 'Stop.', suggestion_id: null } });
  const linked = { ...first!, source: { ...first!.source!, suggestion_id: suggestion } };
  const mistaken = { course_id: course.id, module: { ...module!, flashcards: [linked, ...others] } };
  await expect(client.modules.import.mutate(mistaken)).rejects.toMatchObject(
    refused('invalid_request', {
      errors: [expect.objectContaining({ path: 'module.flashcards.0.source.suggestion_id' })],
    }),
  );
});

// rules/courses-and-modules 15
test('an archive that was changed says so, and what can’t be saved makes no draft', async () => {
  const { client, course, get } = await taught();
  const [module] = CourseArchive.parse(await (await get()).json()).modules;
  const changed = { ...module!, flashcards: [card()] };
  expect(await client.modules.import.mutate({ course_id: course.id, module: changed })).toMatchObject({
    is_same: false,
    cards: 1,
  });
  const { modules } = await client.courses.get.query({ id: course.id });
  const twice = { ...module!, quiz: [module!.quiz[0]!, module!.quiz[0]!] };
  for (const wrong of [twice, { ...module!, pass_score: 2 }, { ...module!, title: '' }]) {
    await expect(client.modules.import.mutate({ course_id: course.id, module: wrong })).rejects.toMatchObject(
      refused('invalid_request'),
    );
  }
  expect((await client.courses.get.query({ id: course.id })).modules).toHaveLength(modules.length);
});
