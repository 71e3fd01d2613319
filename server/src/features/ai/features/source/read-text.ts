import type { FileKind } from '@training/shared/ai/ai-jobs';
import { AppError } from '../../../../core/errors.ts';
import { readDocument } from '../../../../platform/documents/read-document.ts';
import { UnreadableDocument } from '../../../../platform/documents/unreadable-document.ts';

export type DocumentFile = {
  kind: FileKind;
  read: () => Promise<Uint8Array>;
  /** Documents of different owners are read round-robin. */
  owner?: string;
  /** Aborts reading when the result is no longer needed. */
  signal?: AbortSignal | undefined;
};

/**
 * Reads a document as Markdown, with the title stored in the file.
 * @throws AppError `unsupported_file`, `document_unreadable` with what to do
 */
export async function readText({ kind, read, owner = '', signal }: DocumentFile) {
  if (kind === 'audio')
    throw new AppError('unsupported_file', 'A recording can’t be read as a document. Transcribe it instead.');
  if (kind === 'image') throw new AppError('unsupported_file', 'A picture has no text of its own.');
  return readDocument(read, kind, { owner, ...(signal && { signal }) }).catch((error: unknown) => {
    throw error instanceof UnreadableDocument ? new AppError('document_unreadable', error.message) : error;
  });
}
