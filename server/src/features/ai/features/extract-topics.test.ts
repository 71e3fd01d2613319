import { DocumentSummaryWithTopics } from '@training/shared/ai/ai-features';
import { expect, test } from 'vitest';
import { extractTopics, type ExtractionModelOutput } from './extract-document.ts';
import { stepRunnerWithoutProgress, type AskModel, type FeatureStepRunner } from './feature.ts';

const TEXT =
  '# Gates\n\nGate 7 stays closed at night. Only the guard opens it.\n\n# Forklifts\n\nForklifts keep to the yellow lane.';
const ANSWER: ExtractionModelOutput = {
  title: 'Gates and forklifts',
  language: 'EN-gb',
  summary: 'The rules.',
  topics: [],
};
const point = (statement: string, quote: string) => ({ statement, quote });

async function extract(
  document: { text: string; title: string | null; name: string },
  answer: (source: string, call: number) => ExtractionModelOutput,
) {
  const calls: string[] = [];
  const ask: AskModel = ({ prompt, schema }) => {
    const source = /<source>\n([^]*)\n<\/source>/.exec(prompt)?.[1] ?? '';
    calls.push(source);
    return Promise.resolve(schema.parse(answer(source, calls.length)));
  };
  const planned: number[] = [];
  const steps: FeatureStepRunner = {
    ...stepRunnerWithoutProgress,
    plan: (total) => Promise.resolve(void planned.push(total)),
  };
  return { ...DocumentSummaryWithTopics.parse(await extractTopics(ask, document, steps)), calls, planned };
}

const document = { text: TEXT, title: null, name: 'gates.md' };

test('points whose passage is in the text are kept, with the text’s own words, and topics without a point go', async () => {
  const { title, language, summary, topics, text, dropped } = await extract(document, () => ({
    ...ANSWER,
    topics: [
      {
        heading: 'Gates',
        points: [
          point('Gate 7 is closed at night.', 'gate 7 stays  closed at night'),
          point('Anybody may open it.', 'Everybody opens it by day.'),
        ],
      },
      { heading: 'Invented', points: [point('Run.', 'Forklifts may drive anywhere they like.')] },
      {
        heading: 'gates:',
        points: [
          point('The guard opens it.', 'Only the guard opens it.'),
          point('gate 7 is closed at night', 'Gate 7 stays closed at night'),
        ],
      },
    ],
  }));
  expect({ title, language, summary, text }).toEqual({
    title: 'Gates and forklifts',
    language: 'en-GB',
    summary: 'The rules.',
    text: TEXT,
  });
  expect(topics).toEqual([
    {
      heading: 'Gates',
      points: [
        { statement: 'Gate 7 is closed at night.', quote: 'Gate 7 stays closed at night.' },
        { statement: 'The guard opens it.', quote: 'Only the guard opens it.' },
      ],
    },
  ]);
  expect(dropped).toBe(2);
});

test('a long document is read in parts and summed up at the end', async () => {
  const long = Array.from({ length: 5_000 }, (_, n) => `Gate ${n} stays closed at night.`).join('\n\n');
  const { calls, planned, topics, summary } = await extract({ ...document, text: long }, (source, call) => {
    const quote = source.split('\n')[0] ?? '';
    return {
      ...ANSWER,
      summary: `Summary ${call}.`,
      topics: [{ heading: `Part ${call}`, points: [point(`Point ${call}`, quote)] }],
    };
  });
  const parts = calls.length - 1;
  expect(parts).toBeGreaterThan(2);
  expect(planned).toEqual([parts + 1]);
  expect(calls.at(-1)).toMatch(/^Summary 1\.\n\nSummary 2\./);
  expect(summary).toBe(`Summary ${parts + 1}.`);
  expect(topics.map(({ heading }) => heading)).toEqual(Array.from({ length: parts }, (_, n) => `Part ${n + 1}`));
});

test('a document of the largest size is read whole', async () => {
  const text = 'Gate 7 stays closed at night. '.repeat(33_333);
  const { calls, coverage } = await extract({ ...document, text }, () => ANSWER);
  expect(calls).toHaveLength(22);
  expect(calls.slice(0, 21).join('')).toBe(text);
  expect(coverage).toEqual({ parts: 21, parts_read: 21, not_read: [] });
});

test('a title or a language that is none is not taken from the model', async () => {
  const rubbish = { ...ANSWER, title: '***', language: 'the English language' };
  expect(await extract({ ...document, title: 'Gate rules' }, () => rubbish)).toMatchObject({
    title: 'Gate rules',
    language: 'und',
  });
  expect(await extract(document, () => rubbish)).toMatchObject({ title: 'gates.md' });
});

test('a document with next to nothing in it costs no call', async () => {
  const { calls, title, topics, text } = await extract({ ...document, text: 'Hm.' }, () => ANSWER);
  expect({ calls, title, topics, text }).toEqual({ calls: [], title: 'gates.md', topics: [], text: 'Hm.' });
});
