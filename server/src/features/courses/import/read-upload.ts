import type { ImportFile, ReadUpload } from '@training/shared/courses/imports';
import type { MediaContext } from '../../../core/context.ts';
import { AppError } from '../../../core/errors.ts';
import { readSlides, readTable } from '../../../platform/documents/read-document.ts';
import { discardPieces } from '../../media/upload-piece.ts';
import { openUpload } from './open-upload.ts';

/**
 * Reads a deck slide by slide, or the first sheet of a workbook, which the caller has sent in pieces
 * (rules/courses-and-modules 20). The file is kept for its pictures.
 * @throws AppError `unsupported_file`, and those of `openUpload`
 */
export async function readUpload(ctx: MediaContext, input: ImportFile, signal?: AbortSignal): Promise<ReadUpload> {
  const read = await openUpload<ReadUpload>(ctx, input, signal, async (load, kind, options) => {
    if (kind === 'xlsx') return { kind: 'workbook', sheet: await readTable(load, options) };
    if (kind === 'pptx' || kind === 'odp') return { kind: 'deck', slides: await readSlides(load, kind, options) };
    const words = 'Only PowerPoint (.pptx), OpenDocument presentations (.odp) and Excel (.xlsx) can be imported.';
    throw new AppError('unsupported_file', words);
  });
  const hasMore = read.kind === 'deck' && read.slides.some(({ hidden, pictures }) => !hidden && pictures.length > 0);
  if (!hasMore) await discardPieces(ctx, input.pieces);
  return read;
}
