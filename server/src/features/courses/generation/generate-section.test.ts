import { expect, test } from 'vitest';
import { startJobsServer, untilJob } from '../../ai/jobs/ai-jobs-fixture.ts';
import { startTestServer } from '../../../../test/server.ts';
import { authoringOn, card, fill, refused } from '../modules/authoring-fixture.ts';
import { CONTENT_LIMITS } from '@training/shared/courses/section-length';

const { server, providers } = await startJobsServer();
const { pool } = server.db;
const { draft, person, audited } = authoringOn(server);
const source = {
  title: 'Driving forklifts',
  text: `Check the brakes of the forklift before the first drive of every shift.

A load is never lifted higher than fifteen centimetres while the forklift is moving.

Keep three metres of distance from people who walk in the aisle.

Report every collision to the shift lead before you go on working.`,
};

type Author = Awaited<ReturnType<typeof draft>>;
type Start = { section?: 'flashcards' | 'quiz'; count?: number };

const generate = ({ client, module }: Author, { section = 'flashcards', count = 2 }: Start = {}) =>
  client.modules.generate.mutate({ module_id: module.id, section, source, count });

const read = ({ client, module }: Author) => client.modules.get.query({ id: module.id });

// rules/ai 7
test('what a job makes is added to the section, each item with the passage that it comes from', async () => {
  const author = await draft();
  const own = card();
  const { client, module } = author;
  await client.modules.saveSection.mutate({ module_id: module.id, section: 'flashcards', version: 1, items: [own] });
  const jobs = [await generate(author), await generate(author, { section: 'quiz', count: 3 })];
  expect(jobs.map(({ feature }) => feature)).toEqual(['card_generation', 'quiz_generation']);
  for (const { id } of jobs) await untilJob(client, id, 'succeeded');
  const { flashcards, quiz, proposals } = await read(author);
  expect(flashcards).toMatchObject({ version: 3, state: 'editable' });
  expect(flashcards.cards).toHaveLength(3);
  expect(flashcards.cards[0]).toEqual(own);
  for (const item of [...flashcards.cards.slice(1), ...quiz.questions]) {
    expect(item.source).toMatchObject({ name: source.title, url: null, suggestion_id: null });
    expect(source.text).toContain(item.source!.quote);
  }
  expect(quiz).toMatchObject({ version: 2 });
  expect(quiz.questions).toHaveLength(3);
  expect(new Set([...flashcards.cards, ...quiz.questions].map(({ id }) => id)).size).toBe(6);
  expect(proposals).toEqual([]);
  expect((await audited(module.id)).at(-1)).toMatchObject({
    action: 'module.section_edited',
    actor: author.user.fullName,
  });
  // The editor can save the items unchanged.
  const save = { module_id: module.id, section: 'flashcards' as const, version: 3, items: flashcards.cards };
  expect(await client.modules.saveSection.mutate(save)).toMatchObject({ version: 3 });
});

test('whoever has had a section generated has contributed, and may not review it', async () => {
  const author = await draft();
  const colleague = await person(author.workspace, 'trainer', author.department.id);
  const job = await generate({ ...author, client: colleague.client });
  await untilJob(colleague.client, job.id, 'succeeded');
  await pool.query(`update users set role = 'content_manager' where id = $1`, [colleague.user.id]);
  expect((await colleague.client.modules.get.query({ id: author.module.id })).mine).toBe(true);
});

