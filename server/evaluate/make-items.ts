import {
  GeneratedCards,
  GeneratedQuiz,
  type GeneratedCard,
  type GeneratedQuestion,
} from '@training/shared/ai/generated-items';
import { messageOf } from './in-parallel.ts';
import { AI_FEATURE_DEFINITIONS } from '../src/features/ai/features/features.ts';
import { stepRunnerWithoutProgress, type AskModel, type FeatureTools } from '../src/features/ai/features/feature.ts';
import { formatCorrectAnswers } from '../src/features/ai/features/items/quiz-question.ts';
import { AiProviderError, type FailureOutcome } from '../src/providers/ai/failure.ts';
import type { Source } from './read-sources.ts';

/** A card or question that the feature would show to a trainer. */
export type Item = {
  /** What learners read. */
  text: string;
  /** The kinds of its flags. */
  flags: string[];
  made: GeneratedCard | GeneratedQuestion;
};

/** What one feature made of one source. */
export type Run = {
  feature: 'card_generation' | 'quiz_generation';
  source: Source;
  /** BCP 47; undefined where nothing tells it. */
  language: string | undefined;
  wanted: number;
  items: Item[];
  /** What code or the second call left out. */
  dropped: number;
  parts: number;
  partsRead: number;
  /** Why it came to nothing. */
  problem: string | undefined;
};

const toolsOf = (ask: AskModel, partSize: number): FeatureTools => ({
  ask,
  listen: () => Promise.reject(new Error('generation hears nothing')),
  steps: stepRunnerWithoutProgress,
  file: () => Promise.reject(new Error('generation is given texts here')),
  noteSource: () => Promise.resolve(),
  noteScanned: () => Promise.resolve(),
  scannedRanges: () => Promise.resolve([]),
  partSize,
  vision: () => Promise.resolve(null),
  signal: new AbortController().signal,
});

/** Failures that say something about the model: it was asked, and its answer is the reason. */
const BY_THE_MODEL = new Set<FailureOutcome>(['bad_answer', 'bad_request', 'refused']);

type Wanted = {
  source: Source;
  count: number;
  language: string | undefined;
  /** UTF-16 units of a source that one call reads. */
  partSize: number;
};

/**
 * Runs the feature itself: its parts, its checks by code and its second call. A provider's failure is its `problem`.
 */
export async function makeItems(
  feature: Run['feature'],
  ask: AskModel,
  { source, count, language, partSize }: Wanted,
): Promise<Run> {
  const run = { feature, source, language: language ?? source.language, wanted: count };
  try {
    const input = { source: source.source, count, ...(language !== undefined && { language }) };
    const result = await AI_FEATURE_DEFINITIONS[feature].run(toolsOf(ask, partSize), input);
    const { items, dropped, disputed, coverage } =
      feature === 'card_generation' ? cardsOf(result) : questionsOf(result);
    const { parts = 0, parts_read: partsRead = 0 } = coverage ?? {};
    return { ...run, items, dropped: dropped + disputed, parts, partsRead, problem: undefined };
  } catch (error) {
    const failed = { ...run, items: [], dropped: 0, partsRead: 0, problem: messageOf(error) };
    // A refused key or a silent provider says nothing about the model.
    const isUnasked = error instanceof AiProviderError && !BY_THE_MODEL.has(error.outcome);
    return isUnasked ? { ...failed, wanted: 0, parts: 0 } : { ...failed, parts: 1 };
  }
}

const kindsOf = (flags: readonly { kind: string }[]) => flags.map(({ kind }) => kind);

function cardsOf(result: unknown) {
  const { cards, ...rest } = GeneratedCards.parse(result);
  const items = cards.map((made): Item => {
    const { front, back, flags } = made;
    return { text: `${front}\n${back}`, flags: kindsOf(flags), made };
  });
  return { items, ...rest };
}

function questionsOf(result: unknown) {
  const { questions, ...rest } = GeneratedQuiz.parse(result);
  const items = questions.map((question): Item => {
    const options = 'options' in question ? question.options.join('\n') : formatCorrectAnswers(question);
    const text = [question.prompt, options, question.explanation].join('\n');
    return { text, flags: kindsOf(question.flags), made: question };
  });
  return { items, ...rest };
}
