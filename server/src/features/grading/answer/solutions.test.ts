import { expect, onTestFinished, test } from 'vitest';
import { approveBoth, edit } from '../../reviews/reviews-fixture.ts';
import { modelGrade, RUBRIC, SAID, startGradingServer } from '../grading-fixture.ts';

const { server, providers, before, cast } = await startGradingServer();
const EXPLANATION = 'Lock it, then try it.';

/** What a learner reads of the only question's answer, wherever answers are read. */
async function readEverywhere(me: Awaited<ReturnType<typeof before>>) {
  const { learning } = me.learner.client;
  const begun = await learning.beginAttempt.mutate({ enrollment_id: me.enrollment_id });
  const opened = await learning.open.query({ module_id: me.module_id });
  return { begun, opened, answers: [begun.answers[0], opened.attempt?.answers[0]] };
}

// rules/grading 4
test('rubric and explanation are not shown while the transcript can be corrected, and are once it is confirmed', async () => {
  const me = await before();
  const release = providers.hold();
  onTestFinished(release);
  const { answer } = await me.speak({ text: 'I do not know.', language: 'en' });
  const { answer_id } = answer;
  const hidden = { state: 'transcribing', explanation: null, solution: null };
  // Before the words are there, and while they wait for their speaker.
  const unheard = await readEverywhere(me);
  expect(unheard.answers).toMatchObject([hidden, hidden]);
  release();
  await me.heard(answer_id);
  const heard = await readEverywhere(me);
  expect(heard.answers).toMatchObject([hidden, hidden]);
  const sent = JSON.stringify([answer, unheard, heard]);
  for (const words of [...RUBRIC, EXPLANATION]) expect(sent).not.toContain(words);

  await me.learner.client.grading.confirmTranscript.mutate({ answer_id });
  const shown = { explanation: EXPLANATION, solution: { kind: 'spoken', rubric: RUBRIC } };
  expect((await readEverywhere(me)).answers).toMatchObject([shown, shown]);
});

test('what is carried over to a newer revision while it can be corrected shows no rubric there either', async () => {
  const people = await cast();
  const me = await before(people);
  const { answer } = await me.speak({ text: 'I do not know.', language: 'en' });
  await me.heard(answer.answer_id);
  const { module_id, enrollment_id } = me;
  const { trainer, reviewer } = people;
  await trainer.client.reviews.revise.mutate({ module_id });
  await edit(trainer.client, module_id, 'flashcards');
  await trainer.client.reviews.submit.mutate({ module_id });
  await approveBoth(reviewer.client, module_id, await server.make.hashes(module_id));
  await me.learner.client.learning.upgrade.mutate({ enrollment_id, revision: 2 });
  const { answers } = await readEverywhere(me);
  const hidden = { carried: true, state: 'transcribing', explanation: null, solution: null };
  expect(answers).toMatchObject([hidden, hidden]);
});

// rules/grading 4
test.each([
  ['something else', 'I do not know.', RUBRIC.join('. ')],
  ['nothing at all', '', SAID],
  ['half of it', SAID.slice(0, 45), SAID],
])(
  'a correction far from what was heard, %s, goes to a trainer with recording and both texts',
  { tags: ['deep'] },
  async (_, said, text) => {
    const me = await before();
    providers.respond('oral_grading', () => modelGrade(1, ...RUBRIC));
    const { answer } = await me.speak({ text: said, language: 'en' });
    const { answer_id } = await me.heard(answer.answer_id);
    const corrected = await me.learner.client.grading.confirmTranscript.mutate({ answer_id, text });
    expect(corrected).toMatchObject({ state: 'trainer', trainer_reason: 'corrected', score: null, grades: [] });
    expect(await me.attempt()).toMatchObject({ state: 'waiting', status: 'waiting' });
    const { items } = await me.trainer.client.grading.queue.query({ limit: 50 });
    const waiting = items.find(({ answer: { answer_id: id } }) => id === answer_id)?.answer;
    providers.respond('oral_grading', undefined);
    expect(waiting).toMatchObject({
      trainer_reason: 'corrected',
      transcript: { text: said, corrected: text },
      recording: { url: expect.stringContaining('/recordings/') },
    });
  },
);
