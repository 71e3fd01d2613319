import type { AiJob, MakeAnother } from '@training/shared/ai/ai-jobs';
import { topics } from '@training/shared/live';
import { expect, onTestFinished, test } from 'vitest';
import { keyFor } from '../../../../test/ai/stand-in.ts';
import { openPage } from '../../../../test/follow.ts';
import { startJobsServer, untilJob } from './ai-jobs-fixture.ts';

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
const another = ({ client }: Person, { id }: { id: string }, asked: Partial<MakeAnother> = {}) =>
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

test('the text of a document is kept with what was made of it, so it need not be given', async () => {
  const who = await trainer();
  const { id: file_id } = await who.client.ai.upload.mutate(new Blob([source.text]));
  const job = await cardsOf(who, { file_id, name: 'forklifts.md' });
  expect(job.source_kept).toBe(true);
  await another(who, job, { source: undefined });
  const now = await settled(who, job);
  expect(frontsOf(now)![0]).not.toBe(frontsOf(job)![0]);
});

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
    { topics: [topics.providerKeys], read: (page) => page.providerKeys.list.query() },
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
