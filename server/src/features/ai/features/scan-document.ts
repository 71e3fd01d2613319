import {
  AI_FEATURE_INPUTS_AND_RESULTS,
  type ScanDocument,
  type DocumentScanResult,
} from '@training/shared/ai/ai-features';
import { z } from 'zod';
import { clipText } from '../../../platform/clip-text.ts';
import {
  ModelOutputText,
  isFilledAndWithinLength,
  toCanonicalLanguageTag,
  removeDuplicateTexts,
} from './prompt/model-output-text.ts';
import { MAX_SOURCE_LENGTH_PER_CALL, sampleQuotableParts } from './source/chunks.ts';
import { defineAiFeature, type AskModel } from './feature.ts';
import { indexPassages } from './source/find-passage.ts';
import { titleOfSource } from './source/opening-words.ts';
import { wrapAsPromptData, buildSystemPrompt, QUOTE_RULE } from './prompt/prompt.ts';

export const ScanModelOutput = z.strictObject({
  relevant: z.boolean(),
  title: ModelOutputText,
  language: ModelOutputText,
  summary: ModelOutputText,
  department: z.number(),
  changes: ModelOutputText,
  passages: z.array(z.strictObject({ text: ModelOutputText, quote: ModelOutputText })),
});

/** Number of samples, spread evenly, that the single call per document reads of one that is too long. */
const SAMPLES = 4;
const MOST_PASSAGES = 8;
const OUTPUT_TOKENS = 12_000;
/** Length limits in code points. */
const LONGEST = { title: 300, summary: 2_000, changes: 2_000, text: 500 };

const RULES = [
  'The source is a document of a company’s drive. Say whether a training should be made of it.',
  '"relevant" is true where it says what people must know or do at work: duties, steps, limits, dangers, rules, products, how something is used. It is false for minutes, plans, invoices, letters, lists of names, drafts without content, personal notes.',
  '"title" is the document’s own title, or what it is about in at most ten words. "language" is the BCP 47 tag of the language that it is written in.',
  '"summary" says in two to four sentences what it teaches, and to whom; where it teaches nothing, in one what it is.',
  '"department" is the number "n" of the department whose people must know it most, -1 where none of them or all of them must.',
  `"passages" holds what it teaches, in its order: at most ${MOST_PASSAGES}. "text" is one duty, limit, step, reason or danger as a full sentence. None where it teaches nothing.`,
  QUOTE_RULE,
  'The quote of a passage is what proves its text.',
];

const CHANGED =
  'What stands between the markers "removed" and "added" is what an earlier version of the document had and this one has not, and the other way round. "changes" says in one to three sentences what has changed for people who learned the earlier one; empty where nothing has.';
const UNCHANGED = 'Leave "changes" empty.';

/**
 * Classifies a document of a drive (rules/drives 7) in one call. Quotes are searched in what the model read, and a
 * department that wasn't offered counts as none.
 * @throws errors of `ask`
 */
export async function classifyDriveDocument(
  ask: AskModel,
  input: ScanDocument,
  partSize = MAX_SOURCE_LENGTH_PER_CALL,
): Promise<DocumentScanResult> {
  const { source, departments, differences } = input;
  // The same for all documents of the workspace.
  const shared = departments.map(({ name }, n) => wrapAsPromptData('department', name, n)).join('\n');
  const sample = worthReading(source.text, partSize);
  const answer = await ask({
    system: buildSystemPrompt('drive_scan', {
      material: 'the source',
      language: undefined,
      rules: [...RULES, differences ? CHANGED : UNCHANGED],
    }),
    prompt: [
      ...(shared ? [shared] : []),
      wrapAsPromptData('title', source.title),
      ...(differences
        ? [wrapAsPromptData('removed', differences.removed), wrapAsPromptData('added', differences.added)]
        : []),
      wrapAsPromptData('source', sample),
    ].join('\n'),
    prefix: { length: shared.length, isLikely: true },
    schema: ScanModelOutput,
    maxOutputTokens: OUTPUT_TOKENS,
  });
  const index = indexPassages(sample);
  let dropped = 0;
  const found = answer.passages.slice(0, 2 * MOST_PASSAGES).flatMap(({ text, quote }) => {
    const passage = index.find(quote);
    if (passage && isFilledAndWithinLength(text, LONGEST.text)) return [{ text, quote: passage.text }];
    dropped++;
    return [];
  });
  return {
    relevant: answer.relevant,
    title: isFilledAndWithinLength(answer.title, LONGEST.title) ? answer.title : titleOfSource({ source }),
    language: toCanonicalLanguageTag(answer.language),
    summary: clipText(answer.summary, LONGEST.summary),
    department_id: departments[answer.department]?.id ?? null,
    changes: differences && answer.changes ? clipText(answer.changes, LONGEST.changes) : null,
    passages: removeDuplicateTexts(found, ({ text }) => text).slice(0, MOST_PASSAGES),
    dropped,
  };
}

/** The whole text if one call can read it, or else a sample. */
function worthReading(text: string, most: number): string {
  return text.length <= most
    ? text
    : sampleQuotableParts(text, SAMPLES, Math.floor(most / SAMPLES)).join('\n\n[…]\n\n');
}

export const driveScanFeature = defineAiFeature({
  ...AI_FEATURE_INPUTS_AND_RESULTS.drive_scan,
  task: 'extraction',
  flex: true,
  title: titleOfSource,
  run: ({ ask, partSize }, input) => classifyDriveDocument(ask, input, partSize),
});
