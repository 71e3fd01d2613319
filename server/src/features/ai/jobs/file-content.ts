import type { UploadedFileKind } from '@training/shared/ai/ai-jobs';
import { z } from 'zod';
import { type MediaContext, withoutRequestSlot } from '../../../core/context.ts';
import { AppError } from '../../../core/errors.ts';
import { defineStatement } from '../../../database/statements/statement.ts';
import { RefusingConcurrencyLimit } from '../../../platform/concurrency/concurrency-limit.ts';
import {
  type DocumentReadOptions,
  readPictureForModel,
  extractTextAndTextlessParts,
} from '../../../platform/documents/read-document.ts';
import { UnreadableDocumentError } from '../../../platform/documents/unreadable-document.ts';
import type { PictureSize } from '../../../providers/ai/calls.ts';
import { MAX_SCANNED_PAGES_PER_DOCUMENT } from '../features/source/read-scans.ts';
import { describeFile, AI_FILE_STORE, requireJobOwnerId } from '../files/stored-file.ts';
import { findPictureReadingModelLabel } from '../gateway/used-models.ts';

/** Size of a page's picture for A4. */
const A4: PictureSize = { width: 1_212, height: 1_568 };

const OWN_FILE = defineStatement({
  name: 'own-ai-file',
  scope: 'tenant',
  row: z.strictObject({ found: z.number() }),
  sql: `
select 1 as found from ai_files
where workspace_id = :workspaceId and id = :fileId and created_by = :owner and state = 'stored'`,
});

/** Documents that one person may have read at once: each may take as long as a document may. */
const MOST_AT_ONCE = 4;

const readings = new RefusingConcurrencyLimit();

/** Text of a file, and the sizes of the pictures that a model has to read. */
type FileContent = { text: string; pictures: PictureSize[] };

/**
 * Reads the caller's uploaded file, without a model and without the request's slot.
 * @param signal Ends the reading.
 * @throws AppError `file_not_found`, `unsupported_file`, `document_unreadable`; `rate_limited` if the caller has too
 *   many read at once
 */
export async function readUploadedFileContent(
  ctx: MediaContext,
  fileId: string,
  signal?: AbortSignal,
): Promise<FileContent> {
  const workspaceId = ctx.workspace.id;
  const file = { workspaceId, id: fileId };
  const owner = requireJobOwnerId(ctx);
  const own = await OWN_FILE.first(ctx.db.pool, { workspaceId, fileId, owner });
  const facts = own && (await describeFile(ctx.db, file));
  if (!facts) throw new AppError('file_not_found', 'The file is gone. Upload it again.');
  const read = () => contentOf(() => loadFile(ctx, file, facts.size), facts.kind, { owner: workspaceId, signal });
  const admitted = () => readings.run(`${workspaceId} ${owner}`, MOST_AT_ONCE, tooMany, read);
  return withoutRequestSlot(ctx, admitted);
}

function tooMany(): AppError {
  return new AppError('rate_limited', 'Your other documents are still being read. Try again in a moment.', {
    headers: { 'retry-after': '15' },
  });
}

/** Reads the file as `readUploadedFileContent` does; without its pictures if the workspace's model doesn't read any. */
export async function readContentForModel(
  ctx: MediaContext,
  fileId: string,
  signal?: AbortSignal,
): Promise<FileContent> {
  const { text, pictures } = await readUploadedFileContent(ctx, fileId, signal);
  return { text, pictures: (await findPictureReadingModelLabel(ctx)) === null ? [] : pictures };
}

async function loadFile(
  ctx: MediaContext,
  file: { workspaceId: string; id: string },
  size: number,
): Promise<Uint8Array> {
  const bytes = await AI_FILE_STORE.readWhole(ctx, file, size);
  if (!bytes) throw new AppError('file_not_found', 'The file is gone. Upload it again.');
  return bytes;
}

async function contentOf(
  load: () => Promise<Uint8Array>,
  kind: UploadedFileKind,
  options: DocumentReadOptions,
): Promise<FileContent> {
  if (kind === 'audio') throw new AppError('unsupported_file', 'A recording can’t be read as a document.');
  try {
    if (kind === 'image') {
      const picture = await readPictureForModel(load, { kind: 'picture' }, options);
      return { text: '', pictures: picture ? [picture] : [] };
    }
    const { text, scan } = await extractTextAndTextlessParts(load, kind, options);
    const readable = scan?.parts.filter(({ picture }) => picture?.size !== null) ?? [];
    return {
      text,
      pictures: readable.slice(0, MAX_SCANNED_PAGES_PER_DOCUMENT).map(({ picture }) => picture?.size ?? A4),
    };
  } catch (error) {
    if (options.signal?.aborted) throw new AppError('busy', 'The document wasn’t read. Try again.');
    throw error instanceof UnreadableDocumentError ? new AppError('document_unreadable', error.message) : error;
  }
}
