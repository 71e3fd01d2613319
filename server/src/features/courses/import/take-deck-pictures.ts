import type { TakenPictures, TakePictures } from '@training/shared/courses/imports';
import type { MediaContext } from '../../../core/context.ts';
import { AppError } from '../../../core/errors.ts';
import { encodePictures } from '../../../platform/documents/read-document.ts';
import { UnreadableDocument } from '../../../platform/documents/unreadable-document.ts';
import { addPicture } from '../../media/add-media.ts';
import { discardPieces } from '../../media/upload-piece.ts';
import { openUpload } from './open-upload.ts';

/**
 * Makes media of pictures of a deck, encoded anew: the first, and as many others as fit. After the last of the names,
 * the file is deleted.
 * @throws AppError as `readUpload` and `uploadPiece`
 */
export async function takeDeckPictures(
  ctx: MediaContext,
  input: TakePictures,
  signal?: AbortSignal,
): Promise<TakenPictures> {
  const names = [...new Set(input.names)];
  const encoded = await openUpload(ctx, input, signal, (load, kind, options) => {
    if (kind !== 'pptx' && kind !== 'odp') throw new AppError('unsupported_file', 'Only decks have pictures to take.');
    return encodePictures(load, names, options);
  });
  const taken: TakenPictures = [];
  for (const [name, picture] of encoded) {
    if (picture instanceof UnreadableDocument) {
      taken.push({ name, digest: null, bytes: 0, problem: picture.message });
    } else {
      const { digest, bytes } = await addPicture(ctx, picture.bytes);
      taken.push({ name, digest, bytes, problem: null });
    }
  }
  if (encoded.size === names.length) await discardPieces(ctx, input.pieces);
  return taken;
}
