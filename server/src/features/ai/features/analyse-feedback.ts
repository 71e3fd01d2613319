import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import {
  AI_FEATURE_INPUTS_AND_RESULTS,
  type AnalyseFeedback,
  type FeedbackAnalysis,
  Sentiment,
} from '@training/shared/ai/ai-features';
import { z } from 'zod';
import { type AskModel, defineAiFeature, type FeatureStepRunner } from './feature.ts';
import { clipText } from '../../../platform/clip-text.ts';
import { ModelOutputText, comparisonKeyOf, isFilledAndWithinLength } from './prompt/model-output-text.ts';
import { wrapAsPromptData, buildSystemPrompt } from './prompt/prompt.ts';
import { batchesOf, stepNameForSize, type NumberedText, MAX_SOURCE_LENGTH_PER_CALL } from './source/chunks.ts';
import { indexPassages, type QuoteMinimum } from './source/find-passage.ts';

/** The model's answer about comments or, when merging, about the themes of the batches. */
export const FeedbackModelOutput = z.strictObject({
  summary: ModelOutputText,
  comments: z.array(z.strictObject({ n: z.number(), sentiment: Sentiment })),
  themes: z.array(
    z.strictObject({
      title: ModelOutputText,
      sentiment: Sentiment,
      suggestion: ModelOutputText,
      comments: z.array(z.number()),
      quotes: z.array(z.strictObject({ comment: z.number(), quote: ModelOutputText })),
    }),
  ),
});
export type FeedbackModelOutput = z.infer<typeof FeedbackModelOutput>;

type Theme = FeedbackAnalysis['themes'][number];

/** Comments are short: two words, or the whole comment, are enough for a quote. */
const QUOTE: QuoteMinimum = { words: 2, characters: 8, orWhole: true };
/** Length limits in code points, and the maximum number of quotes. */
const LONGEST = { title: 200, suggestion: 500, quotes: 5 };
/** Maximum themes read of an answer, and quotes of each: more than twice as many as are asked for. */
const MOST = { themes: 20, quotes: 8 };

const inOrder = (numbers: Iterable<number>) => [...new Set(numbers)].toSorted((one, other) => one - other);

/** Keeps the valid themes of a batch: about comments of this batch, and with quotes found in the right comment. */
async function themesOf(
  answer: FeedbackModelOutput,
  batch: readonly NumberedText[],
): Promise<{ themes: Theme[]; dropped: number }> {
  const texts = new Map(batch.map(({ n, text }) => [n, text]));
  const themes: Theme[] = [];
  let dropped = 0;
  for (const theme of answer.themes.slice(0, MOST.themes)) {
    await yieldToEventLoop();
    const given = theme.quotes.slice(0, MOST.quotes);
    const quotes = given.flatMap(({ comment, quote }) => {
      const passage = indexPassages(texts.get(comment) ?? '').find(quote, QUOTE);
      return passage ? [{ comment, quote: passage.text }] : [];
    });
    dropped += given.length - quotes.length;
    const comments = inOrder([...theme.comments.filter((n) => texts.has(n)), ...quotes.map(({ comment }) => comment)]);
    if (comments.length === 0 || !isFilledAndWithinLength(theme.title, LONGEST.title)) {
      dropped += 1 + quotes.length;
      continue;
    }
    const suggestion = clipText(theme.suggestion, LONGEST.suggestion);
    themes.push({
      title: theme.title,
      sentiment: theme.sentiment,
      suggestion,
      comments,
      quotes: quotes.slice(0, LONGEST.quotes),
    });
  }
  return { themes, dropped };
}

/**
 * Counts comments by sentiment. Comments that the model invented are ignored; comments that it forgot count as mixed.
 */
function countSentiments(answers: readonly FeedbackModelOutput[], comments: number): FeedbackAnalysis['sentiment'] {
  const told = new Map<number, Sentiment>();
  for (const { n, sentiment } of answers.flatMap((answer) => answer.comments)) if (!told.has(n)) told.set(n, sentiment);
  const counts = { positive: 0, mixed: 0, negative: 0 };
  for (let n = 0; n < comments; n++) counts[told.get(n) ?? 'mixed']++;
  return counts;
}

/** Merges several themes into one, with the wording of `as`. */
function joined(parts: readonly Theme[], as: Pick<Theme, 'title' | 'sentiment' | 'suggestion'>): Theme {
  return {
    ...as,
    comments: inOrder(parts.flatMap(({ comments }) => comments)),
    quotes: parts.flatMap(({ quotes }) => quotes).slice(0, LONGEST.quotes),
  };
}

/** Merges themes with the same title. The result is mixed if their sentiments differ. */
function joinNamesakes(themes: readonly Theme[]): Theme[] {
  return [...Map.groupBy(themes, ({ title }) => comparisonKeyOf(title)).values()].flatMap((same) => {
    const [first] = same;
    if (!first) return [];
    const sentiment = same.every((each) => each.sentiment === first.sentiment) ? first.sentiment : 'mixed';
    return joined(same, { title: first.title, suggestion: first.suggestion, sentiment });
  });
}

