import { GeneratedCards } from '@training/shared/ai/generated-items';
import type { AiJob } from '@training/shared/ai/ai-jobs';
import type { AiProvider } from '@training/shared/provider-keys/provider-keys';
import { expect, onTestFinished } from 'vitest';
import { keyFor } from '../../../../test/ai/stand-in.ts';
import { newKey } from '../../../../test/key-server.ts';
import type { Client } from '../../../../test/server.ts';
import { startJobsServer, untilJob } from '../jobs/ai-jobs-fixture.ts';

/** A provider with an address of its own. */
type KeyedProvider = Exclude<AiProvider, 'openai_compatible'>;

/** A sentence of the source that every model reads. */
export const rule = (n: number) => `Rule ${n} is about the gate with the number ${n}.`;
export const source = { title: 'Gates', text: Array.from({ length: 30 }, (_, n) => rule(n + 10)).join('\n') };
/** Requests eight cards, so the model is asked for ten. */
export const EIGHT = { source, count: 8 };
/** Cards that the model is asked for, some of which may fail the checks. */
const ASKED = 10;

/** Cards that people see while the job runs. */
export const soFarOf = (job: AiJob) => (job.feature === 'card_generation' ? job.so_far : []);
/** Cards of a finished job. */
export const cardsOf = (job: AiJob) => GeneratedCards.parse(job.result).cards;

/** Starts a server with fake providers whose answers can break off, with tests to run for each protocol. */
export async function startLongAnswers() {
  const { server, providers, person, trainer } = await startJobsServer({
    // Longer than a busy machine delays a chunk of an answer.
    waits: { nextChunk: 1_500 },
    env: { AI_POOLED_MONTHLY_USD: '10' },
  });
  const { pool } = server.db;
  let made = 0;

  /** A trainer whose workspace has its own key for a provider, and the key. */
  async function withKeyOf(provider: KeyedProvider, ofChat = false) {
    const workspace = await server.make.workspace();
    const admin = await person(workspace, 'super_admin');
    const key = keyFor('good', `long-${++made}`);
    const given = newKey(provider, key);
    if (ofChat && given.provider === 'azure_openai') {
      given.deployment = 'chat.only';
      providers.lackResponses(given.deployment);
    }
    await admin.client.providerKeys.add.mutate(given);
    return { ...(await person(workspace)), key };
  }

  const existingIn = (body: string) =>
    (body.split('<existing>\\n', 2)[1] ?? '').split('\\n</existing>', 1)[0]?.split('\\n').filter(Boolean) ?? [];

  /** Card requests with a key: the count requested, and the number of existing cards listed. */
  const askedWith = (key: string) =>
    providers.requests
      .filter((each) => each.key === key && each.feature === 'card_generation' && !each.isCheck)
      .map(({ body }) => ({
        count: Number(/Count: (\d+)/.exec(body)?.[1]),
        existing: existingIn(body).length,
      }));

  /** Makes the job, which waits after its provider broke off, due now. Returns its state before that. */
  async function goneOn({ client }: { client: Client }, id: string): Promise<AiJob> {
    await expect.poll(async () => (await client.ai.get.query({ id })).retry_at).not.toBeNull();
    const waiting = await client.ai.get.query({ id });
    await pool.query('update ai_jobs set due_at = now() where id = $1', [id]);
    return waiting;
  }

  async function showCardsOneByOne(provider: KeyedProvider, ofChat: boolean): Promise<void> {
    const { client, key } = await withKeyOf(provider, ofChat);
    providers.setPace(15);
    onTestFinished(() => providers.setPace(0));
    const { id } = await client.ai.generateCards.mutate(EIGHT);
    const seen = new Set<number>();
    await expect
      .poll(async () => {
        const job = await client.ai.get.query({ id });
        if (job.state === 'running') seen.add(soFarOf(job).length);
        return job.state;
      })
      .toBe('succeeded');
    expect(seen.size).toBeGreaterThan(2);
    const done = await client.ai.get.query({ id });
    expect(soFarOf(done)).toEqual([]);
    expect(cardsOf(done)).toHaveLength(8);
    expect(askedWith(key)).toEqual([{ count: ASKED, existing: 0 }]);
  }

  async function keepWholeCards(
    provider: KeyedProvider,
    ofChat: boolean,
    how: 'cut' | 'silence' | 'error',
  ): Promise<void> {
    const who = await withKeyOf(provider, ofChat);
    providers.interrupt(who.key, { how, items: 4 });
    const { id } = await who.client.ai.generateCards.mutate(EIGHT);
    const waiting = await goneOn(who, id);
    expect(soFarOf(waiting)).toHaveLength(4);
    const done = await untilJob(who.client, id, 'succeeded', 'failed');
    expect(askedWith(who.key)).toEqual([
      { count: ASKED, existing: 0 },
      { count: ASKED - 4, existing: 4 },
    ]);
    const fronts = cardsOf(done).map(({ front }) => front);
    expect(new Set(fronts).size).toBe(8);
    for (const { front } of soFarOf(waiting)) expect(fronts).toContain(front);
  }

  return { server, providers, trainer, withKeyOf, askedWith, goneOn, showCardsOneByOne, keepWholeCards };
}
