import { AI_FEATURE_INPUTS_AND_RESULTS } from '@training/shared/ai/ai-features';
import type {
  GenerationDifficulty,
  GeneratedQuestion,
  GeneratedQuiz,
  ItemSkillLevel,
} from '@training/shared/ai/generated-items';
import { generateItemsFromParts } from './generate-items-from-parts.ts';
import { findQuestionFlags } from './checks/item-flags.ts';
import {
  flagsOfQuestionCheck,
  QUESTION_CHECK_INSTRUCTIONS,
  formatQuestionAsPromptData,
  rubricLinesOf,
} from './checks/question-check.ts';
import { type AskModel, defineAiFeature, type FeatureStepRunner } from './feature.ts';
import {
  EXISTING_ITEMS_PROMPT_RULE,
  languagePromptOptionsOf,
  type ItemGenerationRequest,
} from './items/existing-items.ts';
import {
  QuestionModelOutput,
  convertModelQuestion,
  questionWordingOf,
  appendWrongOptionReasons,
} from './items/quiz-question.ts';
import { buildLevelPromptRules } from './prompt/levels.ts';
import { buildSystemPrompt, QUOTE_RULE } from './prompt/prompt.ts';
import { titleOfSource } from './source/opening-words.ts';
import { flagScannedItems } from './source/read-scans.ts';
import { readSourceText } from './source/read-source.ts';

const GOOD_QUESTIONS = [
  'Make quiz questions from the source for people who must know it at work. As many as "Count" says, which stands after the source, or fewer where the source teaches less; none where it teaches nothing.',
  'Mix the kinds. Most are single_choice; for four questions or more have at least one multiple_choice and one short_text; for six or more one spoken. Where the source has them: "number" for a figure, "ordering" for steps whose order matters, "matching" for things that belong together.',
  '"single_choice" and "multiple_choice": three to five "options"; "correct" holds the places of the right ones, counted from 0: one place for single_choice, never all of them for multiple_choice. Put the right options at varying places.',
  'A wrong option is what somebody does who half knows it: a neighbouring limit, a step too early or too late, a habit from elsewhere, a rule of another case. It is wrong by the source without any doubt, and nobody sees that without knowing the source.',
  'All options are of one kind, form and length, the right one no longer or more careful than the others. No "all of the above", no "none of these", no "always" or "never" that gives a wrong one away, no word of the question that only the right one has.',
  '"reasons" says of each option, in the order of "options", why it is wrong in one short sentence that speaks of the mistake behind it; empty for a right one, and no reasons for a question without options.',
  '"short_text": "accepted" holds one to five ways to write the answer, each of a few words or a figure with its unit.',
  '"number": a figure to be typed; "value" holds it, "tolerance" how far an answer may be off, 0 for not at all, and "units" each way to write its unit, none where there is none.',
  '"ordering": three to eight steps in "options", in the right order, each a few words; only where the source says the order. No step says its own place.',
  '"matching": two to eight "options" and as many "matches", the match of each in the same order; none fits two. Up to two more matches may fit none.',
  '"topic": what the question is about in one to three words, the same words for questions about the same; no more than four topics in all.',
  '"spoken": a question to be answered aloud in under a minute; "rubric" holds two to five things that a full answer mentions, each of which can be checked by itself.',
  'Leave the lists that a kind does not use empty, and its numbers 0.',
  'Ask what to do in a situation at work rather than how something is worded, and one thing at a time. No question with a "not" in it. Each can be understood without the source at hand, and none gives another away.',
  '"explanation" says in one to three sentences why the answer is right, with the reason where the source gives one.',
];

/** Taken from other sources, so that the model can't confuse them with the given source. */
const EXAMPLES = [
  'Good: "You smell gas in the boiler room. What do you do first?" with "Open the door and leave", "Switch the fan on", "Look for the leak with the lamp", "Ring from the phone inside": each wrong one is what people do, and each makes a spark or loses time.',
  'Bad: "What must be done in case of gas?" with "Leave at once, without switching anything, and warn the others from outside", "Sing", "Sleep": the right one is the longest, and the others nobody would take.',
  'Bad: "Which is not forbidden?" A "not" and a ban in one; ask what is allowed.',
];

export const buildQuizPromptRules = (difficulty: GenerationDifficulty, level?: ItemSkillLevel): string[] => [
  ...GOOD_QUESTIONS,
  ...buildLevelPromptRules(difficulty, level),
  EXISTING_ITEMS_PROMPT_RULE,
  QUOTE_RULE,
  'The quote of a question is what proves its answer.',
  'Examples, which are about other sources:',
  ...EXAMPLES,
];

/**
 * Generates questions about a source, each with its source passage, in the order of the source.
 * @throws errors of `ask` and `steps`
 */
export async function generateQuiz(
  ask: AskModel,
  input: ItemGenerationRequest,
  steps: FeatureStepRunner,
): Promise<GeneratedQuiz> {
  const { found, dropped, disputed, coverage } = await generateItemsFromParts(ask, steps, {
    feature: 'quiz_generation',
    input,
    system: buildSystemPrompt('quiz_generation', {
      material: 'the source',
      ...languagePromptOptionsOf(input),
      rules: buildQuizPromptRules(input.difficulty ?? 'standard', input.level),
    }),
    words: 'Writing questions',
    tokensEach: 650,
    list: 'questions',
    item: QuestionModelOutput,
    labelOf: ({ prompt }) => prompt,
    textsOf: ({ prompt, options, matches, reasons, accepted, rubric, explanation, topic }) => [
      prompt,
      explanation,
      topic,
      ...options,
      ...matches,
      ...reasons,
      ...accepted,
      ...rubric,
    ],
    accept(item, passage, source): GeneratedQuestion | undefined {
      const question = convertModelQuestion(item, passage.text);
      if (!question) return undefined;
      // The reasons of wrong options are not checked: they describe things that aren't in the source.
      return { ...appendWrongOptionReasons(question, item), flags: findQuestionFlags(question, passage, source) };
    },
    saidBy: questionWordingOf,
    second: {
      words: 'Checking questions',
      rules: QUESTION_CHECK_INSTRUCTIONS,
      asData: formatQuestionAsPromptData,
      linesOf: rubricLinesOf,
      judge: flagsOfQuestionCheck,
    },
  });
  return { questions: found, dropped, disputed, coverage, scan: null };
}

export const quizGenerationFeature = defineAiFeature({
  ...AI_FEATURE_INPUTS_AND_RESULTS.quiz_generation,
  task: 'generation',
  // Good wrong options need reasoning.
  effort: 'medium',
  title: titleOfSource,
  async run(tools, input) {
    const { ask, partSize } = tools;
    const { source, steps, scan, scanned } = await readSourceText(tools, input.source);
    const made = await generateQuiz(ask, { ...input, partSize, source }, steps);
    return { ...made, questions: flagScannedItems(made.questions, source.text, scanned), scan };
  },
});
