import { AI_FEATURES, type AnalyseFeedback, type FeedbackAnalysis } from '@training/shared/ai/ai-features';
import { clip } from './prompt/answer-text.ts';
import { defineFeature, type AskModel, type Steps } from './feature.ts';
import {
  FeedbackAnswer,
  countSentiments,
  joinNamesakes,
  mergeThemes,
  themesOf,
  type NumberedComment,
} from './feedback-themes.ts';
import { asData, instructions } from './prompt/prompt.ts';
import { nameOfSize, PART } from './source/chunks.ts';

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

function batchesOf(comments: readonly string[], most: number): NumberedComment[][] {
  const batches: NumberedComment[][] = [];
  let length = 0;
  for (const [n, text] of comments.entries()) {
    const last = batches.at(-1);
    length += text.length;
    if (last && length <= most && last.length < MOST_COMMENTS) last.push({ n, text });
    else {
      batches.push([{ n, text }]);
      length = text.length;
    }
  }
  return batches;
}

/**
 * Analyzes comments about a subject: counts sentiments and finds themes, with quotes verified against the comments.
 * Many comments are read in batches, and the themes of the batches are merged at the end.
 * @throws errors of `ask` and `steps`
 */
export async function analyseFeedback(
  ask: AskModel,
  input: AnalyseFeedback,
  steps: Steps,
  partSize = PART,
): Promise<FeedbackAnalysis> {
  const batches = batchesOf(input.comments, partSize / 2);
  await steps.plan(batches.length === 1 ? 1 : batches.length + 1);

  function askFor(rules: readonly string[], material: readonly string[]): Promise<FeedbackAnswer> {
    return ask({
      system: instructions('feedback_analysis', { material: 'the comments', language: input.language, rules }),
      prompt: [asData('subject', input.subject), ...material].join('\n'),
      schema: FeedbackAnswer,
      maxOutputTokens: OUTPUT_TOKENS,
    });
  }
  const answers: FeedbackAnswer[] = [];
  for (const [n, batch] of batches.entries()) {
    const comments = batch.map((comment) => asData('comment', comment.text, comment.n));
    const work = () => askFor(RULES, comments);
    answers.push(await steps.step(nameOfSize(`batch-${n + 1}`, partSize), 'Reading comments', FeedbackAnswer, work));
  }
  const found: Awaited<ReturnType<typeof themesOf>>[] = [];
  for (const [n, batch] of batches.entries()) found.push(await themesOf(answers[n] ?? NO_ANSWER, batch));
  const themes = joinNamesakes(found.flatMap((each) => each.themes));
  const counted = {
    sentiment: countSentiments(answers, input.comments.length),
    dropped: found.reduce((sum, each) => sum + each.dropped, 0),
  };
  if (batches.length === 1) return { summary: clip(answers[0]?.summary ?? '', LONGEST_SUMMARY), themes, ...counted };

  const merging = await steps.step(nameOfSize('themes', partSize), 'Putting the themes together', FeedbackAnswer, () =>
    askFor(MERGE_RULES, [
      asData('source', answers.map(({ summary }) => clip(summary, LONGEST_SUMMARY)).join('\n\n')),
      ...themes.map(({ title, suggestion }, n) => asData('comment', `${title}. ${suggestion}`, n)),
    ]),
  );
  const merged = mergeThemes(themes, merging).toSorted((one, other) => other.comments.length - one.comments.length);
  return { summary: clip(merging.summary, LONGEST_SUMMARY), themes: merged, ...counted };
}

const NO_ANSWER: FeedbackAnswer = { summary: '', comments: [], themes: [] };

export const feedbackAnalysis = defineFeature({
  ...AI_FEATURES.feedback_analysis,
  task: 'extraction',
  title: ({ subject, comments }) =>
    subject.trim() || `${comments.length} ${comments.length === 1 ? 'comment' : 'comments'}`,
  run: ({ ask, steps, partSize }, input) => analyseFeedback(ask, input, steps, partSize),
});
