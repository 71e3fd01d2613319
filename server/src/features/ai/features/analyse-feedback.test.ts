import { FeedbackAnalysis } from '@training/shared/ai/ai-features';
import { AI_INPUT_LIMITS } from '@training/shared/ai/ai-limits';
import { expect, test } from 'vitest';
import { analyseFeedback, type FeedbackModelOutput } from './analyse-feedback.ts';
import { type AskModel, stepRunnerWithoutProgress } from './feature.ts';

const NOTHING: FeedbackModelOutput = { summary: 'A summary.', comments: [], themes: [] };
const THEME: FeedbackModelOutput['themes'][number] = {
  title: 'Length',
  sentiment: 'negative',
  suggestion: 'Make it shorter.',
  comments: [0],
  quotes: [],
};

/** Answers the calls in order, and parses the result with the contract's schema. */
async function analyse(comments: string[], ...answers: FeedbackModelOutput[]) {
  const prompts: string[] = [];
  const ask: AskModel = ({ prompt, schema }) => {
    prompts.push(prompt);
    return Promise.resolve(schema.parse(answers.shift()));
  };
  const analysis = FeedbackAnalysis.parse(
    await analyseFeedback(ask, { subject: 'The course', comments }, stepRunnerWithoutProgress),
  );
  return { ...analysis, prompts };
}

test('sentiments add up to the comments: the forgotten are mixed, the made-up do not count, the first word stands', async () => {
  const comments = [
    { n: 0, sentiment: 'positive' as const },
    { n: 0, sentiment: 'negative' as const },
    { n: 9, sentiment: 'negative' as const },
    { n: -1, sentiment: 'negative' as const },
    { n: 0.5, sentiment: 'negative' as const },
  ];
  const { sentiment } = await analyse(['Great', 'Fine', 'Dull'], { ...NOTHING, comments });
  expect(sentiment).toEqual({ positive: 1, mixed: 2, negative: 0 });
});

test('themes speak of comments that exist, and quotes are looked up in their own comment', async () => {
  const { themes, dropped } = await analyse(['It is far too long.', 'Nice  pictures!', 'Long'], {
    ...NOTHING,
    themes: [
      {
        ...THEME,
        comments: [2, 0, 0, 17, -3],
        quotes: [
          { comment: 0, quote: 'IT IS far too long' },
          { comment: 2, quote: 'far too long' },
          { comment: 2, quote: 'long' },
          { comment: 17, quote: 'far too long' },
        ],
      },
      { ...THEME, title: 'Nobody said this', comments: [5] },
      {
        ...THEME,
        title: 'Pictures',
        sentiment: 'positive',
        comments: [],
        quotes: [{ comment: 1, quote: 'nice pictures' }],
      },
    ],
  });
  expect(themes).toEqual([
    {
      ...THEME,
      comments: [0, 2],
      quotes: [
        { comment: 0, quote: 'It is far too long.' },
        { comment: 2, quote: 'Long' },
      ],
    },
    {
      ...THEME,
      title: 'Pictures',
      sentiment: 'positive',
      comments: [1],
      quotes: [{ comment: 1, quote: 'Nice  pictures!' }],
    },
  ]);
  expect(dropped).toBe(3);
});

test('many comments are read in batches, each once, and their themes put together at the end', async () => {
  const comments = Array.from({ length: 250 }, (_, n) => `Comment number ${n} is about the length.`);
  const batch = (n: number, title: string) => ({
    ...NOTHING,
    themes: [{ ...THEME, title, comments: [n], quotes: [{ comment: n, quote: `Comment number ${n} is` }] }],
  });
  const merging = {
    summary: 'All of it.',
    comments: [],
    // Theme 0 twice, and one that doesn't exist.
    themes: [
      { ...THEME, title: 'Too long', comments: [0, 2, 8], quotes: [{ comment: 0, quote: 'made up' }] },
      { ...THEME, title: 'Again', comments: [0] },
    ],
  };
  const answers = [batch(3, 'Length'), batch(103, 'Sound'), batch(203, 'Duration'), merging];
  const { themes, summary, sentiment, prompts, dropped } = await analyse(comments, ...answers);
  expect(prompts).toHaveLength(4);
  for (const [n, text] of comments.entries()) {
    expect(prompts.slice(0, 3).filter((prompt) => prompt.includes(`<comment n="${n}">${text}</comment>`))).toHaveLength(
      1,
    );
  }
  expect(summary).toBe('All of it.');
  expect(sentiment.mixed).toBe(250);
  expect(themes).toMatchObject([
    { title: 'Too long', comments: [3, 203], quotes: [{ comment: 3 }, { comment: 203 }] },
    { title: 'Sound', comments: [103] },
  ]);
  expect(dropped).toBe(0);
});

test('a batch may only speak of its own comments', async () => {
  const comments = Array.from({ length: 150 }, (_, n) => `Comment number ${n} is about the length.`);
  const other = { ...NOTHING, themes: [{ ...THEME, comments: [140] }] };
  const { themes, dropped } = await analyse(comments, other, NOTHING, NOTHING);
  expect(themes).toEqual([]);
  expect(dropped).toBe(1);
});

test('as many comments as are taken, as long as they may be, are read in parts that a model can take', async () => {
  const comments = Array.from({ length: AI_INPUT_LIMITS.comments }, () => 'x'.repeat(AI_INPUT_LIMITS.comment));
  const { prompts } = await analyse(comments, ...Array.from({ length: 200 }, () => NOTHING));
  expect(prompts.length).toBeLessThan(130);
  for (const prompt of prompts) expect(prompt.length).toBeLessThan(60_000);
});
