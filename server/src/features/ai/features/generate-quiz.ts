import { AI_FEATURES, type GeneratedQuestion, type GeneratedQuiz } from '@training/shared/ai-features';
import { z } from 'zod';
import { questionFlags } from './checks/item-flags.ts';
import { askInChunks } from './ask-in-chunks.ts';
import { EXISTING_RULE } from './existing-items.ts';
import { defineFeature, type Ask, type Steps } from './feature.ts';
import { titleOfSource } from './opening.ts';
import type { Making } from './making.ts';
import { QUOTE_RULE, instructions } from './prompt.ts';
import { QuestionAnswer, answerOf, questionOf } from './quiz-question.ts';
import { QUESTION_CHECK, questionAsData, judgeQuestion } from './second-look/judge-question.ts';
import { sourceOf } from './source-of.ts';

/** What the model answers. */
export const QuizAnswer = z.strictObject({ questions: z.array(QuestionAnswer) });

const RULES = [
  'Make quiz questions from the source for people who must know it at work. As many as "Count" says, or fewer where the source teaches less; none where it teaches nothing.',
  'Mix the kinds. Most are single_choice; for four questions or more have at least one multiple_choice and one short_text; for six or more one spoken.',
  '"single_choice" and "multiple_choice": three to five "options", none of them alike or obviously wrong, no "all of the above"; "correct" holds the places of the right ones, counted from 0: one place for single_choice, never all of them for multiple_choice. Put the right options at varying places.',
  '"short_text": "accepted" holds one to five ways to write the answer, each of a few words or a figure with its unit.',
  '"spoken": a question to be answered aloud in under a minute; "rubric" holds two to five things that a full answer mentions, each of which can be checked by itself.',
  'Leave the lists that a kind does not use empty.',
  'Prefer a situation at work ("A pallet leans. What do you do?") to a question about wording. Each question can be understood without the source at hand.',
  '"explanation" says in one to three sentences why the answer is right.',
  EXISTING_RULE,
  QUOTE_RULE,
  'The quote of a question is what proves its answer.',
];

/**
 * Questions about a source, each with the passage that it comes from, in the order of the source.
 * @throws what `ask` and `steps` throw
 */
export async function generateQuiz(ask: Ask, input: Making, steps: Steps): Promise<GeneratedQuiz> {
  const { found, dropped, disputed, coverage } = await askInChunks(ask, steps, {
    feature: 'quiz_generation',
    input: { existing: [], ...input },
    system: instructions('quiz_generation', { material: 'the source', language: input.language, rules: RULES }),
    words: 'Writing questions',
    schema: QuizAnswer,
    tokensEach: 500,
    list: 'questions',
    item: QuestionAnswer,
    itemsOf: ({ questions }) => questions,
    labelOf: ({ prompt }) => prompt,
    textsOf: ({ prompt, options, accepted, rubric, explanation }) => [
      prompt,
      explanation,
      ...options,
      ...accepted,
      ...rubric,
    ],
    accept(item, quote, source): GeneratedQuestion | undefined {
      const question = questionOf(item, quote);
      return question && { ...question, flags: questionFlags(question, source) };
    },
    saidBy: (question) => ({ asked: question.prompt, answered: answerOf(question), quote: question.quote }),
    second: { words: 'Checking questions', rules: QUESTION_CHECK, asData: questionAsData, judge: judgeQuestion },
  });
  return { questions: found, dropped, disputed, coverage };
}

export const quizGeneration = defineFeature({
  ...AI_FEATURES.quiz_generation,
  // Wrong options that are nearly right take thought.
  effort: 'medium',
  title: titleOfSource,
  run: async (tools, input) =>
    generateQuiz(tools.ask, { ...input, source: await sourceOf(tools, input.source) }, tools.steps),
});
