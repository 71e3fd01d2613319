import type { AiJob, GenerateReplacementItem } from '@training/shared/ai/ai-jobs';
import { liveTopics } from '@training/shared/live';
import { expect, onTestFinished, test } from 'vitest';
import { keyFor } from '../../../../test/ai/stand-in.ts';
import { openPage } from '../../../../test/follow.ts';
import { startJobsServer, untilJob } from './ai-jobs-fixture.ts';
import { randomUUID } from 'node:crypto';

const { server, providers, person, trainer } = await startJobsServer();
const { pool } = server.db;

const BRAKES = 'Check the brakes of the forklift before the first drive of every shift.';
const AISLE = 'Keep three metres of distance from people who walk in the aisle.';
const LOAD = 'A load is never lifted higher than fifteen centimetres while driving.';
const REPORT = 'Report every collision to the shift lead before you go on working.';
const source = { title: 'Forklifts', text: `${BRAKES}\n\n${AISLE}\n\n${LOAD}\n\n${REPORT}\n` };

type Person = Awaited<ReturnType<typeof trainer>>;
type Cards = Extract<AiJob, { feature: 'card_generation' }>;

async function cardsOf({ client }: Person, from: object = source, count = 2): Promise<Cards> {
  const { id } = await client.ai.generateCards.mutate({ source: from as typeof source, count });
  return asCards(await untilJob(client, id, 'succeeded'));
}

function asCards(job: AiJob): Cards {
  if (job.feature !== 'card_generation') throw new Error(`No cards but ${job.feature}`);
  return job;
}

const read = async ({ client }: Person, { id }: { id: string }) => asCards(await client.ai.get.query({ id }));
const frontsOf = ({ result }: Cards) => result?.cards.map(({ front }) => front);
const another = ({ client }: Person, { id }: { id: string }, asked: Partial<GenerateReplacementItem> = {}) =>
  client.ai.makeAnother.mutate({ id, item: 0, source, ...asked });

/** Waits until no replacement is pending, and returns the job. */
async function settled(who: Person, job: { id: string }): Promise<Cards> {
  await expect.poll(async () => (await read(who, job)).others.some(({ state }) => state === 'making')).toBe(false);
  return read(who, job);
}

/** Card requests since `from`, including checks. */
const askedSince = (from: number) =>
  providers.requests.slice(from).filter(({ feature }) => feature === 'card_generation');

test('another card comes in the place of one: of its level, checked, and none that is there already', async () => {
  const who = await trainer();
  const job = await cardsOf(who);
  expect(job).toMatchObject({ others: [], source_kept: false });
  const [replaced, other] = job.result!.cards;
  const from = providers.requests.length;
  const release = providers.hold();
  expect(await another(who, job)).toEqual({ id: job.id });
  const meanwhile = await read(who, job);
  expect(meanwhile.others).toEqual([{ item: 0, state: 'making', detail: null, retry_at: null }]);
  expect(meanwhile.result).toEqual(job.result);
  await expect(another(who, job)).rejects.toMatchObject({ data: { httpStatus: 409, app_code: 'ai_job_unfinished' } });
  release();
  const now = await settled(who, job);
  expect(now.others).toEqual([]);
  const [made, ...rest] = now.result!.cards;
  expect(rest).toEqual([other]);
  expect([replaced!.front, other!.front]).not.toContain(made!.front);
  expect(made).toMatchObject({ level: replaced!.level });
  expect(source.text).toContain(made!.quote);
  const [writing, checking] = askedSince(from);
  expect(writing).toMatchObject({ isCheck: false });
  expect(writing!.body).toContain(`Make all of the level \\"${replaced!.level}\\"`);
  expect(writing!.body).toContain(JSON.stringify(replaced!.front).slice(1, -1));
  expect(checking).toMatchObject({ isCheck: true });
  // It is shown with the original job and nowhere else.
  expect(await who.client.ai.list.query({})).toMatchObject({ total: 1 });
});

test('another question comes in the place of one', async () => {
  const who = await trainer();
  const { id } = await who.client.ai.generateQuiz.mutate({ source, count: 2 });
  const before = await untilJob(who.client, id, 'succeeded');
  if (before.feature !== 'quiz_generation' || !before.result) throw new Error('No questions');
  await another(who, { id }, { item: 1 });
  const read = async () => {
    const job = await who.client.ai.get.query({ id });
    return job.feature === 'quiz_generation' ? job : undefined;
  };
  await expect.poll(async () => (await read())?.others).toEqual([]);
  const now = await read();
  expect(now?.result?.questions[0]).toEqual(before.result.questions[0]);
  expect(now?.result?.questions[1]?.prompt).not.toBe(before.result.questions[1]?.prompt);
  expect(now?.result?.questions[1]?.level).toBe(before.result.questions[1]?.level);
});

