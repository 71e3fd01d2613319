import {
  AI_FEATURE_INPUTS_AND_RESULTS,
  type GradeOralAnswer,
  type OralAnswerGrading,
} from '@training/shared/ai/ai-features';
import { MIN_TRUSTED_CONFIDENCE } from '@training/shared/grading/grading-trust';
import { z } from 'zod';
import { ModelOutputText } from './prompt/model-output-text.ts';
import { defineAiFeature, type AskModel, type FeatureStepRunner } from './feature.ts';
import {
  DOUBT_COMMENTS,
  findEvidenceDoubt,
  isEvidenceOnlyInQuestions,
  hasGradeTooLittleEvidence,
  doesTranscriptStateUnmetCriterion,
  sentenceRangesIn,
  readPassageWithSurroundings,
  type CriterionEvidence,
} from './grade-checks/judge-evidence.ts';
import { createSafeCommentFilter } from './grade-checks/safe-comment.ts';
import { createGradingTalkDetector } from './grade-checks/grading-talk.ts';
import { verifyEvidenceByModel } from './grade-checks/verify-evidence.ts';
import { indexPassages, type QuoteMinimum } from './source/find-passage.ts';
import { openingWordsOf } from './source/opening-words.ts';
import { wrapAsPromptData, buildSystemPrompt } from './prompt/prompt.ts';

export const OralGradeModelOutput = z.strictObject({
  criteria: z.array(
    z.strictObject({ n: z.number(), met: z.boolean(), evidence: ModelOutputText, comment: ModelOutputText }),
  ),
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
const EVIDENCE: QuoteMinimum = { words: 2, characters: 8, orWhole: true };
const OUTPUT_TOKENS = 8_000;

const NOTHING_SAID = 'Nothing was said.';
const NO_EVIDENCE = 'What was said for this could not be found in the transcript: a trainer decides.';
const NO_COMMENT = 'The comment had an insult or a link, and was left out: a trainer decides.';

/**
 * Grades a spoken answer by its rubric (rules/ai 10). Only evidence found in the transcript counts, which code and a
 * second call judge on its own; whatever they doubt goes to a trainer. If nothing was said, the model isn't called.
 * @throws errors of `ask` and `steps`
 */
export async function gradeOralAnswer(
  ask: AskModel,
  input: GradeOralAnswer,
  steps: FeatureStepRunner,
): Promise<OralAnswerGrading> {
  const { question, rubric, transcript } = input;
  if (!/[\p{L}\p{N}]/u.test(transcript)) {
    const criteria = rubric.map((criterion) => ({ criterion, met: false, evidence: null, comment: NOTHING_SAID }));
    return { criteria, score: 0, confidence: 1, needs_trainer: false };
  }
  const answer = await steps.step('grade', 'Grading the answer', OralGradeModelOutput, () => askForGrade(ask, input));

  const passages = indexPassages(transcript);
  const sentences = sentenceRangesIn(transcript);
  const isToGrader = createGradingTalkDetector(question, rubric);
  const commentFor = createSafeCommentFilter([question, ...rubric, transcript].join('\n'));
  let doubtful = isToGrader(transcript);
  const proven: CriterionEvidence[] = [];
  const doubted = (criterion: string, comment: string) => {
    doubtful = true;
    return { criterion, met: false, evidence: null, comment };
  };
  const criteria = rubric.map((criterion, n): OralAnswerGrading['criteria'][number] => {
    const [verdict, second] = answer.criteria.filter((each) => each.n === n);
    // A criterion that is missing or judged twice has no verdict.
    if (!verdict || second) return doubted(criterion, '');
    const comment = commentFor(verdict.comment);
    if (comment === undefined) doubtful = true;
    if (!verdict.met) return { criterion, met: false, evidence: null, comment: comment ?? NO_COMMENT };
    const passage = passages.find(verdict.evidence, EVIDENCE);
    if (!passage) return doubted(criterion, NO_EVIDENCE);
    const doubt = findEvidenceDoubt(input, sentences, isToGrader, { n, criterion, passage });
    if (doubt) return doubted(criterion, DOUBT_COMMENTS[doubt]);
    proven.push({ n, criterion, passage });
    return { criterion, met: true, evidence: passage.text, comment: comment ?? NO_COMMENT };
  });
  if (hasGradeTooLittleEvidence(input, proven) || isEvidenceOnlyInQuestions(input, sentences, proven)) doubtful = true;
  if (proven.length === 0 && criteria.some((each) => doesTranscriptStateUnmetCriterion(input, sentences, each)))
    doubtful = true;

  const isInRange = answer.confidence >= 0 && answer.confidence <= 1;
  const confidence = isInRange ? answer.confidence : 0;
  const unsure = Math.min(confidence, input.speech_confidence ?? 1) < MIN_TRUSTED_CONFIDENCE;
  // What a trainer decides anyway needs no second look.
  if (!doubtful && !unsure && proven.length > 0) {
    const looks = await verifyEvidenceByModel(
      ask,
      steps,
      proven.map(({ criterion, passage }) => ({
        criterion,
        quote: passage.text,
        around: readPassageWithSurroundings(transcript, sentences, passage),
      })),
    );
    for (const [place, { n, criterion }] of proven.entries()) {
      const look = looks[place];
      if (look === undefined) doubtful = true;
      else if (look !== 'carries') criteria[n] = doubted(criterion, DOUBT_COMMENTS.refuted);
    }
  }
  return {
    criteria,
    score: Math.round((criteria.filter(({ met }) => met).length / criteria.length) * 10_000) / 10_000,
    confidence,
    needs_trainer: doubtful || unsure,
  };
}

function askForGrade(ask: AskModel, { question, rubric, transcript, language }: GradeOralAnswer) {
  // The same for all answers to the question.
  const shared = [
    wrapAsPromptData('question', question),
    ...rubric.map((criterion, n) => wrapAsPromptData('criterion', criterion, n)),
  ].join('\n');
  return ask({
    system: buildSystemPrompt('oral_grading', {
      material: 'the question, its criteria and the transcript of an answer',
      language,
      rules: RULES,
    }),
    prompt: [shared, wrapAsPromptData('transcript', transcript)].join('\n'),
    prefix: { length: shared.length, isLikely: true },
    schema: OralGradeModelOutput,
    maxOutputTokens: OUTPUT_TOKENS,
  });
}

export const oralGradingFeature = defineAiFeature({
  ...AI_FEATURE_INPUTS_AND_RESULTS.oral_grading,
  task: 'grading',
  effort: 'medium',
  priority: 'interactive',
  title: ({ question }) => openingWordsOf(question),
  run: ({ ask, steps }, input) => gradeOralAnswer(ask, input, steps),
});
