import { AI_FEATURES } from '@training/shared/ai/ai-features';
import type { GeneratedQuestion, GeneratedQuiz } from '@training/shared/ai/generated-items';
import { z } from 'zod';
import { questionFlags } from './checks/item-flags.ts';
import { askInChunks } from './ask-in-chunks.ts';
import { defineFeature, type AskModel, type Steps } from './feature.ts';
import { titleOfSource } from './source/opening.ts';
import { languageOf, type Making } from './items/making.ts';
import { instructions } from './prompt/prompt.ts';
import { quizRules } from './items/quiz-rules.ts';
import { QuestionAnswer, questionOf, saidByQuestion, withReasons } from './items/quiz-question.ts';
import { QUESTION_CHECK, questionAsData, rubricLines, judgeQuestion } from './checks/judge-question.ts';
import { flagScanned } from './source/read-scans.ts';
import { readSource } from './source/read-source.ts';

export const QuizAnswer = z.strictObject({ questions: z.array(QuestionAnswer) });

/**
 * Generates questions about a source, each with its source passage, in the order of the source.
 * @throws errors of `ask` and `steps`
 */
export async function generateQuiz(ask: AskModel, input: Making, steps: Steps): Promise<GeneratedQuiz> {
  const { found, dropped, disputed, coverage } = await askInChunks(ask, steps, {
    feature: 'quiz_generation',
    input: { existing: [], ...input },
    system: instructions('quiz_generation', {
      material: 'the source',
      ...languageOf(input),
      rules: quizRules(input.difficulty ?? 'standard', input.level),
    }),
    words: 'Writing questions',
    schema: QuizAnswer,
    tokensEach: 650,
    list: 'questions',
    item: QuestionAnswer,
    itemsOf: ({ questions }) => questions,
    labelOf: ({ prompt }) => prompt,
    textsOf: ({ prompt, options, reasons, accepted, rubric, explanation }) => [
      prompt,
      explanation,
      ...options,
      ...reasons,
      ...accepted,
      ...rubric,
    ],
    accept(item, passage, source): GeneratedQuestion | undefined {
      const question = questionOf(item, passage.text);
      if (!question) return undefined;
      // The reasons of wrong options are not checked: they describe things that aren't in the source.
      return { ...withReasons(question, item), flags: questionFlags(question, passage, source) };
    },
    saidBy: saidByQuestion,
    second: {
      words: 'Checking questions',
      rules: QUESTION_CHECK,
      asData: questionAsData,
      linesOf: rubricLines,
      judge: judgeQuestion,
    },
  });
  return { questions: found, dropped, disputed, coverage, scan: null };
}

export const quizGeneration = defineFeature({
  ...AI_FEATURES.quiz_generation,
  task: 'generation',
  // Good wrong options need reasoning.
  effort: 'medium',
  title: titleOfSource,
  async run(tools, input) {
    const { ask, partSize } = tools;
    const { source, steps, scan, scanned } = await readSource(tools, input.source);
    const made = await generateQuiz(ask, { ...input, partSize, source }, steps);
    return { ...made, questions: flagScanned(made.questions, source.text, scanned), scan };
  },
});
