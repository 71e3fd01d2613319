import type { ImportFileRef, ImportFileContent } from '@training/shared/courses/imports';
import type { MediaContext } from '../../../core/context.ts';
import { AppError } from '../../../core/errors.ts';
import { readSlideDeck, readSpreadsheetTable } from '../../../platform/documents/read-document.ts';
import { discardOwnPieces } from '../../media/upload-piece.ts';
import { readUploadedFile } from './read-uploaded-file.ts';

/**
 * Reads a deck slide by slide, or the first sheet of a workbook, which the caller has sent in pieces
 * (rules/courses-and-modules 20). The file is kept for its pictures.
 * @throws AppError `unsupported_file`, and those of `readUploadedFile`
 */
export async function readSlidesOrWorkbook(
  ctx: MediaContext,
  input: ImportFileRef,
  signal?: AbortSignal,
): Promise<ImportFileContent> {
  const read = await readUploadedFile<ImportFileContent>(ctx, input, signal, async (load, kind, options) => {
    if (kind === 'xlsx') return { kind: 'workbook', sheet: await readSpreadsheetTable(load, options) };
    if (kind === 'pptx' || kind === 'odp') return { kind: 'deck', slides: await readSlideDeck(load, kind, options) };
    const words = 'Only PowerPoint (.pptx), OpenDocument presentations (.odp) and Excel (.xlsx) can be imported.';
    throw new AppError('unsupported_file', words);
  });
  const hasMore = read.kind === 'deck' && read.slides.some(({ hidden, pictures }) => !hidden && pictures.length > 0);
  if (!hasMore) await discardOwnPieces(ctx, input.pieces);
  return read;
}
