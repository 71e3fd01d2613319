import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { AI_FEATURE_INPUTS_AND_RESULTS, type DocumentSummaryWithTopics } from '@training/shared/ai/ai-features';
import { z } from 'zod';
import { type AskModel, defineAiFeature, type FeatureTools, type FeatureStepRunner } from './feature.ts';
import { clipText } from '../../../platform/clip-text.ts';
import {
  ModelOutputText,
  comparisonKeyOf,
  isFilledAndWithinLength,
  toCanonicalLanguageTag,
  removeDuplicateTexts,
} from './prompt/model-output-text.ts';
import { wrapAsPromptData, buildSystemPrompt, QUOTE_RULE } from './prompt/prompt.ts';
import { stepNameForSize, MAX_SOURCE_LENGTH_PER_CALL } from './source/chunks.ts';
import { indexPassages } from './source/find-passage.ts';
import { splitSource } from './source/read-parts.ts';
import { type DocumentFile, readDocumentWithScans } from './source/read-scans.ts';

export const ExtractionModelOutput = z.strictObject({
  title: ModelOutputText,
  language: ModelOutputText,
  summary: ModelOutputText,
  topics: z.array(
    z.strictObject({
      heading: ModelOutputText,
      points: z.array(z.strictObject({ statement: ModelOutputText, quote: ModelOutputText })),
    }),
  ),
});
export type ExtractionModelOutput = z.infer<typeof ExtractionModelOutput>;

const OUTPUT_TOKENS = 14_000;
/** Length limits in code points. */
const LONGEST = { title: 300, heading: 200, statement: 500, summary: 2_000 };

const RULES = [
  'Extract from the source, which may be a part of a longer document, what it teaches people for their work.',
  '"title" is the document’s own title, or what it is about in at most ten words. "language" is the BCP 47 tag of the language that it is written in.',
  '"summary" says in two to four sentences what it teaches, and to whom.',
  '"topics" holds what it teaches, in its order: at most sixteen, each with a short "heading" and one to eight "points". A point is one duty, limit, step, reason or danger as a full sentence. None where it teaches nothing.',
  QUOTE_RULE,
  'The quote of a point is what proves its statement.',
];

const SUMMARY_RULES = [
  'The source holds summaries of the parts of one document, in its order. "summary" says in three to five sentences what the whole document teaches, and to whom.',
  '"title" is what it is about in at most ten words. "language" is the BCP 47 tag of the language of the summaries. Leave "topics" empty.',
];

/** Maximum topics read of a part, and points of each: twice as many as are asked for. */
const MOST = { topics: 32, points: 16 };

/** Keeps the points of a part whose quotes are in it. */
async function provenPoints(
  answer: ExtractionModelOutput,
  part: string,
): Promise<{ topics: DocumentSummaryWithTopics['topics']; dropped: number }> {
  const passages = indexPassages(part);
  let dropped = 0;
  const topics: DocumentSummaryWithTopics['topics'] = [];
  for (const { heading, points } of answer.topics.slice(0, MOST.topics)) {
    await yieldToEventLoop();
    const proven = points.slice(0, MOST.points).flatMap(({ statement, quote }) => {
      const passage = passages.find(quote);
      if (
        passage &&
        isFilledAndWithinLength(statement, LONGEST.statement) &&
        isFilledAndWithinLength(heading, Infinity)
      )
        return [{ statement, quote: passage.text }];
      dropped++;
      return [];
    });
    topics.push({ heading: clipText(heading, LONGEST.heading), points: proven });
  }
  return { topics, dropped };
}

/** Merges topics with the same heading at the position of the first. Topics without points are removed. */
function mergeTopics(topics: DocumentSummaryWithTopics['topics']): DocumentSummaryWithTopics['topics'] {
  return [...Map.groupBy(topics, ({ heading }) => comparisonKeyOf(heading)).values()]
    .map((same) => ({
      heading: same[0]?.heading ?? '',
      points: removeDuplicateTexts(
        same.flatMap(({ points }) => points),
        ({ statement }) => statement,
      ),
    }))
    .filter(({ points }) => points.length > 0);
}