// rules/ai 22
test('what fails or finds nothing else leaves the item as it was, says so, and can be tried again', async () => {
  const who = await trainer();
  const job = await cardsOf(who);
  providers.respond('card_generation', () => 'no JSON at all');
  await another(who, job);
  expect(await settled(who, job)).toMatchObject({
    result: job.result,
    others: [{ item: 0, state: 'failed', detail: expect.stringContaining('no usable answer') }],
  });
  providers.respond('card_generation', () => ({ cards: [] }));
  await another(who, job);
  expect(await settled(who, job)).toMatchObject({ result: job.result, others: [{ item: 0, state: 'nothing' }] });
  providers.respond('card_generation', undefined);
  await another(who, job);
  const now = await settled(who, job);
  expect(now.others).toEqual([]);
  expect(frontsOf(now)![0]).not.toBe(frontsOf(job)![0]);
});

test(
  'the text of a document is kept with what was made of it, so it need not be given',
  { tags: ['deep'] },
  async () => {
    const who = await trainer();
    const { id: file_id } = await who.client.ai.upload.mutate(new Blob([source.text]));
    const job = await cardsOf(who, { file_id, name: 'forklifts.md' });
    expect(job.source_kept).toBe(true);
    await another(who, job, { source: undefined });
    const now = await settled(who, job);
    expect(frontsOf(now)![0]).not.toBe(frontsOf(job)![0]);
  },
);

/** A trainer whose workspace has its own key, and its admin's live list of keys. */
async function withOwnKey() {
  const who = await trainer();
  const admin = await person(who.workspace, 'super_admin');
  const model = (await admin.client.providerKeys.list.query()).models.anthropic[0]?.id ?? '';
  const key = keyFor('good', who.workspace.slug);
  await admin.client.providerKeys.add.mutate({ provider: 'anthropic', model, key });
  const keys = openPage(
    server.base,
    { cookie: admin.cookie, workspace: who.workspace.slug },
    { topics: [liveTopics.providerKeys], read: (page) => page.providerKeys.list.query() },
  );
  onTestFinished(() => keys.stop());
  return { who, key, parked: () => keys.seen.at(-1)?.capabilities[0]?.parked_jobs };
}

test(
  'another that waits for a key says so, is cancelled, and counts among nobody’s jobs then',
  { tags: ['deep'] },
  async () => {
    const { who, key, parked } = await withOwnKey();
    const job = await cardsOf(who);
    providers.setScenario(key, 'bad');
    const other = async () => (await read(who, job)).others;
    const waits = { item: 0, state: 'parked', detail: expect.stringContaining('Anthropic'), retry_at: null };
    await another(who, job);
    await expect.poll(other).toEqual([waits]);
    await expect.poll(parked).toBe(1);
    const followed = who.watch(job.id);
    await expect.poll(() => followed.seen.length).toBeGreaterThan(0);

    const colleague = await person(who.workspace);
    const name = { id: job.id, item: 0 };
    const refused = (code: string) => ({ data: { app_code: code } });
    await expect(colleague.client.ai.cancelAnother.mutate(name)).rejects.toMatchObject(refused('ai_job_not_found'));
    await expect(who.client.ai.cancelAnother.mutate({ ...name, item: 1 })).rejects.toMatchObject(
      refused('ai_job_finished'),
    );
    expect(await who.client.ai.cancelAnother.mutate(name)).toEqual({ id: job.id });
    expect(await read(who, job)).toMatchObject({
      result: job.result,
      others: [{ item: 0, state: 'cancelled', detail: null, retry_at: null }],
    });
    await expect.poll(parked).toBe(0);
    await expect(who.client.ai.cancelAnother.mutate(name)).rejects.toMatchObject(refused('ai_job_finished'));

    // It can be requested again, and is deleted with its job.
    await another(who, job);
    await expect.poll(other).toEqual([waits]);
    await expect.poll(parked).toBe(1);
    await who.client.ai.delete.mutate({ id: job.id });
    await expect.poll(parked).toBe(0);
  },
);

test('a job that is deleted takes along what was made for it', async () => {
  const who = await trainer();
  const job = await cardsOf(who);
  const release = providers.hold();
  await another(who, job);
  await who.client.ai.delete.mutate({ id: job.id });
  release();
  const { rows } = await pool.query('select 1 from ai_jobs where workspace_id = $1', [who.workspace.id]);
  expect(rows).toEqual([]);
});

