// Learners who answer at once, over HTTP: what was answered is what is stored, and nothing is refused.
import { WORKSPACE_HEADER } from '@training/shared/sessions';
import { buildServer } from '../../scripts/server-build.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { verifyRollups } from '../src/features/analytics/rollups/verify.ts';
import type { Data } from './data.ts';
import { newLearners, rightAnswer } from './learners.ts';
import { startOurs } from './processes.ts';
import { percentile } from './report.ts';
import { signIn } from './sign-in.ts';
import type { QuestionWithoutSolution } from '@training/shared/courses/courses';

type Order = {
  modules: string[];
  learners: number;
  seconds: number;
  /** Seconds between two answers of a person, on average. */
  pause: number;
  log: number;
  say: (line: string) => void;
};

/** As many sign in at a time. */
const AT_ONCE = 10;

export async function answerTogether(
  data: Data,
  { modules, learners, seconds, pause, log, say }: Order,
): Promise<void> {
  const people = await newLearners(data.db, data.workspace, { modules, count: learners });
  await buildServer();
  const server = await startOurs({ DATABASE_URL: data.url, TRUST_PROXY: 'loopback' }, log);
  const base = `http://127.0.0.1:${server.port}`;
  try {
    const sessions: string[] = [];
    const signing = people.entries();
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        for (const [n, person] of signing) {
          const address = `10.0.${n >> 8}.${n & 255}`;
          sessions.push(await signIn(data.db, person.email ?? '', base, address));
        }
      }),
    );
    say(`${sessions.length} learners are signed in`);
    const kept: string[] = [];
    const refused = new Map<string, number>();
    const latencies: number[] = [];
    let completed = 0;
    const began = new Date();
    const ends = performance.now() + seconds * 1000;
    const wait = () => sleep(Math.random() * 2 * pause * 1000);
    const learn = async (cookie: string, place: number) => {
      const headers = {
        cookie,
        origin: base,
        [WORKSPACE_HEADER]: data.workspace.slug,
        'content-type': 'application/json',
      };
      /** Asks until it is answered, as the console does; each refusal is counted. */
      const ask = async <Answer>(procedure: string, input: unknown, reads = false): Promise<Answer> => {
        const json = JSON.stringify(input);
        const url = `${base}/api/trpc/${procedure}`;
        for (;;) {
          const response = await (
            reads
              ? fetch(`${url}?input=${encodeURIComponent(json)}`, { headers })
              : fetch(url, { method: 'POST', headers, body: json })
          ).catch((error: unknown) => String(error));
          if (typeof response !== 'string' && response.ok) {
            const { result }: { result: { data: Answer } } = JSON.parse(await response.text());
            return result.data;
          }
          const why = typeof response === 'string' ? response : `${response.status} ${await response.text()}`;
          const named = `${procedure}: ${why.slice(0, 200)}`;
          refused.set(named, (refused.get(named) ?? 0) + 1);
          await wait();
        }
      };
      await wait();
      for (let n = 0; n < modules.length; n++) {
        const module_id = modules[(place + n) % modules.length]!;
        const { enrollment_id } = await ask<{ enrollment_id: string }>('learning.start', { module_id });
        const { revision, cards } = await ask<Opened>('learning.open', { module_id }, true);
        for (const { id: card_id } of cards) {
          const studied = { enrollment_id, revision_id: revision.id };
          await ask('learning.show', { ...studied, card_id });
          await ask('learning.see', { ...studied, card_ids: [card_id] });
        }
        const { id: attempt_id, asked: questions } = await ask<Begun>('learning.beginAttempt', { enrollment_id });
        for (const question of questions) {
          await wait();
          if (performance.now() >= ends) return;
          const asked = performance.now();
          const given = { attempt_id, question_id: question.id, response: rightAnswer(question) };
          const { answer, cycle } = await ask<Answered>('learning.answer', given);
          latencies.push(performance.now() - asked);
          kept.push(answer.answer_id);
          if (cycle.status === 'completed') completed++;
        }
      }
    };
    await Promise.all(sessions.map(learn));
    const { rows } = await data.db.pool.query<{ stored: number; known: number; completed: number }>(
      `select count(*)::integer as stored, count(*) filter (where g.id = any($3::uuid[]))::integer as known, (
         select count(*)::integer from enrollments e
         where e.workspace_id = $1 and e.completed_at >= $2 and e.user_id = any($4::uuid[])) as completed
       from answers g where g.workspace_id = $1 and g.given_at >= $2`,
      [data.workspace.id, began, kept, people.map(({ id }) => id)],
    );
    const spread = [{ latencies: Float64Array.from(latencies) }];
    say(
      `${learners} learners for ${seconds} s: ${kept.length} answers, ${(kept.length / seconds).toFixed(0)} a second, p50 ${percentile(spread, 0.5).toFixed(0)} ms, p99 ${percentile(spread, 0.99).toFixed(0)} ms, ${completed} completions`,
    );
    say(
      `Stored: ${rows[0]!.stored} answers, of which ${rows[0]!.known} were answered; ${rows[0]!.completed} completions`,
    );
    say(`Refused: ${refused.size === 0 ? 'none' : JSON.stringify(Object.fromEntries(refused), null, 1)}`);
    const verified = await verifyRollups({
      db: data.db,
      workspace: data.workspace,
      actor: { kind: 'system', name: 'Bench' },
      reach: 'workspace',
      now: new Date(),
      requestId: null,
      ip: null,
    });
    say(`Counts that are kept: ${JSON.stringify(verified)}`);
    const isWhole =
      rows[0]!.stored === kept.length && rows[0]!.known === kept.length && rows[0]!.completed === completed;
    if (!isWhole || refused.size > 0 || !verified.equal) process.exitCode = 1;
  } finally {
    await server.stop();
  }
}

type Opened = { revision: { id: string }; cards: { id: string }[] };
type Begun = { id: string; asked: QuestionWithoutSolution[] };
type Answered = { answer: { answer_id: string }; cycle: { status: string } };
