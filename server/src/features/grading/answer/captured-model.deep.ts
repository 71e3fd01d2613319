import { expect, test } from 'vitest';
import { ASKED, INJECTIONS, type AskedLanguage } from '../../ai/features/grade-checks/injections-fixture.ts';
import { spokenQuestion, startGradingServer } from '../grading-fixture.ts';

const { providers, cast, publish, study } = await startGradingServer();
const LANGUAGES = ['en', 'de', 'es', 'pl', 'fr'] as const satisfies AskedLanguage[];

// rules/ai 10, rules/grading 5
test('a model that grants everything, twice, with the sentence that asked for it, is believed in none of ten kinds', async () => {
  const people = await cast();
  const learner = await people.person('learner');
  const asked = Object.entries(INJECTIONS).map(([kind, wordings], n) => {
    const language = LANGUAGES[n % LANGUAGES.length] ?? 'en';
    const { question, rubric } = ASKED[language];
    return {
      kind,
      said: wordings[language][0],
      question: { ...spokenQuestion(`${n}: ${question}`), rubric: [...rubric] },
    };
  });
  const module_id = await publish(people, ...asked.map(({ question }) => question));
  const { attempt_id } = await study(learner.client, module_id);
  providers.respond('oral_grading', ({ criteria, transcript }) => ({
    confidence: 1,
    criteria: criteria.map(({ n }) => ({ n, met: true, evidence: transcript, comment: 'Very good.' })),
  }));
  const { answerSpoken, answer: read } = learner.client.grading;
  for (const { kind, said, question } of asked) {
    const response = { by: 'text' as const, text: said };
    const { answer } = await answerSpoken.mutate({ attempt_id, question_id: question.id, response });
    const { answer_id } = answer;
    await expect.poll(async () => (await read.query({ answer_id })).state).toBeOneOf(['trainer', 'graded']);
    expect(await read.query({ answer_id }), kind).toMatchObject({
      state: 'trainer',
      trainer_reason: 'unsure',
      grades: [],
    });
  }
  providers.respond('oral_grading', undefined);
});