// rules/ai 22
test('only the part of a long source is read that has the passage', { tags: ['deep'] }, async () => {
  const who = await trainer();
  const fill = (word: string) => `Nobody asks about the ${word} here, which only fills the page. `.repeat(600);
  const text = [fill('beginning'), `${AISLE} ${LOAD}`, fill('middle'), REPORT, fill('end')].join('\n\n');
  const long = { title: 'A book', text };
  const job = await cardsOf(who, long, 3);
  expect(job.result!.coverage!.parts).toBeGreaterThan(2);
  providers.respond('card_generation', ({ source: part }) => ({
    cards: [
      { front: 'Who is told of a collision?', back: 'The shift lead.', quote: REPORT },
      { front: `What is on this page of ${part.length}?`, back: 'Nothing.', quote: part.slice(0, part.indexOf('.')) },
    ],
  }));
  // The last card comes from the last part.
  const from = providers.requests.length;
  await another(who, job, { item: 2, source: long });
  const now = await settled(who, job);
  providers.respond('card_generation', undefined);
  const writing = askedSince(from).filter(({ isCheck }) => !isCheck);
  expect(writing).toHaveLength(1);
  expect(writing[0]!.body).toContain(job.result!.cards[2]!.quote.slice(0, 40));
  expect(frontsOf(now)!.slice(0, 2)).toEqual(frontsOf(job)!.slice(0, 2));
  expect(now.result!.coverage).toEqual(job.result!.coverage);
});

test('two that are made at once do not come out the same', { tags: ['deep'] }, async () => {
  const who = await trainer();
  const job = await cardsOf(who);
  const card = { front: 'Who hears of a collision?', back: 'The shift lead.', quote: REPORT };
  providers.respond('card_generation', () => ({ cards: [card] }));
  const release = providers.hold();
  await another(who, job);
  await another(who, job, { item: 1 });
  release();
  const now = await settled(who, job);
  providers.respond('card_generation', undefined);
  expect(frontsOf(now)!.filter((front) => front === card.front)).toHaveLength(1);
  expect(now.others).toEqual([expect.objectContaining({ state: 'nothing' })]);
});

// rules/ai 22
test(
  'of two that are made at once of one part, the second waits for the first and is told what that made',
  { tags: ['deep'] },
  async () => {
    const who = await trainer();
    const job = await cardsOf(who);
    const from = providers.requests.length;
    const release = providers.hold();
    await another(who, job);
    await another(who, job, { item: 1 });
    const waiting = async () =>
      (
        await pool.query(
          `select destination_item as item from ai_jobs where workspace_id = $1 and progress_step = 'Waits for another job'`,
          [who.workspace.id],
        )
      ).rows;
    await expect.poll(waiting).toEqual([{ item: 1 }]);
    expect(askedSince(from)).toHaveLength(1);
    expect((await read(who, job)).others).toMatchObject([
      { item: 0, state: 'making', retry_at: null },
      { item: 1, state: 'making', retry_at: null },
    ]);
    release();
    const now = await settled(who, job);
    expect(now.others).toEqual([]);
    expect(new Set(frontsOf(now)).size).toBe(2);
    const writing = askedSince(from).filter(({ isCheck }) => !isCheck);
    expect(writing).toHaveLength(2);
    expect(writing[1]!.body).toContain(JSON.stringify(frontsOf(now)![0]).slice(1, -1));
  },
);

test(
  'those of two parts are made at the same time, and one goes on once that before it is cancelled',
  { tags: ['deep'] },
  async () => {
    const who = await trainer();
    const fill = (word: string) => `Nobody asks about the ${word} here, which only fills the page. `.repeat(600);
    const text = [AISLE, fill('beginning'), LOAD, fill('middle'), REPORT, fill('end')].join('\n\n');
    const long = { title: 'A book', text };
    const job = await cardsOf(who, long, 6);
    expect(job.result!.coverage!.parts).toBe(3);
    const partOf = (n: number) => Math.floor((3 * text.indexOf(job.result!.cards[n]!.quote)) / text.length);
    expect([0, 1, 5].map(partOf)).toEqual([0, 0, 2]);
    const from = providers.requests.length;
    const release = providers.hold();
    for (const item of [0, 1, 5]) await another(who, job, { item, source: long });
    await expect.poll(() => askedSince(from).length).toBe(2);
    await who.client.ai.cancelAnother.mutate({ id: job.id, item: 0 });
    await expect.poll(() => askedSince(from).length).toBe(3);
    release();
    expect((await settled(who, job)).others[0]).toMatchObject({ item: 0, state: 'cancelled' });
  },
);

