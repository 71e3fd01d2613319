import { AddMedia, MEDIA_LIMITS, StoredMedia, UploadedPiece } from '@training/shared/courses/media';
import { octetInputParser } from '@trpc/server/http';
import { can, router } from '../../http/procedures.ts';
import { addMedia } from './add-media.ts';
import { uploadPiece } from './upload-piece.ts';

/** Pictures, sound and film of cards and questions (rules/media). */
export const mediaRouter = router({
  /** Takes a piece of a file as `application/octet-stream`. */
  upload: can('content:author')
    .meta({ file: { most: MEDIA_LIMITS.piece } })
    .input(octetInputParser)
    .output(UploadedPiece)
    .mutation(({ ctx, input }) => uploadPiece(ctx, input)),
  add: can('content:author')
    .input(AddMedia)
    .output(StoredMedia)
    .mutation(({ ctx, input }) => addMedia(ctx, input)),
});
