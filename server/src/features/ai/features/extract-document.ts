import { AI_FEATURES, type DocumentExtract } from '@training/shared/ai/ai-features';
import { extractTopics } from './extract-topics.ts';
import { defineFeature, type AskModel, type Steps } from './feature.ts';
import { readText, type DocumentFile } from './source/read-text.ts';

/**
 * Extracts what a document teaches. The text is read again each time the job resumes: that is faster than storing it.
 * @throws AppError `unsupported_file`, `document_unreadable` with what to do · errors of `ask` and `steps`
 */
export async function extractDocument(
  ask: AskModel,
  { name, partSize, ...document }: DocumentFile & { name: string; partSize?: number },
  steps: Steps,
): Promise<DocumentExtract> {
  const { text, title } = await readText(document);
  return extractTopics(ask, { text, title, name, ...(partSize && { partSize }) }, steps);
}

export const documentExtraction = defineFeature({
  ...AI_FEATURES.document_extraction,
  task: 'extraction',
  title: ({ name }) => name,
  async run({ ask, steps, file, partSize, signal }, { name }) {
    const { kind, owner, read } = await file();
    return extractDocument(ask, { name, partSize, kind, owner, read, signal }, steps);
  },
});