/**
 * Extracts what a text teaches, each point with its source passage, in the order of the text. Makes one call per part,
 * plus one for the summary if there are several parts.
 * @param text Markdown; `title` comes from the file, `name` is the file name.
 * @throws errors of `ask` and `steps`
 */
export async function extractTopics(
  ask: AskModel,
  {
    text,
    title,
    name,
    partSize = MAX_SOURCE_LENGTH_PER_CALL,
  }: { text: string; title: string | null; name: string; partSize?: number },
  steps: FeatureStepRunner,
): Promise<DocumentSummaryWithTopics> {
  const reading = await splitSource(text, undefined, partSize);
  const { parts } = reading;
  await steps.plan(parts.length > 1 ? parts.length + 1 : parts.length);
  const askFor = (rules: readonly string[], source: string) => () =>
    ask({
      system: buildSystemPrompt('document_extraction', { material: 'the source', language: undefined, rules }),
      prompt: [wrapAsPromptData('title', title ?? name), wrapAsPromptData('source', source)].join('\n'),
      schema: ExtractionModelOutput,
      maxOutputTokens: OUTPUT_TOKENS,
    });
  const answers: ExtractionModelOutput[] = [];
  const topics: DocumentSummaryWithTopics['topics'] = [];
  let dropped = 0;
  for (const part of parts) {
    const step = {
      name: stepNameForSize(`part-${part.n}`, partSize),
      words: 'Reading what it teaches',
      schema: ExtractionModelOutput,
    };
    const answer = await reading.readPart(part, steps, step, askFor(RULES, part.text));
    if (!answer) continue;
    const proven = await provenPoints(answer, part.text);
    answers.push(answer);
    topics.push(...proven.topics);
    dropped += proven.dropped;
  }
  const summaries = answers.map(({ summary }) => clipText(summary, LONGEST.summary)).join('\n\n');
  const [first] = answers;
  const whole =
    answers.length > 1
      ? await steps.step(
          stepNameForSize('summary', partSize),
          'Summing up',
          ExtractionModelOutput,
          askFor(SUMMARY_RULES, summaries),
        )
      : first;
  return {
    title: [first?.title, title, name].find((each) => each && isFilledAndWithinLength(each, LONGEST.title)) ?? name,
    language: toCanonicalLanguageTag(first?.language ?? ''),
    summary: clipText(whole?.summary ?? '', LONGEST.summary),
    topics: mergeTopics(topics),
    text,
    scan: null,
    dropped,
    coverage: reading.coverage(),
  };
}

/**
 * Extracts what a document teaches. The text is read again each time the job resumes: that is faster than storing it.
 * Pages that are pictures are read by the model if it has `vision`.
 * @throws AppError `unsupported_file`, `document_unreadable` with what to do · errors of `ask` and `steps`
 */
export async function extractTopicsFromDocument(
  ask: AskModel,
  { name, partSize, ...document }: DocumentFile & { name: string; partSize?: number },
  given: FeatureStepRunner,
  { vision = () => Promise.resolve(null), noteScanned }: Partial<Pick<FeatureTools, 'vision' | 'noteScanned'>> = {},
): Promise<DocumentSummaryWithTopics> {
  const { text, title, scan, steps } = await readDocumentWithScans(
    { ask, steps: given, vision, noteScanned },
    document,
  );
  return { ...(await extractTopics(ask, { text, title, name, ...(partSize && { partSize }) }, steps)), scan };
}

export const documentExtractionFeature = defineAiFeature({
  ...AI_FEATURE_INPUTS_AND_RESULTS.document_extraction,
  task: 'extraction',
  title: ({ name }) => name,
  async run({ ask, steps, file, partSize, vision, noteScanned, signal }, { name }) {
    const { kind, owner, read } = await file();
    return extractTopicsFromDocument(ask, { name, partSize, kind, owner, read, signal }, steps, {
      vision,
      noteScanned,
    });
  },
});
