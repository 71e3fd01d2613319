import { expect, test } from 'vitest';
import { startJobsServer, untilJob } from '../../ai/jobs/ai-jobs-fixture.ts';
import { authoringOn, card, fill, refused } from '../modules/authoring-fixture.ts';
import { CONTENT_LIMITS } from '@training/shared/courses/section-length';

const { server, providers } = await startJobsServer();
const { draft, person, audited } = authoringOn(server);
const source = {
  title: 'Driving forklifts',
  text: `Check the brakes of the forklift before the first drive of every shift.

A load is never lifted higher than fifteen centimetres while the forklift is moving.

Keep three metres of distance from people who walk in the aisle.

Report every collision to the shift lead before you go on working.`,
};

type Author = Awaited<ReturnType<typeof draft>>;

/** Creates a finished job of the author without a destination. */
async function made({ client }: Pick<Author, 'client'>, what: 'cards' | 'quiz' = 'cards', of = source) {
  const start = what === 'cards' ? client.ai.generateCards : client.ai.generateQuiz;
  const { id } = await start.mutate({ source: of, count: 2 });
  await untilJob(client, id, 'succeeded');
  return id;
}

const read = ({ client, module }: Author) => client.modules.get.query({ id: module.id });
const add = ({ client, module }: Author, job_id: string) =>
  client.modules.addGenerated.mutate({ to: 'module', job_id, module_id: module.id });

// rules/ai 15, rules/courses-and-modules 9
test('what a job made is added to a draft, behind what is there, each item with its passage and its source', async () => {
  const author = await draft();
  const { client, module } = author;
  const own = card();
  await client.modules.saveSection.mutate({ module_id: module.id, section: 'flashcards', version: 1, items: [own] });
  const job = await made(author);
  await client.ai.rename.mutate({ id: job, title: 'My cards' });
  const added = await add(author, job);
  expect(added).toEqual({ module_id: module.id, course_id: author.course.id, section: 'flashcards', added: 2 });
  expect(await add(author, await made(author, 'quiz'))).toMatchObject({ section: 'quiz', added: 2 });
  const { flashcards, quiz } = await read(author);
  expect(flashcards).toMatchObject({ version: 3 });
  expect(flashcards.cards[0]).toEqual(own);
  for (const item of [...flashcards.cards.slice(1), ...quiz.questions]) {
    expect(item.source).toMatchObject({ name: source.title, url: null, suggestion_id: null });
    expect(source.text).toContain(item.source!.quote);
  }
  expect(await client.ai.get.query({ id: job })).toMatchObject({
    modules: [{ id: module.id, course_id: author.course.id, title: 'Brakes' }],
  });
  const edits = (await audited(module.id)).filter(({ action }) => action === 'module.section_edited');
  expect(edits.at(-1)).toMatchObject({ actor: author.user.fullName, changes: { section: 'quiz', items: [0, 2] } });
  // The editor can save the items unchanged.
  const save = { module_id: module.id, section: 'flashcards' as const, version: 3, items: flashcards.cards };
  expect(await client.modules.saveSection.mutate(save)).toMatchObject({ version: 3 });
});

// rules/ai 15
test('a new module is made of it, in a course of one’s own department', async () => {
  const author = await draft();
  const job_id = await made(author);
  const into = (course_id: string) =>
    author.client.modules.addGenerated.mutate({ to: 'new_module', job_id, course_id, title: 'Forklifts' });
  const elsewhere = await draft(author.workspace);
  await expect(into(elsewhere.course.id)).rejects.toMatchObject(refused('forbidden'));
  const { module_id } = await into(author.course.id);
  const module = await author.client.modules.get.query({ id: module_id });
  expect(module).toMatchObject({ title: 'Forklifts', status: 'draft', mine: true });
  expect(module.flashcards.cards).toHaveLength(2);
  const { modules } = await author.client.courses.get.query({ id: elsewhere.course.id }).catch(() => ({ modules: [] }));
  expect(modules.map(({ title }) => title)).not.toContain('Forklifts');
});

