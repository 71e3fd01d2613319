import { MediaDigest } from '@training/shared/courses/media';
import { z } from 'zod';
import { defineDownloadRoute } from '../../core/download.ts';
import { AppError } from '../../core/errors.ts';
import { findMedia, streamRangeOfPieces } from './stored-media.ts';

/** Serves a picture, sound, film or captions to people of its workspace, who know it by its digest (rules/media). */
export const MEDIA_DOWNLOAD_ROUTE = defineDownloadRoute({
  path: '/:digest',
  permission: 'results:read',
  input: z.strictObject({ digest: MediaDigest }),
  isPlayed: true,
  async open(ctx, { digest }) {
    const found = await findMedia(ctx, digest);
    if (!found) throw new AppError('file_not_found', 'This workspace has no such picture, sound or film.');
    const { type, bytes, pieces, extension } = found;
    const read = (range: { start: number; end: number }) => streamRangeOfPieces(ctx, pieces, range);
    return { name: `media.${extension}`, type, inline: true, tag: digest, body: { bytes, read } };
  },
});
