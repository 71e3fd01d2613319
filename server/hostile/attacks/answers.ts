import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { wav } from '../../test/documents/make-recordings.ts';
import { clientOf, statusOf } from '../client.ts';
import type { Attack, AttackPlan, Tally } from './attack.ts';

/** Questions of one attempt; each is answered once. */
const QUESTIONS = 8;

/** Recordings in which the providers of the stage hear that somebody does not know. */
export const UNKNOWING = Array.from({ length: QUESTIONS }, (_, n) => {
  const bytes = wav(1);
  bytes.writeUInt32LE(n + 1, 44);
  return new Uint8Array(bytes);
});

/** Makes a question whose rubric and explanation occur nowhere else. */
const spokenQuestion = () => ({
  id: randomUUID(),
  kind: 'spoken' as const,
  prompt: 'What do you do before you clear the belt?',
  explanation: `Lock it, and try it, by ${randomUUID()}.`,
  rubric: [`Stops the belt, by ${randomUUID()}`, `Hangs a lock, by ${randomUUID()}`],
});
type Spoken = ReturnType<typeof spokenQuestion>;
type Clients = ReturnType<typeof clientsOf>;

const clientsOf = ({ target }: AttackPlan, signal: AbortSignal) => ({
  trainer: clientOf(target, 'trainer', signal),
  manager: clientOf(target, 'manager', signal),
  learner: clientOf(target, 'colleague', signal),
});

/** Says “I don't know”, asks for the solution, and corrects the transcript to it. */
export const copiedRubrics: Attack = {
  name: 'spoken answers that are corrected to the rubric',
  endsByItself: true,
  async run(plan, signal) {
    const clients = clientsOf(plan, signal);
    const statuses: Tally['statuses'] = {};
    const failures: string[] = [];
    let corrected = 0;
    /** Again and again, until it is answered or `signal`. */
    const insist = async <A>(work: () => Promise<A>): Promise<A> => {
      for (;;) {
        const [status, answer] = await work().then(
          (value) => [200, value] as const,
          (error: unknown) => [statusOf(error)] as const,
        );
        signal.throwIfAborted();
        statuses[status] = (statuses[status] ?? 0) + 1;
        if (answer !== undefined) return answer;
        await sleep(200);
      }
    };
    try {
      const questions = UNKNOWING.map(spokenQuestion);
      const begun = await insist(() => study(clients, questions));
      for (const [n, question] of questions.entries()) {
        failures.push(...(await copyRubric(clients, { ...begun, question, bytes: UNKNOWING[n]!, insist })));
        corrected++;
      }
    } catch (error) {
      if (!signal.aborted) throw error;
    }
    return { statuses, failures, late: corrected > 0 ? [] : ['No answer could be corrected to its rubric'] };
  },
};

/** Publishes a module that asks these questions, and begins an attempt at it. */
async function study({ trainer, manager, learner }: Clients, questions: Spoken[]) {
  const course = await trainer.courses.create.mutate({ title: 'Noise', emoji: '🎙️' });
  const { id: module_id } = await trainer.modules.create.mutate({ course_id: course.id, title: 'Noise' });
  const { flashcards, quiz } = await trainer.modules.get.query({ id: module_id });
  const cards = [{ id: randomUUID(), front: 'F', back: 'B' }];
  const saved = [
    { section: 'flashcards' as const, version: flashcards.version, items: cards },
    { section: 'quiz' as const, version: quiz.version, items: questions },
  ];
  for (const section of saved) await trainer.modules.saveSection.mutate({ module_id, ...section });
  await trainer.reviews.submit.mutate({ module_id });
  const { round, ...shown } = await manager.modules.get.query({ id: module_id });
  for (const section of ['flashcards', 'quiz'] as const) {
    const { content_hash } = shown[section];
    await manager.reviews.approve.mutate({ module_id, section, round, content_hash });
  }
  const { enrollment_id } = await learner.learning.start.mutate({ module_id });
  const { revision } = await learner.learning.open.query({ module_id });
  const studied = { enrollment_id, revision_id: revision.id };
  const card_id = cards[0]!.id;
  await learner.learning.show.mutate({ ...studied, card_id });
  // So long a card is on screen before it counts as seen.
  await sleep(1_100);
  await learner.learning.see.mutate({ ...studied, card_ids: [card_id] });
  const { id: attempt_id } = await learner.learning.beginAttempt.mutate({ enrollment_id });
  return { enrollment_id, attempt_id };
}

interface Shot {
  enrollment_id: string;
  attempt_id: string;
  question: Spoken;
  bytes: Uint8Array<ArrayBuffer>;
  insist: <A>(work: () => Promise<A>) => Promise<A>;
}

/** Answers what the server should not have done. */
async function copyRubric({ learner, trainer }: Clients, shot: Shot): Promise<string[]> {
  const { enrollment_id, attempt_id, question, bytes, insist } = shot;
  const { grading, learning } = learner;
  const failures: string[] = [];
  const { recording_id } = await insist(() => grading.uploadRecording.mutate(new Blob([bytes])));
  const response = { by: 'recording' as const, recording_id };
  const given = { attempt_id, question_id: question.id, response };
  const { answer } = await insist(() => grading.answerSpoken.mutate(given));
  const { answer_id } = answer;
  const read = () => insist(() => grading.answer.query({ answer_id }));
  const secrets = [question.explanation, ...question.rubric];
  let now = answer;
  // Before the words are there, and once they wait for their speaker.
  do {
    await sleep(50);
    const begun = await insist(() => learning.beginAttempt.mutate({ enrollment_id }));
    now = await read();
    const told = JSON.stringify([begun, now]);
    const shown = secrets.some((secret) => told.includes(secret));
    if (shown && now.state === 'transcribing') failures.push(`beginAttempt showed the solution of ${answer_id}`);
  } while (failures.length === 0 && now.state === 'transcribing' && now.correct_by === null);
  if (now.state !== 'transcribing') return failures;
  const text = question.rubric.join('. ');
  await insist(() => grading.confirmTranscript.mutate({ answer_id, text }));
  const { state, trainer_reason, score } = await read();
  if (state !== 'trainer' || trainer_reason !== 'corrected' || score !== null) {
    failures.push(`An answer that was corrected to the rubric is ${state}, ${trainer_reason}, with score ${score}`);
  }
  const { items } = await insist(() => trainer.grading.queue.query({ task: 'answer', limit: 50 }));
  if (!items.some(({ answer: waiting }) => waiting.answer_id === answer_id)) {
    failures.push(`An answer that was corrected to the rubric waits for no trainer: ${answer_id}`);
  }
  return failures;
}