// rules/courses-and-modules 9
test('a section that was locked meanwhile keeps the result as a proposal, which is taken once it is open', async () => {
  const author = await draft();
  const { client, module } = author;
  await fill(client, module.id);
  const release = providers.hold();
  const job = await generate(author);
  await client.reviews.submit.mutate({ module_id: module.id });
  const submitted = await read(author);
  release();
  await untilJob(client, job.id, 'succeeded');
  const { flashcards, proposals } = await read(author);
  expect(flashcards).toEqual(submitted.flashcards);
  expect(proposals).toEqual([
    { id: expect.any(String), section: 'flashcards', items: 2, job_id: job.id, created_at: expect.any(String) },
  ]);
  const named = { id: proposals[0]!.id };
  await expect(client.modules.takeProposal.mutate(named)).rejects.toMatchObject(
    refused('content_locked', { lock: expect.objectContaining({ section: 'flashcards', round: 1 }) }),
  );
  await expect(generate(author)).rejects.toMatchObject(refused('content_locked'));
  await client.reviews.withdraw.mutate({ module_id: module.id });
  const taken = await Promise.allSettled([
    client.modules.takeProposal.mutate(named),
    client.modules.takeProposal.mutate(named),
  ]);
  expect(taken.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  const after = await read(author);
  expect(after.proposals).toEqual([]);
  expect(after.flashcards).toMatchObject({ version: flashcards.version + 1 });
  expect(after.flashcards.cards).toHaveLength(3);
});

// rules/review 16
test('of a proposal, neither who takes it in nor who had it generated may review what comes of it', async () => {
  const author = await draft();
  const { workspace, client, module, department } = author;
  const [maker, taker] = [
    await person(workspace, 'trainer', department.id),
    await person(workspace, 'trainer', department.id),
  ];
  await fill(client, module.id);
  const release = providers.hold();
  const job = await generate({ ...author, client: maker.client });
  await client.reviews.submit.mutate({ module_id: module.id });
  release();
  await untilJob(maker.client, job.id, 'succeeded');
  await client.reviews.withdraw.mutate({ module_id: module.id });
  const [proposal] = (await read(author)).proposals;
  expect((await maker.client.modules.get.query({ id: module.id })).mine).toBe(false);
  await taker.client.modules.takeProposal.mutate({ id: proposal!.id });

  const admin = await person(workspace, 'super_admin');
  for (const { user } of [maker, taker]) {
    await admin.client.users.upsert.mutate({ email: user.email, role: 'content_manager' });
  }
  await client.reviews.submit.mutate({ module_id: module.id });
  const { round, flashcards } = await server.make.hashes(module.id);
  const decision = { module_id: module.id, section: 'flashcards' as const, round, content_hash: flashcards };
  for (const each of [maker, taker]) {
    await expect(each.client.reviews.approve.mutate(decision)).rejects.toMatchObject(refused('self_review'));
  }
  expect(await admin.client.reviews.approve.mutate(decision)).toMatchObject({ workflow: 'in_review' });
});

// rules/courses-and-modules 9
test('what was started by somebody who may not write there any more is a proposal', { tags: ['deep'] }, async () => {
  for (const change of [`role = 'content_manager'`, `is_active = false`, `department_id = $2`]) {
    const author = await draft();
    const { workspace, department } = author;
    const colleague = await person(workspace, 'trainer', department.id);
    const release = providers.hold();
    await generate({ ...author, client: colleague.client });
    const elsewhere = await server.make.department(workspace);
    await pool.query(`update users set ${change} where id = $1`, [
      colleague.user.id,
      ...(change.includes('$2') ? [elsewhere.id] : []),
    ]);
    release();
    await expect.poll(async () => (await read(author)).proposals).toHaveLength(1);
    expect(await read(author)).toMatchObject({ flashcards: { version: 1, cards: [] }, proposals: [{ items: 2 }] });
  }
});

// rules/courses-and-modules 9
test('what does not fit is a proposal, and can be dismissed', async () => {
  const author = await draft();
  const { client, module, workspace } = author;
  const items = Array.from({ length: CONTENT_LIMITS.cards - 1 }, () => card());
  await client.modules.saveSection.mutate({ module_id: module.id, section: 'flashcards', version: 1, items });
  const job = await generate(author);
  await untilJob(client, job.id, 'succeeded');
  const { proposals, flashcards } = await read(author);
  expect(flashcards.cards).toHaveLength(items.length);
  const named = { id: proposals[0]!.id };
  const full = { detail: expect.stringContaining('no room for 1') };
  await expect(client.modules.takeProposal.mutate(named)).rejects.toMatchObject(refused('invalid_request', full));
  const colleague = await server.as('trainer', workspace);
  for (const act of ['takeProposal', 'dismissProposal'] as const) {
    await expect(colleague.modules[act].mutate(named)).rejects.toMatchObject(refused('forbidden'));
  }
  const stranger = await server.as('trainer', await server.make.workspace());
  await expect(stranger.modules.dismissProposal.mutate(named)).rejects.toMatchObject(refused('proposal_not_found'));
  expect(await client.modules.dismissProposal.mutate(named)).toEqual(named);
  await expect(client.modules.dismissProposal.mutate(named)).rejects.toMatchObject(refused('proposal_not_found'));
  expect((await read(author)).proposals).toEqual([]);
});

test(
  'what would make a section longer than it may be is a proposal, until there is room',
  { tags: ['deep'] },
  async () => {
    const author = await draft();
    const { client, module } = author;
    const long = (letters: number) => card({ front: '', back: 'x'.repeat(letters) });
    const items = [...Array.from({ length: 99 }, () => long(10_000)), long(9_990)];
    const save = (version: number, of: typeof items) =>
      client.modules.saveSection.mutate({ module_id: module.id, section: 'flashcards', version, items: of });
    await save(1, items);
    const job = await generate(author);
    await untilJob(client, job.id, 'succeeded');
    const { proposals, flashcards } = await read(author);
    expect(flashcards).toMatchObject({ version: 2 });
    expect(proposals).toMatchObject([{ section: 'flashcards', items: 2 }]);
    const named = { id: proposals[0]!.id };
    const full = { detail: expect.stringContaining('at most 1,000,000 characters') };
    await expect(client.modules.takeProposal.mutate(named)).rejects.toMatchObject(refused('invalid_request', full));
    expect((await read(author)).proposals).toEqual(proposals);
    await save(2, items.slice(1));
    expect(await client.modules.takeProposal.mutate(named)).toMatchObject({ version: 4 });
    expect((await read(author)).flashcards.cards).toHaveLength(101);
  },
);

test('a job that is cancelled adds nothing', { tags: ['deep'] }, async () => {
  const author = await draft();
  const release = providers.hold();
  const job = await generate(author);
  await untilJob(author.client, job.id, 'running');
  await author.client.ai.cancel.mutate({ id: job.id });
  release();
  const next = await generate(author, { section: 'quiz' });
  await untilJob(author.client, next.id, 'succeeded');
  expect(await read(author)).toMatchObject({ flashcards: { version: 1, cards: [] }, proposals: [] });
});

test('nothing is started for another department, for too much at once, or without a key', async () => {
  const author = await draft();
  const colleague = await server.as('trainer', author.workspace);
  await expect(generate({ ...author, client: colleague })).rejects.toMatchObject(refused('forbidden'));
  const tooMany = generate(author, { section: 'quiz', count: 21 });
  await expect(tooMany).rejects.toMatchObject(refused('invalid_request'));
  await pool.query(`update modules set status = 'archived' where id = $1`, [author.module.id]);
  await expect(generate(author)).rejects.toMatchObject(refused('module_state'));
  expect((await author.client.ai.list.query({})).total).toBe(0);
  const bare = await startTestServer();
  const keyless = await authoringOn(bare).draft();
  await expect(generate(keyless)).rejects.toMatchObject(refused('ai_not_configured'));
});

// rules/ai 22
test('one more is made of the part of a long source of which there is least', async () => {
  const author = await draft();
  const { client, module } = author;
  const pageOn = (word: string) => `Nobody asks about the ${word} here, which only fills the page. `.repeat(700);
  const long = { title: 'A book', text: [pageOn('beginning'), pageOn('end')].join('\n\n') };
  const there = {
    ...card(),
    source: { quote: pageOn('beginning').slice(0, 63), name: '', url: null, suggestion_id: null },
  };
  const save = { module_id: module.id, section: 'flashcards' as const, version: 1, items: [there] };
  await client.modules.saveSection.mutate(save);
  const from = providers.requests.length;
  const wanted = { module_id: module.id, section: 'flashcards' as const, source: long, count: 1, more: true };
  const { id } = await client.modules.generate.mutate(wanted);
  await untilJob(client, id, 'succeeded');
  const asked = providers.requests.slice(from);
  expect(asked.map(({ isCheck }) => isCheck)).toEqual([false, true]);
  const [{ body } = { body: '' }] = asked;
  expect(['beginning', 'end'].filter((word) => body.includes(`about the ${word}`))).toEqual(['end']);
  expect((await read(author)).flashcards.cards).toHaveLength(2);
});

test('what nearly repeats what the section has is taken last, and says so', { tags: ['deep'] }, async () => {
  const author = await draft();
  const { client, module } = author;
  const own = { ...card(), front: 'How far do you stay from people in the aisle?', back: 'Three metres of distance.' };
  await client.modules.saveSection.mutate({ module_id: module.id, section: 'flashcards', version: 1, items: [own] });
  const quote = 'Keep three metres of distance from people who walk in the aisle.';
  const again = { front: 'How far do you stay from people in this aisle?', back: 'Three metres distance.', quote };
  const other = {
    front: 'Who hears of a collision?',
    back: 'The shift lead.',
    quote: 'Report every collision to the shift lead before you go on working.',
  };
  providers.respond('card_generation', () => ({ cards: [again, other] }));
  const one = await generate(author, { count: 1 });
  await untilJob(client, one.id, 'succeeded');
  const fronts = async () => (await read(author)).flashcards.cards.map(({ front }) => front);
  expect(await fronts()).toEqual([own.front, other.front]);
  const both = await generate(author, { count: 2 });
  await untilJob(client, both.id, 'succeeded');
  providers.respond('card_generation', undefined);
  expect(await fronts()).toEqual([own.front, other.front, again.front]);
  const added = (await read(author)).flashcards.cards[2]!;
  const flags = await client.modules.flags.query({ id: module.id });
  expect(flags.filter((each) => each.flags.length > 0)).toMatchObject([
    { item_id: added.id, flags: [{ kind: 'alike', detail: own.front }] },
  ]);
});

test('a question is compared with those that the quiz has, too', { tags: ['deep'] }, async () => {
  const author = await draft();
  const { client, module } = author;
  const quote = 'Keep three metres of distance from people who walk in the aisle.';
  const prompt = 'How far do you stay from people?';
  const made = { kind: 'short_text', prompt, accepted: ['3 metres'], explanation: 'They may step aside.', quote };
  providers.respond('quiz_generation', () => ({ questions: [{ ...made, options: [], correct: [], rubric: [] }] }));
  const make = async () => {
    const { id } = await generate(author, { section: 'quiz', count: 1 });
    const job = await untilJob(client, id, 'succeeded');
    return job.feature === 'quiz_generation' ? job.result?.questions : undefined;
  };
  expect(await make()).toMatchObject([{ prompt, flags: [] }]);
  const { quiz } = await read(author);
  // The same answer with the same passage, reworded by an author.
  const items = quiz.questions.map((question) => ({ ...question, prompt: 'Which distance holds in the aisle?' }));
  await client.modules.saveSection.mutate({ module_id: module.id, section: 'quiz', version: quiz.version, items });
  expect(await make()).toMatchObject([{ prompt, flags: [{ kind: 'alike', detail: items[0]!.prompt }] }]);
  providers.respond('quiz_generation', undefined);
});