test(
  'what says the same as another in other words is flagged, and a flag goes with what it was about',
  { tags: ['deep'] },
  async () => {
    const who = await trainer();
    const job = await cardsOf(who);
    const [first] = job.result!.cards;
    const alikeOf = ({ result }: Cards) =>
      result!.cards.map(({ flags }) => flags.filter(({ kind }) => kind === 'alike').map(({ detail }) => detail));
    // The same answer with the same passage.
    const again = { front: 'Asked in words of its own, what holds?', back: first!.back, quote: first!.quote };
    providers.respond('card_generation', () => ({ cards: [again] }));
    await another(who, job, { item: 1 });
    const alike = await settled(who, job);
    expect(alike.others).toEqual([]);
    expect(frontsOf(alike)).toEqual([first!.front, again.front]);
    expect(alikeOf(alike)).toEqual([[], [first!.front]]);
    const other = { front: 'Who hears of a collision?', back: 'The shift lead.', quote: REPORT };
    providers.respond('card_generation', () => ({ cards: [other] }));
    await another(who, job);
    const now = await settled(who, job);
    providers.respond('card_generation', undefined);
    expect(frontsOf(now)).toEqual([other.front, again.front]);
    expect(alikeOf(now)).toEqual([[], []]);
  },
);

// rules/ai 22
test('a text that is not kept has to be given, and to be the same', { tags: ['deep'] }, async () => {
  const who = await trainer();
  const job = await cardsOf(who);
  for (const given of [undefined, { title: 'Forklifts', text: 'Something else entirely, which nobody has read.' }]) {
    await expect(another(who, job, { source: given })).rejects.toMatchObject({
      data: { app_code: 'invalid_request', errors: [{ path: 'source' }] },
    });
  }
  for (const item of [2, 40, 2 ** 31]) {
    await expect(another(who, job, { item })).rejects.toMatchObject({
      data: { app_code: 'invalid_request', errors: [{ path: 'item' }] },
    });
  }
  await expect(another(who, { id: randomUUID() })).rejects.toMatchObject({ data: { app_code: 'ai_job_not_found' } });
  const colleague = await person(who.workspace);
  await expect(another(colleague, job)).rejects.toMatchObject({ data: { app_code: 'ai_job_not_found' } });
});

test(
  'a call for another that is cancelled is broken off, and its place is free at once',
  { tags: ['deep'] },
  async () => {
    const who = await trainer();
    const job = await cardsOf(who);
    const from = providers.requests.length;
    const release = providers.hold();
    await another(who, job);
    await expect.poll(() => providers.requests.length).toBe(from + 1);
    await who.client.ai.cancelAnother.mutate({ id: job.id, item: 0 });
    const outcomes = async () =>
      (
        await pool.query<{ outcome: string }>(
          `select outcome from ai_calls where workspace_id = $1 and outcome <> 'ok'`,
          [who.workspace.id],
        )
      ).rows;
    await expect.poll(outcomes).toEqual([{ outcome: 'aborted' }]);
    release();
    await another(who, job);
    const now = await settled(who, job);
    expect(now.others).toEqual([]);
    expect(frontsOf(now)![0]).not.toBe(frontsOf(job)![0]);
  },
);

// rules/ai 22
test('what still waits ends once a module has the result, for it would not be taken', { tags: ['deep'] }, async () => {
  const { who, key, parked } = await withOwnKey();
  const job = await cardsOf(who);
  providers.setScenario(key, 'bad');
  await another(who, job);
  await expect.poll(parked).toBe(1);
  const { rows } = await pool.query<{ id: string }>('select department_id as id from users where id = $1', [
    who.user.id,
  ]);
  const course = await server.make.course(who.workspace, { departmentId: rows[0]!.id });
  const into = { to: 'new_module', job_id: job.id, course_id: course.id, title: 'Forklifts' } as const;
  await who.client.modules.addGenerated.mutate(into);
  expect((await read(who, job)).others).toMatchObject([{ state: 'cancelled' }]);
  await expect.poll(parked).toBe(0);
});

// rules/ai 20
test('what a module has is changed there; what was spent on others counts for it', { tags: ['deep'] }, async () => {
  const who = await trainer();
  const job = await cardsOf(who);
  await another(who, job);
  await settled(who, job);
  const department = await pool.query<{ id: string }>('select department_id as id from users where id = $1', [
    who.user.id,
  ]);
  const course = await server.make.course(who.workspace, { departmentId: department.rows[0]!.id });
  const added = await who.client.modules.addGenerated.mutate({
    to: 'new_module',
    job_id: job.id,
    course_id: course.id,
    title: 'Forklifts',
  });
  expect(added.added).toBe(2);
  const { rows } = await pool.query(
    'select count(*)::integer as calls, count(distinct job_id)::integer as jobs from ai_calls where module_id = $1',
    [added.module_id],
  );
  expect(rows).toEqual([{ calls: 4, jobs: 2 }]);
  await expect(another(who, job)).rejects.toMatchObject({
    data: { app_code: 'invalid_request', errors: [{ path: 'id' }] },
  });
});
