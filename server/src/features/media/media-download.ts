import { Digest } from '@training/shared/courses/media';
import { z } from 'zod';
import { defineDownload } from '../../core/download.ts';
import { AppError } from '../../core/errors.ts';
import { defineStatement } from '../../database/statements/statement.ts';
import { readPieces } from './stored-media.ts';

const FIND = defineStatement({
  name: 'find-media',
  scope: 'tenant',
  row: z.strictObject({
    type: z.string(),
    bytes: z.number(),
    pieces: z.array(z.strictObject({ id: z.string(), size: z.number() })),
  }),
  sql: `
select m.media_type as type, m.size as bytes, (
  select json_agg(json_build_object('id', p.id, 'size', p.size) order by p.n) from media_pieces p
  where p.workspace_id = :workspaceId and p.digest = m.digest) as pieces
from media m where m.workspace_id = :workspaceId and m.digest = :digest`,
});

const NAMES: Record<string, string> = { 'text/vtt': 'vtt', 'audio/mpeg': 'mp3' };

/** Serves a picture, sound, film or captions to people of its workspace, who know it by its digest (rules/media). */
export const MEDIA_DOWNLOAD = defineDownload({
  path: '/:digest',
  permission: 'results:read',
  input: z.strictObject({ digest: Digest }),
  isPlayed: true,
  async open(ctx, { digest }) {
    const found = await FIND.first(ctx.db.pool, { workspaceId: ctx.workspace.id, digest });
    if (!found) throw new AppError('file_not_found', 'This workspace has no such picture, sound or film.');
    const { type, bytes, pieces } = found;
    const name = `media.${NAMES[type] ?? type.split('/').at(-1)}`;
    const read = (range: { start: number; end: number }) => readPieces(ctx, pieces, range);
    return { name, type, inline: true, tag: digest, body: { bytes, read } };
  },
});
