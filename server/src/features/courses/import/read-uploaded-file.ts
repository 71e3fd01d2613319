import { IMPORT_LIMITS, type ImportFileRef } from '@training/shared/courses/imports';
import { requireActingPerson, type MediaContext, withoutRequestSlot } from '../../../core/context.ts';
import { AppError } from '../../../core/errors.ts';
import { RefusingConcurrencyLimit } from '../../../platform/concurrency/concurrency-limit.ts';
import { FileKindDetector } from '../../../platform/documents/file-kind.ts';
import type { DocumentReadOptions } from '../../../platform/documents/read-document.ts';
import { UnreadableDocumentError } from '../../../platform/documents/unreadable-document.ts';
import { readRangeOfPieces, getUnattachedPieces, totalSizeOf } from '../../media/add-media.ts';
import { streamRangeOfPieces } from '../../media/stored-media.ts';
import { discardOwnPieces } from '../../media/upload-piece.ts';

/** Files that one person may have read at once: each may take as long as a document may. */
const MOST_AT_ONCE = 2;

const readings = new RefusingConcurrencyLimit();

type Reading<Found> = (
  load: () => Promise<Uint8Array>,
  kind: string | undefined,
  options: DocumentReadOptions,
) => Promise<Found>;

/**
 * Reads a file that the caller has uploaded in pieces, without holding the request's slot. Deletes the pieces if the
 * file is refused, except if the caller only has to wait for their other files.
 * @throws AppError `file_not_found`, `file_too_large`, `document_unreadable`, `rate_limited`, `busy`
 */
export async function readUploadedFile<Found>(
  ctx: MediaContext,
  { pieces: ids }: ImportFileRef,
  signal: AbortSignal | undefined,
  read: Reading<Found>,
): Promise<Found> {
  const pieces = await getUnattachedPieces(ctx, ids);
  const size = totalSizeOf(pieces);
  if (size > IMPORT_LIMITS.bytes) {
    await discardOwnPieces(ctx, ids);
    throw new AppError(
      'file_too_large',
      'A deck or workbook may have at most 50 MiB. Split it, or save its pictures smaller.',
    );
  }
  const work = async () => {
    const scan = new FileKindDetector();
    for await (const part of streamRangeOfPieces(ctx, pieces, { start: 0, end: size })) scan.push(part);
    const load = () => readRangeOfPieces(ctx, pieces, 0, size);
    return read(load, (await scan.end())?.kind, { owner: ctx.workspace.id, signal });
  };
  const admitted = () =>
    readings.run(`${ctx.workspace.id} ${requireActingPerson(ctx).id}`, MOST_AT_ONCE, tooMany, work);
  try {
    return await withoutRequestSlot(ctx, admitted);
  } catch (error) {
    // Whoever waits for their other files sends the same pieces again.
    if (!(error instanceof AppError) || error.code !== 'rate_limited') await discardOwnPieces(ctx, ids);
    if (signal?.aborted) throw new AppError('busy', 'The file wasn’t read. Try again.');
    throw error instanceof UnreadableDocumentError ? new AppError('document_unreadable', error.message) : error;
  }
}

function tooMany(): AppError {
  return new AppError('rate_limited', 'Your other files are still being read. Try again in a moment.', {
    headers: { 'retry-after': '15' },
  });
}
