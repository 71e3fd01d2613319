// Card generations that run all the time, each begun by a trainer over the typed API and watched as the console does
// it.
import { createTRPCClient, httpLink } from '@trpc/client';
import { liveTopics } from '@training/shared/live';
import { WORKSPACE_HEADER } from '@training/shared/sessions';
import { hasAiJobEnded } from '../src/features/ai/jobs/ai-job.ts';
import type { AppRouter } from '../src/app/router.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { ANSWERS } from '../test/ai/answers.ts';
import type { PromptParts } from '../test/ai/prompt-parts.ts';
import { startAiStandIn, type AiStandIn } from '../test/ai/stand-in.ts';
import { openPage } from '../test/follow.ts';
import type { Work } from './beside.ts';
import type { Data } from './data.ts';
import { signIn } from './sign-in.ts';

/** Milliseconds that the provider takes over a call: far less than any does, and still less than most do. */
export const DELAYS = [200, 2_000];
const AT_ONCE = 10;
/** UTF-16 units, which make so many calls. */
const SOURCE_LENGTH = 40_000;
const CALLS = 4;
const CARDS = 12;
/** How long the first calls may take, in milliseconds. */
const PATIENCE = 30_000;

type Generations = {
  /**
   * Resolves once ten jobs are under way; what it gives ends them, and returns what they did. The processor is that of
   * this process, which has the stand-in, too.
   * @param delay Milliseconds that the provider takes over an answer.
   */
  begin(delay: number): ReturnType<Work>;
};

/** A provider that answers after a while, and from memory: what it costs to make up an answer is not to be measured. */
export async function startProvider(): Promise<AiStandIn> {
  const standIn = await startAiStandIn();
  const known = new Map<string, object>();
  standIn.respond('card_generation', (parts: PromptParts) => {
    const answer = known.get(parts.source) ?? ANSWERS.card_generation(parts);
    known.set(parts.source, answer);
    return answer;
  });
  return standIn;
}

/** @throws when a job does not succeed: figures beside failing jobs mean nothing */
export async function prepareGenerations(data: Data, port: number, provider: AiStandIn): Promise<Generations> {
  const base = `http://127.0.0.1:${port}`;
  const { slug } = data.workspace;
  const { rows } = await data.db.pool.query<{ email: string }>(
    `select email from users where workspace_id = $1 and role = 'trainer' and is_active order by id limit 1`,
    [data.workspace.id],
  );
  const cookie = await signIn(data.db, rows[0]?.email ?? '', base);
  const client = createTRPCClient<AppRouter>({
    links: [httpLink({ url: `${base}/api/trpc`, headers: { origin: base, cookie, [WORKSPACE_HEADER]: slug } })],
  });
  const visitor = { cookie, workspace: slug };

  async function generate(n: number, count: number): Promise<void> {
    const { id } = await client.ai.generateCards.mutate({ source: sourceOf(n), count });
    const watched = openPage(base, visitor, {
      topics: [liveTopics.aiJob(id)],
      read: (page) => page.ai.get.query({ id }),
      isLast: hasAiJobEnded,
    });
    await watched.ended;
    const { state, error } = await client.ai.get.query({ id });
    if (state !== 'succeeded') throw new Error(`A generation has ${state}: ${error?.detail ?? ''}`);
  }

  return {
    async begin(delay) {
      let going = true;
      let jobs = 0;
      provider.requests.length = 0;
      provider.setDelay(delay);
      const working = Array.from({ length: AT_ONCE }, async (_, n) => {
        // The first ones are of different lengths, or all would begin and end at the same moments.
        for (let count = 1 + (n % CALLS); going; count = CARDS) {
          await generate(n, count);
          jobs++;
        }
      });
      const all = Promise.all(working);
      all.catch(() => undefined);
      await Promise.race([all, untilAsked(provider)]);
      const before = { at: performance.now(), calls: provider.requests.length, jobs, processor: process.cpuUsage() };
      return async () => {
        const { user, system } = process.cpuUsage(before.processor);
        const seconds = (performance.now() - before.at) / 1000;
        const calls = ((provider.requests.length - before.calls) / seconds).toFixed(1);
        const ended = ((jobs - before.jobs) / seconds).toFixed(1);
        const core = Math.round((user + system) / 10_000 / seconds);
        going = false;
        provider.setDelay(0);
        await all;
        return `${calls} calls/s, ${ended} generations/s, ${core} % of a core for the stand-in`;
      };
    },
  };
}

/** Until each of the jobs has asked the provider something. */
async function untilAsked({ requests }: AiStandIn): Promise<void> {
  const ends = performance.now() + PATIENCE;
  while (requests.length < AT_ONCE) {
    if (performance.now() > ends) throw new Error('The generations did not begin');
    await sleep(20);
  }
}

/** Another text for each of the ten, in paragraphs of which no sentence occurs twice. */
function sourceOf(n: number): { title: string; text: string } {
  let text = '';
  for (let rule = 1; text.length < SOURCE_LENGTH; rule++) {
    text += `## Bay ${n}, rule ${rule}

Check the brakes of forklift ${rule} in bay ${n} before the first drive of every shift. “A load on lane ${rule}” is never
lifted higher than ${rule} centimetres while the forklift is moving. Keep ${rule + 3} metres of distance from people who walk in
aisle ${rule}. Report every collision at gate ${rule} to the shift lead before you go on working.

`.replace(/(\S)\n(?=\S)/g, '$1 ');
  }
  return { title: `Driving in bay ${n}`, text };
}
