import type { ImportDeckPicturesOutcomes, ImportDeckPictures } from '@training/shared/courses/imports';
import type { MediaContext } from '../../../core/context.ts';
import { AppError } from '../../../core/errors.ts';
import { reencodeDeckPictures } from '../../../platform/documents/read-document.ts';
import { UnreadableDocumentError } from '../../../platform/documents/unreadable-document.ts';
import { addEncodedPicture } from '../../media/add-media.ts';
import { discardOwnPieces } from '../../media/upload-piece.ts';
import { readUploadedFile } from './read-uploaded-file.ts';

/**
 * Makes media of pictures of a deck, encoded anew: the first, and as many others as fit. After the last of the names,
 * the file is deleted.
 * @throws AppError as `readSlidesOrWorkbook` and `uploadPiece`
 */
export async function storeSlideDeckPictures(
  ctx: MediaContext,
  input: ImportDeckPictures,
  signal?: AbortSignal,
): Promise<ImportDeckPicturesOutcomes> {
  const names = [...new Set(input.names)];
  const encoded = await readUploadedFile(ctx, input, signal, (load, kind, options) => {
    if (kind !== 'pptx' && kind !== 'odp') throw new AppError('unsupported_file', 'Only decks have pictures to take.');
    return reencodeDeckPictures(load, names, options);
  });
  const taken: ImportDeckPicturesOutcomes = [];
  for (const [name, picture] of encoded) {
    if (picture instanceof UnreadableDocumentError) {
      taken.push({ name, digest: null, bytes: 0, problem: picture.message });
    } else {
      const { digest, bytes } = await addEncodedPicture(ctx, picture.bytes);
      taken.push({ name, digest, bytes, problem: null });
    }
  }
  if (encoded.size === names.length) await discardOwnPieces(ctx, input.pieces);
  return taken;
}
