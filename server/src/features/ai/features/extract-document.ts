import { AI_FEATURES, type DocumentExtract } from '@training/shared/ai-features';
import type { FileKind } from '@training/shared/ai-jobs';
import { AppError } from '../../../errors.ts';
import { readDocument } from '../../../platform/documents/read-document.ts';
import { UnreadableDocument } from '../../../platform/documents/unreadable-document.ts';
import { extractTopics } from './extract-topics.ts';
import { defineFeature, type Ask, type Steps } from './feature.ts';

export type DocumentFile = {
  name: string;
  kind: FileKind;
  /** Loads it. */
  read: () => Promise<Uint8Array>;
  /** Documents of different owners are read in turn. */
  owner?: string;
  /** Ends the reading of a document that nobody waits for any more. */
  signal?: AbortSignal | undefined;
};

/**
 * What a document teaches. Its text is read anew whenever the job goes on: that is quicker than keeping it.
 * @throws AppError `unsupported_file`, `document_unreadable` with what to do · what `ask` and `steps` throw
 */
export async function extractDocument(ask: Ask, input: DocumentFile, steps: Steps): Promise<DocumentExtract> {
  const { name, kind, read, owner = '', signal } = input;
  if (kind === 'audio')
    throw new AppError('unsupported_file', 'A recording can’t be read as a document. Transcribe it instead.');
  const { text, title } = await readDocument(read, kind, { owner, ...(signal && { signal }) }).catch(
    (error: unknown) => {
      throw error instanceof UnreadableDocument ? new AppError('document_unreadable', error.message) : error;
    },
  );
  return extractTopics(ask, { text, title, name }, steps);
}

export const documentExtraction = defineFeature({
  ...AI_FEATURES.document_extraction,
  title: ({ name }) => name,
  async run({ ask, steps, file, signal }, { name }) {
    const { kind, owner, read } = await file();
    return extractDocument(ask, { name, kind, owner, read, signal }, steps);
  },
});