// rules/courses-and-modules 9
test('what is added twice is there once, also at the same moment, and what was removed comes back', async () => {
  const author = await draft();
  const job = await made(author);
  const both = await Promise.all([add(author, job), add(author, job)]);
  expect(both.map(({ added }) => added).toSorted((one, other) => one - other)).toEqual([0, 2]);
  const { flashcards } = await read(author);
  expect(flashcards).toMatchObject({ version: 2 });
  const [first] = flashcards.cards;
  await author.client.modules.saveSection.mutate({
    module_id: author.module.id,
    section: 'flashcards',
    version: 2,
    items: [{ ...first!, back: 'Edited since.' }],
  });
  expect(await add(author, job)).toMatchObject({ added: 1 });
  const again = (await read(author)).flashcards.cards;
  expect(again.map(({ back }) => back)).toEqual(['Edited since.', flashcards.cards[1]!.back]);
});

test('what a job delivered by itself, or as a proposal, is not there twice either', async () => {
  const author = await draft();
  const { client, module } = author;
  await fill(client, module.id);
  const release = providers.hold();
  const wanted = { module_id: module.id, section: 'flashcards' as const, source, count: 2 };
  const job = await client.modules.generate.mutate(wanted);
  await client.reviews.submit.mutate({ module_id: module.id });
  release();
  await untilJob(client, job.id, 'succeeded');
  await client.reviews.withdraw.mutate({ module_id: module.id });
  expect(await add(author, job.id)).toMatchObject({ added: 2 });
  const { proposals, flashcards } = await read(author);
  expect(flashcards.cards).toHaveLength(3);
  const taken = await client.modules.takeProposal.mutate({ id: proposals[0]!.id });
  expect(taken).toMatchObject({ version: flashcards.version, content_hash: flashcards.content_hash });
  const after = await read(author);
  expect(after.flashcards.cards).toHaveLength(3);
  expect(after.proposals).toEqual([]);
});

// rules/review 16
test('whoever adds it has contributed, and may not review what comes of it', async () => {
  const author = await draft();
  const { workspace, department, client, module } = author;
  await fill(client, module.id);
  const maker = await person(workspace, 'trainer', department.id);
  await add({ ...author, client: maker.client }, await made(maker));
  const admin = await person(workspace, 'super_admin');
  await admin.client.users.upsert.mutate({ email: maker.user.email, role: 'content_manager' });
  await client.reviews.submit.mutate({ module_id: module.id });
  const { round, flashcards } = await server.make.hashes(module.id);
  const decision = { module_id: module.id, section: 'flashcards' as const, round, content_hash: flashcards };
  await expect(maker.client.reviews.approve.mutate(decision)).rejects.toMatchObject(refused('self_review'));
});

test('a locked section refuses it with its lock, a full one with how many are too many, and nothing is written', async () => {
  const author = await draft();
  const { client, module } = author;
  const job = await made(author);
  await fill(client, module.id);
  await client.reviews.submit.mutate({ module_id: module.id });
  await expect(add(author, job)).rejects.toMatchObject(
    refused('content_locked', { lock: expect.objectContaining({ section: 'flashcards', round: 1 }) }),
  );
  await client.reviews.withdraw.mutate({ module_id: module.id });
  const { version } = (await read(author)).flashcards;
  const items = Array.from({ length: CONTENT_LIMITS.cards - 1 }, () => card());
  await client.modules.saveSection.mutate({ module_id: module.id, section: 'flashcards', version, items });
  const full = {
    detail: expect.stringContaining('no room for 1'),
    errors: [expect.objectContaining({ path: 'job_id' })],
  };
  await expect(add(author, job)).rejects.toMatchObject(refused('invalid_request', full));
  expect((await read(author)).flashcards.cards).toHaveLength(items.length);
  expect((await client.ai.get.query({ id: job })).modules).toEqual([]);
});

