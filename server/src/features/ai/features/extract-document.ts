import { AI_FEATURES, type DocumentExtract } from '@training/shared/ai/ai-features';
import { extractTopics } from './extract-topics.ts';
import { defineFeature, type AskModel, type FeatureTools, type Steps } from './feature.ts';
import { readMaterial, type DocumentFile } from './source/read-scans.ts';

/**
 * Extracts what a document teaches. The text is read again each time the job resumes: that is faster than storing it.
 * Pages that are pictures are read by the model if it has `vision`.
 * @throws AppError `unsupported_file`, `document_unreadable` with what to do · errors of `ask` and `steps`
 */
export async function extractDocument(
  ask: AskModel,
  { name, partSize, ...document }: DocumentFile & { name: string; partSize?: number },
  given: Steps,
  { vision = () => Promise.resolve(null), noteScanned }: Partial<Pick<FeatureTools, 'vision' | 'noteScanned'>> = {},
): Promise<DocumentExtract> {
  const { text, title, scan, steps } = await readMaterial({ ask, steps: given, vision, noteScanned }, document);
  return { ...(await extractTopics(ask, { text, title, name, ...(partSize && { partSize }) }, steps)), scan };
}

export const documentExtraction = defineFeature({
  ...AI_FEATURES.document_extraction,
  task: 'extraction',
  title: ({ name }) => name,
  async run({ ask, steps, file, partSize, vision, noteScanned, signal }, { name }) {
    const { kind, owner, read } = await file();
    return extractDocument(ask, { name, partSize, kind, owner, read, signal }, steps, { vision, noteScanned });
  },
});
