import { expect, test } from 'vitest';
import { recording } from '../ai/jobs/ai-jobs-fixture.ts';
import { SAID, spokenQuestion, startGradingServer } from '../grading/grading-fixture.ts';
import { bringUpToDate } from './translations-fixture.ts';

const spoken = await startGradingServer();
const { server, providers } = spoken;

// rules/translations 10
test('a spoken answer is heard and graded in the language of its question', async () => {
  const cast = await spoken.cast();
  const asked = spokenQuestion();
  const module_id = await spoken.publish(cast, asked);
  const named = { module_id, language: 'de' };
  await cast.trainer.client.translations.add.mutate(named);
  await bringUpToDate(cast, named);
  const learner = await cast.person('learner');
  await server.db.pool.query(`update users set language = 'de' where id = $1`, [learner.id]);
  const { attempt_id } = await spoken.study(learner.client, module_id);
  const bytes = recording(900);
  providers.say(bytes, { text: SAID, language: 'de' });
  const { recording_id } = await learner.client.grading.uploadRecording.mutate(new Blob([bytes]));
  const response = { by: 'recording' as const, recording_id };
  const sent = providers.requests.length;
  const { answer } = await learner.client.grading.answerSpoken.mutate({
    attempt_id,
    question_id: asked.id,
    response,
    language: 'de',
  });
  const read = () => learner.client.grading.answer.query({ answer_id: answer.answer_id });
  await expect.poll(async () => (await read()).correct_by).not.toBeNull();
  await learner.client.grading.confirmTranscript.mutate({ answer_id: answer.answer_id });
  const made = providers.requests.slice(sent);
  expect(made.find(({ feature }) => feature === 'speech_to_text')?.path).toContain('language_hint=de');
  await expect.poll(() => providers.requests.slice(sent).some(({ feature }) => feature === 'oral_grading')).toBe(true);
  const grading = providers.requests.slice(sent).find(({ feature }) => feature === 'oral_grading');
  expect(grading?.body).toContain('de: Stops the belt');
});