test('nobody adds another’s job, to another department or in another workspace', async () => {
  const author = await draft();
  const job = await made(author);
  const colleague = await person(author.workspace, 'trainer', author.department.id);
  await expect(add({ ...author, client: colleague.client }, job)).rejects.toMatchObject(refused('ai_job_not_found'));
  const other = await draft(author.workspace);
  await expect(add({ ...author, module: other.module }, job)).rejects.toMatchObject(refused('forbidden'));
  const twin = await draft();
  await expect(add({ ...twin, module: author.module }, job)).rejects.toMatchObject(refused('module_not_found'));
  await expect(add(twin, job)).rejects.toMatchObject(refused('ai_job_not_found'));
  for (const role of ['content_manager', 'super_admin', 'auditor', 'learner'] as const) {
    const { client } = await person(author.workspace, role);
    await expect(add({ ...author, client }, job)).rejects.toMatchObject(refused('forbidden'));
  }
  expect((await read(author)).flashcards.version).toBe(1);
});

test('what has made nothing yet, or nothing for a section, is refused in words', async () => {
  const author = await draft();
  const release = providers.hold();
  const { id } = await author.client.ai.generateCards.mutate({ source, count: 2 });
  await expect(add(author, id)).rejects.toMatchObject(refused('ai_job_unfinished'));
  release();
  const feedback = await author.client.ai.analyseFeedback.mutate({ subject: 'x', comments: ['Very clear.'] });
  await untilJob(author.client, feedback.id, 'succeeded');
  const nothing = { detail: expect.stringContaining('Only flashcards and questions') };
  await expect(add(author, feedback.id)).rejects.toMatchObject(refused('invalid_request', nothing));
});

// rules/courses-and-modules 8
test('a suggestion that was read stays the source: in its own module, and in another one of what was made for it', async () => {
  const author = await draft();
  const { client, workspace, course } = author;
  const { call } = await server.api(['intake:create'], workspace);
  const { json } = await call('POST', '/api/v1/intake', { content: source.text, source_name: 'Wiki' });
  const accepted = await client.suggestions.accept.mutate({
    id: String(json.id),
    course_id: course.id,
    generate: false,
  });
  const named = { name: 'Wiki', url: null, suggestion_id: String(json.id) };
  // The same text, generated with the AI tools.
  const pasted = await made(author);
  await add({ ...author, module: { id: accepted.module_id } }, pasted);
  const own = await client.modules.get.query({ id: accepted.module_id });
  expect(own.flashcards.cards.map((each) => each.source)).toMatchObject([named, named]);

  const job = await client.modules.generate.mutate({
    module_id: accepted.module_id,
    section: 'quiz',
    source,
    count: 2,
  });
  await untilJob(client, job.id, 'succeeded');
  await add(author, job.id);
  const { quiz } = await read(author);
  expect(quiz.questions.map((each) => each.source)).toMatchObject([named, named]);
  // The items can be saved, removed, and saved again.
  const save = (version: number, items: typeof quiz.questions) =>
    client.modules.saveSection.mutate({ module_id: author.module.id, section: 'quiz', version, items });
  await save(2, []);
  expect(await save(3, quiz.questions)).toMatchObject({ version: 4 });
  // A different text isn't attributed to the suggestion.
  const other = await made(author, 'cards', { ...source, text: `${source.text}\n` });
  await add({ ...author, module: { id: accepted.module_id } }, other);
  const after = (await client.modules.get.query({ id: accepted.module_id })).flashcards.cards.slice(2);
  expect(after.map((each) => each.source?.suggestion_id)).toEqual([null, null]);
  expect((await client.ai.get.query({ id: job.id })).modules.map(({ id }) => id)).toEqual([
    accepted.module_id,
    author.module.id,
  ]);
});

// rules/ai 15
test('a job names only modules that its owner may see', async () => {
  const author = await draft();
  const job = await made(author);
  await add(author, job);
  const elsewhere = await server.make.department(author.workspace);
  await server.db.pool.query('update users set department_id = $1 where id = $2', [elsewhere.id, author.user.id]);
  expect((await author.client.ai.get.query({ id: job })).modules).toEqual([]);
  expect((await author.client.ai.list.query({})).jobs).toMatchObject([{ id: job, modules: [] }]);
});