/** Merges themes as grouped by `answer`, by index into `themes`. Themes missing from the answer stay unchanged. */
function mergeThemes(themes: readonly Theme[], answer: FeedbackModelOutput): Theme[] {
  const left = new Set(themes.keys());
  const merged = answer.themes.flatMap((group) => {
    const members = inOrder(group.comments).filter((n) => left.delete(n));
    const parts = members.flatMap((n) => themes[n] ?? []);
    const [first] = parts;
    if (!first) return [];
    return joined(parts, {
      title: isFilledAndWithinLength(group.title, LONGEST.title) ? group.title : first.title,
      suggestion: clipText(group.suggestion, LONGEST.suggestion),
      sentiment: group.sentiment,
    });
  });
  return joinNamesakes([...merged, ...themes.filter((_, n) => left.has(n))]);
}

/** Upper bound of comments for one call. They may have half as many UTF-16 units as a part of a source. */
const MOST_COMMENTS = 100;
const OUTPUT_TOKENS = 12_000;
const LONGEST_SUMMARY = 2_000;

const RULES = [
  'Analyse what people say about the subject, for those who made it.',
  '"comments" holds each comment exactly once: its number "n", and whether it is positive, negative or mixed. Neutral is mixed.',
  '"themes" holds what several comments are about, or one where it matters, such as a danger or a mistake in the content: at most eight, the most frequent first. "comments" holds the numbers of all comments that speak of it.',
  '"suggestion" is one thing that the authors could do about it, in a sentence; empty where there is nothing to do.',
  '"quotes" holds one to three quotes, each with the number of the comment that it is from, copied word for word in the comment’s own language: one passage without gaps, at least three words, or the whole comment.',
  '"summary" says in two to four sentences what an author must know. Name no people.',
];

const MERGE_RULES = [
  'The comments were read in batches. What stands between the comment markers now is the themes of the batches, each with its suggestion; "n" is the number of the theme.',
  'Put themes that are about the same thing together: "themes" holds each group, "comments" the numbers of the themes in it, each number in one group only. At most eight groups where that does not force different things together.',
  '"suggestion" is one thing that the authors could do about it, in a sentence; empty where there is nothing to do.',
  'The source holds the summaries of the batches: "summary" says in two to four sentences what an author must know. Name no people.',
  'Leave the other "comments" and "quotes" empty.',
];

/**
 * Analyzes comments about a subject: counts sentiments and finds themes, with quotes verified against the comments.
 * Many comments are read in batches, and the themes of the batches are merged at the end.
 * @throws errors of `ask` and `steps`
 */
export async function analyseFeedback(
  ask: AskModel,
  input: AnalyseFeedback,
  steps: FeatureStepRunner,
  partSize = MAX_SOURCE_LENGTH_PER_CALL,
): Promise<FeedbackAnalysis> {
  const numbered = input.comments.map((text, n) => ({ n, text }));
  const batches = batchesOf(numbered, partSize / 2, MOST_COMMENTS);
  await steps.plan(batches.length === 1 ? 1 : batches.length + 1);

  function askFor(rules: readonly string[], material: readonly string[]): Promise<FeedbackModelOutput> {
    return ask({
      system: buildSystemPrompt('feedback_analysis', { material: 'the comments', language: input.language, rules }),
      prompt: [wrapAsPromptData('subject', input.subject), ...material].join('\n'),
      schema: FeedbackModelOutput,
      maxOutputTokens: OUTPUT_TOKENS,
    });
  }
  const answers: FeedbackModelOutput[] = [];
  for (const [n, batch] of batches.entries()) {
    const comments = batch.map((comment) => wrapAsPromptData('comment', comment.text, comment.n));
    const work = () => askFor(RULES, comments);
    answers.push(
      await steps.step(stepNameForSize(`batch-${n + 1}`, partSize), 'Reading comments', FeedbackModelOutput, work),
    );
  }
  const found: Awaited<ReturnType<typeof themesOf>>[] = [];
  for (const [n, batch] of batches.entries()) found.push(await themesOf(answers[n] ?? NO_ANSWER, batch));
  const themes = joinNamesakes(found.flatMap((each) => each.themes));
  const counted = {
    sentiment: countSentiments(answers, input.comments.length),
    dropped: found.reduce((sum, each) => sum + each.dropped, 0),
  };
  if (batches.length === 1)
    return { summary: clipText(answers[0]?.summary ?? '', LONGEST_SUMMARY), themes, ...counted };

  const merging = await steps.step(
    stepNameForSize('themes', partSize),
    'Putting the themes together',
    FeedbackModelOutput,
    () =>
      askFor(MERGE_RULES, [
        wrapAsPromptData('source', answers.map(({ summary }) => clipText(summary, LONGEST_SUMMARY)).join('\n\n')),
        ...themes.map(({ title, suggestion }, n) => wrapAsPromptData('comment', `${title}. ${suggestion}`, n)),
      ]),
  );
  const merged = mergeThemes(themes, merging).toSorted((one, other) => other.comments.length - one.comments.length);
  return { summary: clipText(merging.summary, LONGEST_SUMMARY), themes: merged, ...counted };
}

const NO_ANSWER: FeedbackModelOutput = { summary: '', comments: [], themes: [] };

export const feedbackAnalysisFeature = defineAiFeature({
  ...AI_FEATURE_INPUTS_AND_RESULTS.feedback_analysis,
  task: 'extraction',
  title: ({ subject, comments }) =>
    subject.trim() || `${comments.length} ${comments.length === 1 ? 'comment' : 'comments'}`,
  run: ({ ask, steps, partSize }, input) => analyseFeedback(ask, input, steps, partSize),
});
