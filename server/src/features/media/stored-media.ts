import type { ItemMedia } from '@training/shared/courses/media';
import { z } from 'zod';
import type { Context, MediaContext } from '../../core/context.ts';
import { invalidField } from '../../core/errors.ts';
import { defineStatement, type Runner } from '../../database/statements/statement.ts';
import type { Range } from '../../platform/storage/storage.ts';

/** Name of a piece's object; that of a workspace comes first. */
export const objectOfPiece = ({ workspaceId, id }: { workspaceId: string; id: string }): string =>
  `${workspaceId}/${id}`;

export type Piece = { id: string; size: number };

/** Bytes that are read at a time. */
const READ_AT_ONCE = 1024 * 1024;

/** Yields a part of a file that is stored in pieces; fewer bytes if some were deleted. */
export async function* readPieces(
  { storage, workspace }: Pick<MediaContext, 'storage' | 'workspace'>,
  pieces: readonly Piece[],
  { start, end }: Range,
): AsyncGenerator<Uint8Array> {
  let from = 0;
  for (const { id, size } of pieces) {
    const last = Math.min(end - from, size);
    for (let at = Math.max(start - from, 0); at < last; at += READ_AT_ONCE) {
      const part = { start: at, end: Math.min(at + READ_AT_ONCE, last) };
      const bytes = await storage.read(objectOfPiece({ workspaceId: workspace.id, id }), part);
      if (!bytes) return;
      yield bytes;
    }
    from += size;
  }
}

/** Locks them, so that the clean-up waits for the content that names them. */
const KNOWN = defineStatement({
  name: 'known-media',
  scope: 'tenant',
  row: z.strictObject({ digest: z.string(), kind: z.string() }),
  sql: `
select digest, kind from media where workspace_id = :workspaceId and digest = any (:digests::text[])
order by digest for key share`,
});

type Items = readonly { media?: ItemMedia[] | undefined }[];

/**
 * Asserts that the media of items are of the workspace, and of the kind that the items say.
 * @throws AppError `invalid_request`
 */
export async function mustHaveMedia(on: Runner, ctx: Context, items: Items, path = 'items'): Promise<void> {
  const digests = items.flatMap(({ media = [] }) =>
    media.flatMap(({ digest, captions }) => (captions === undefined ? [digest] : [digest, captions])),
  );
  if (digests.length === 0) return;
  const found = await KNOWN.all(on, { workspaceId: ctx.workspace.id, digests: [...new Set(digests)] });
  const kinds = new Map(found.map(({ digest, kind }) => [digest, kind]));
  for (const [index, { media = [] }] of items.entries()) {
    for (const [place, { digest, kind, captions }] of media.entries()) {
      const at = `${path}.${index}.media.${place}`;
      if (kinds.get(digest) !== kind) throw invalidField(`${at}.digest`, unknown(kind), 'not_found');
      if (captions === undefined) continue;
      if (kind === 'picture') throw invalidField(`${at}.captions`, 'Only sound and film have captions', 'invalid');
      if (kinds.get(captions) !== 'captions') throw invalidField(`${at}.captions`, unknown('captions'), 'not_found');
    }
  }
}

const unknown = (kind: string) => `This workspace has no such ${kind}: upload the file here first`;

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

/** Finds a picture, sound, film or captions of the workspace, with its pieces and the extension of its file. */
export async function findMedia({ db, workspace }: Pick<Context, 'db' | 'workspace'>, digest: string) {
  const found = await FIND.first(db.pool, { workspaceId: workspace.id, digest });
  return found && { ...found, extension: NAMES[found.type] ?? found.type.split('/').at(-1) ?? 'bin' };
}
