import { AddMedia, MediaDigest, FindMedia, StoredMedia, UploadedFilePiece } from '@training/shared/courses/media';
import { MEDIA_LIMITS } from '@training/shared/courses/media-limits';
import { octetInputParser } from '@trpc/server/http';
import { z } from 'zod';
import { permittedProcedure, router } from '../../http/procedures.ts';
import { addMediaFromPieces } from './add-media.ts';
import { findMissingMediaDigests } from './stored-media.ts';
import { uploadPiece } from './upload-piece.ts';

/** Pictures, sound and film of cards and questions (rules/media). */
export const mediaRouter = router({
  /** Takes a piece of a file as `application/octet-stream`. */
  upload: permittedProcedure('content:author')
    .meta({ file: { most: MEDIA_LIMITS.piece } })
    .input(octetInputParser)
    .output(UploadedFilePiece)
    .mutation(({ ctx, input }) => uploadPiece(ctx, input)),
  add: permittedProcedure('content:author')
    .input(AddMedia)
    .output(StoredMedia)
    .mutation(({ ctx, input }) => addMediaFromPieces(ctx, input)),
  /** Says which of the digests the workspace lacks, before the media of an archive are sent. */
  missing: permittedProcedure('content:author')
    .input(FindMedia)
    .output(z.strictObject({ digests: z.array(MediaDigest) }))
    .query(async ({ ctx, input }) => ({ digests: await findMissingMediaDigests(ctx, input.digests) })),
});
