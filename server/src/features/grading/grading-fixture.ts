import type { Question } from '@training/shared/courses/courses';
import type { OwnSpokenAnswer } from '@training/shared/grading/grading';
import type { AnswerState } from '@training/shared/learning/attempts';
import { expect } from 'vitest';
import type { Client } from '../../../test/server.ts';
import { newId } from '../../platform/ids.ts';
import { recording, startJobsServer } from '../ai/jobs/ai-jobs-fixture.ts';
import { approveBoth, castOf, edit } from '../reviews/reviews-fixture.ts';
import { viewCards, withoutWaitingOrChance } from '../../../test/view-cards.ts';

export const RUBRIC = ['Stops the belt', 'Hangs a lock'];

/** What is said of the whole rubric. */
export const SAID = 'First I stop the belt with the red button. Then I hang my own lock on the switch.';

export const spokenQuestion = (prompt = 'What do you do before you clear the belt?'): Question => ({
  id: newId(),
  kind: 'spoken',
  prompt,
  explanation: 'Lock it, then try it.',
  rubric: RUBRIC,
});

/** A server with stand-ins of the providers, which grades and listens, and everybody whom an answer concerns. */
export async function startGradingServer(options: Parameters<typeof startJobsServer>[0] = {}) {
  const jobs = await startJobsServer(options);
  const { server, providers } = jobs;
  const { pool } = server.db;
  await withoutWaitingOrChance(server.db);
  let sent = 0;

  async function cast() {
    const people = await castOf(server);
    return { ...people, colleague: await people.person('trainer', people.department.id) };
  }
  type Cast = Awaited<ReturnType<typeof cast>>;

  /** A published module with these questions and a card, which shows the solutions of final answers. */
  async function publish({ trainer, reviewer, module: make }: Cast, ...questions: Question[]): Promise<string> {
    const { module } = await make({ status: 'draft', showSolutions: 'with_answer' });
    await edit(trainer.client, module.id, 'quiz', questions);
    await trainer.client.reviews.submit.mutate({ module_id: module.id });
    const { rows } = await pool.query<{ round: number; flashcards: string; quiz: string }>(
      `select m.round, f.content_hash as flashcards, q.content_hash as quiz from modules m
       join sections f on f.module_id = m.id and f.kind = 'flashcards'
       join sections q on q.module_id = m.id and q.kind = 'quiz' where m.id = $1`,
      [module.id],
    );
    await approveBoth(reviewer.client, module.id, rows[0]!);
    return module.id;
  }

  /** Studies a module up to its quiz: all cards are seen, and an attempt is open. */
  async function study({ learning }: Client, module_id: string) {
    const { enrollment_id } = await learning.start.mutate({ module_id });
    const { revision, cards } = await learning.open.query({ module_id });
    await viewCards(learning, { enrollment_id, revision_id: revision.id, card_ids: cards.map(({ id }) => id) });
    const { id: attempt_id, asked } = await learning.beginAttempt.mutate({ enrollment_id });
    return { module_id, enrollment_id, attempt_id, questions: asked.map(({ id }) => id) };
  }

  let usual: Promise<Cast> | undefined;

  /** A new learner before the only question of a new module, of the usual cast where no other is given. */
  async function before(given?: Cast, asked: Question = spokenQuestion()) {
    const people = given ?? (await (usual ??= cast()));
    const learner = await people.person('learner');
    const module_id = await publish(people, asked);
    const { client } = learner;
    const studied = await study(client, module_id);
    const question_id = asked.id;
    const { attempt_id } = studied;
    return {
      ...people,
      learner,
      ...studied,
      question_id,
      /** Gives the answer by typing it. */
      type: (text = SAID) =>
        client.grading.answerSpoken.mutate({ attempt_id, question_id, response: { by: 'text', text } }),
      /** Speaks it: what is said is what the provider will hear. */
      async speak(said: Parameters<typeof providers.say>[1] = { text: SAID, language: 'en' }, language?: string) {
        const bytes = recording(++sent);
        providers.say(bytes, said);
        const { recording_id } = await client.grading.uploadRecording.mutate(new Blob([bytes]));
        const response = { by: 'recording' as const, recording_id, ...(language && { language }) };
        return client.grading.answerSpoken.mutate({ attempt_id, question_id, response });
      },
      until: (answer_id: string, ...states: AnswerState[]) => untilAnswer(client, answer_id, ...states),
      /** The answer once its transcript is there. */
      async heard(answer_id: string): Promise<OwnSpokenAnswer> {
        const read = () => client.grading.answer.query({ answer_id });
        await expect.poll(async () => (await read()).correct_by).not.toBeNull();
        return read();
      },
      attempt: async () => {
        const { attempt, cycle } = await client.learning.open.query({ module_id });
        return { state: attempt?.state, score: attempt?.score, status: cycle?.status };
      },
    };
  }

  return {
    ...jobs,
    cast,
    publish,
    study,
    before,
    /** Has what an answer waits for be late. */
    makeLate: async (answer_id: string): Promise<void> => {
      await pool.query(`update spoken_answers set waits_until = now() - interval '1 second' where answer_id = $1`, [
        answer_id,
      ]);
      await pool.query(`select graphile_worker.add_job('escalate_stuck_answers')`);
    },
  };
}

/** The answer as soon as it is in one of the states. */
async function untilAnswer(client: Client, answer_id: string, ...states: AnswerState[]): Promise<OwnSpokenAnswer> {
  const read = () => client.grading.answer.query({ answer_id });
  await expect.poll(async () => (await read()).state).toBeOneOf(states);
  return read();
}

/** A grade of the model for the rubric above, with the passages that it found. */
export function modelGrade(confidence: number, ...evidence: (string | null)[]) {
  return {
    confidence,
    criteria: RUBRIC.map((_, n) => {
      const found = evidence[n] ?? null;
      return { n, met: found !== null, evidence: found ?? '', comment: found === null ? 'Not said.' : 'Good.' };
    }),
  };
}
