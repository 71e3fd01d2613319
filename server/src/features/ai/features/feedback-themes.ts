import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { Sentiment, type FeedbackAnalysis } from '@training/shared/ai/ai-features';
import { z } from 'zod';
import { AnswerText, clip, fits, comparisonKey } from './prompt/answer-text.ts';
import { indexPassages, type Least } from './source/find-passage.ts';

/** The model's answer about comments or, when merging, about the themes of the batches. */
export const FeedbackAnswer = z.strictObject({
  summary: AnswerText,
  comments: z.array(z.strictObject({ n: z.number(), sentiment: Sentiment })),
  themes: z.array(
    z.strictObject({
      title: AnswerText,
      sentiment: Sentiment,
      suggestion: AnswerText,
      comments: z.array(z.number()),
      quotes: z.array(z.strictObject({ comment: z.number(), quote: AnswerText })),
    }),
  ),
});
export type FeedbackAnswer = z.infer<typeof FeedbackAnswer>;

export type Theme = FeedbackAnalysis['themes'][number];
export type NumberedComment = { n: number; text: string };

/** Comments are short: two words, or the whole comment, are enough for a quote. */
const QUOTE: Least = { words: 2, characters: 8, orWhole: true };
/** Length limits in code points, and the maximum number of quotes. */
const LONGEST = { title: 200, suggestion: 500, quotes: 5 };
/** Maximum themes read of an answer, and quotes of each: more than twice as many as are asked for. */
const MOST = { themes: 20, quotes: 8 };

const inOrder = (numbers: Iterable<number>) => [...new Set(numbers)].toSorted((one, other) => one - other);

/** Keeps the valid themes of a batch: about comments of this batch, and with quotes found in the right comment. */
export async function themesOf(
  answer: FeedbackAnswer,
  batch: readonly NumberedComment[],
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
    if (comments.length === 0 || !fits(theme.title, LONGEST.title)) {
      dropped += 1 + quotes.length;
      continue;
    }
    const suggestion = clip(theme.suggestion, LONGEST.suggestion);
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
export function countSentiments(answers: readonly FeedbackAnswer[], comments: number): FeedbackAnalysis['sentiment'] {
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
export function joinNamesakes(themes: readonly Theme[]): Theme[] {
  return [...Map.groupBy(themes, ({ title }) => comparisonKey(title)).values()].flatMap((same) => {
    const [first] = same;
    if (!first) return [];
    const sentiment = same.every((each) => each.sentiment === first.sentiment) ? first.sentiment : 'mixed';
    return joined(same, { title: first.title, suggestion: first.suggestion, sentiment });
  });
}

/** Merges themes as grouped by `answer`, by index into `themes`. Themes missing from the answer stay unchanged. */
export function mergeThemes(themes: readonly Theme[], answer: FeedbackAnswer): Theme[] {
  const left = new Set(themes.keys());
  const merged = answer.themes.flatMap((group) => {
    const members = inOrder(group.comments).filter((n) => left.delete(n));
    const parts = members.flatMap((n) => themes[n] ?? []);
    const [first] = parts;
    if (!first) return [];
    return joined(parts, {
      title: fits(group.title, LONGEST.title) ? group.title : first.title,
      suggestion: clip(group.suggestion, LONGEST.suggestion),
      sentiment: group.sentiment,
    });
  });
  return joinNamesakes([...merged, ...themes.filter((_, n) => left.has(n))]);
}
