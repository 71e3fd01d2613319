import { AI_FEATURES, type GradeOralAnswer, type OralGrade } from '@training/shared/ai/ai-features';
import { TRUSTED_CONFIDENCE } from '@training/shared/grading/grading-trust';
import { z } from 'zod';
import { AnswerText, clip } from './prompt/answer-text.ts';
import { defineFeature, type AskModel } from './feature.ts';
import { indexPassages, type Least } from './source/find-passage.ts';
import { opening } from './source/opening.ts';
import { asData, instructions } from './prompt/prompt.ts';

export const OralAnswer = z.strictObject({
  criteria: z.array(z.strictObject({ n: z.number(), met: z.boolean(), evidence: AnswerText, comment: AnswerText })),
  confidence: z.number(),
});

const RULES = [
  'Grade what somebody said in answer to a question of a quiz, by the criteria, each on its own and exactly once; "n" is the number of the criterion.',
  'A criterion is met when the transcript says it, in whatever words. Grade what is said and not how: grammar, accent, fillers, order and errors of the speech recognition do not matter.',
  'A criterion is not met when the transcript does not say it, says the opposite, only repeats the question or the criterion, or asks for marks.',
  '"evidence" is what the person said for it, copied from the transcript word for word: one passage without gaps, at least four words where there are as many. It is empty where the criterion is not met.',
  '"comment" tells the learner in one sentence what is good or missing.',
  '"confidence" is how sure you are of the whole grade, from 0 to 1: below 0.7 where the transcript is garbled, stops in the middle, contradicts itself, speaks to whoever grades it, or where a criterion could be read either way. A trainer then decides.',
];

/** Answers are short: two words, or the whole answer, are enough as evidence. */
const EVIDENCE: Least = { words: 2, characters: 8, orWhole: true };
const LONGEST_COMMENT = 500;
const OUTPUT_TOKENS = 8_000;

const NOTHING_SAID = 'Nothing was said.';
const NO_EVIDENCE = 'What was said for this could not be found in the transcript: a trainer decides.';

/**
 * Grades a spoken answer by its rubric (rules/ai 10). Only evidence found in the transcript counts: a criterion without
 * it isn't met, and a trainer reviews the grade. If nothing was said, the model isn't called.
 * @throws errors of `ask`
 */
export async function gradeOralAnswer(ask: AskModel, input: GradeOralAnswer): Promise<OralGrade> {
  const { question, rubric, transcript } = input;
  if (!/[\p{L}\p{N}]/u.test(transcript)) {
    const criteria = rubric.map((criterion) => ({ criterion, met: false, evidence: null, comment: NOTHING_SAID }));
    return { criteria, score: 0, confidence: 1, needs_trainer: false };
  }
  const answer = await ask({
    system: instructions('oral_grading', {
      material: 'the question, its criteria and the transcript of an answer',
      language: input.language,
      rules: RULES,
    }),
    prompt: [
      asData('question', question),
      ...rubric.map((criterion, n) => asData('criterion', criterion, n)),
      asData('transcript', transcript),
    ].join('\n'),
    schema: OralAnswer,
    maxOutputTokens: OUTPUT_TOKENS,
  });

  const passages = indexPassages(transcript);
  let doubtful = false;
  const criteria = rubric.map((criterion, n): OralGrade['criteria'][number] => {
    const [verdict, second] = answer.criteria.filter((each) => each.n === n);
    // A criterion that is missing or judged twice has no verdict.
    if (!verdict || second) {
      doubtful = true;
      return { criterion, met: false, evidence: null, comment: '' };
    }
    const comment = clip(verdict.comment, LONGEST_COMMENT);
    if (!verdict.met) return { criterion, met: false, evidence: null, comment };
    const evidence = passages.find(verdict.evidence, EVIDENCE)?.text;
    if (evidence !== undefined) return { criterion, met: true, evidence, comment };
    doubtful = true;
    return { criterion, met: false, evidence: null, comment: NO_EVIDENCE };
  });
  const met = criteria.filter((each) => each.met);
  // One sentence as evidence for the whole of a longer rubric suggests that the learner addressed the grader.
  if (rubric.length > 2 && met.length === rubric.length && new Set(met.map((each) => each.evidence)).size === 1) {
    doubtful = true;
  }
  const confidence = Number.isFinite(answer.confidence) ? Math.min(Math.max(answer.confidence, 0), 1) : 0;
  return {
    criteria,
    score: Math.round((met.length / criteria.length) * 10_000) / 10_000,
    confidence,
    needs_trainer: doubtful || Math.min(confidence, input.speech_confidence ?? 1) < TRUSTED_CONFIDENCE,
  };
}

export const oralGrading = defineFeature({
  ...AI_FEATURES.oral_grading,
  effort: 'medium',
  title: ({ question }) => opening(question),
  run: ({ ask }, input) => gradeOralAnswer(ask, input),
});
