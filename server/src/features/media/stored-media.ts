import { type ItemMedia, MediaKind } from '@training/shared/courses/media';
import { z } from 'zod';
import type { Context, MediaContext } from '../../core/context.ts';
import type { FieldError } from '@training/shared/problem';
import { AppError, formatFieldErrors, invalidFieldError } from '../../core/errors.ts';
import { defineStatement, type StatementRunner } from '../../database/statements/statement.ts';
import type { ZipEntry } from '../../platform/zip.ts';
import { objectKeyOf, type ObjectByteRange } from '../../platform/storage/object-storage.ts';

type Stored = Pick<MediaContext, 'db' | 'storage' | 'workspace'>;

export type Piece = { id: string; size: number };

/** Bytes that are read at a time. */
const READ_AT_ONCE = 1024 * 1024;

/** Yields a part of a file that is stored in pieces; fewer bytes if some were deleted. */
export async function* streamRangeOfPieces(
  { storage, workspace }: Pick<Stored, 'storage' | 'workspace'>,
  pieces: readonly Piece[],
  { start, end }: ObjectByteRange,
): AsyncGenerator<Uint8Array> {
  let from = 0;
  for (const { id, size } of pieces) {
    const last = Math.min(end - from, size);
    for (let at = Math.max(start - from, 0); at < last; at += READ_AT_ONCE) {
      const part = { start: at, end: Math.min(at + READ_AT_ONCE, last) };
      const bytes = await storage.read(objectKeyOf({ workspaceId: workspace.id, id }), part);
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

const MISSING = defineStatement({
  name: 'missing-media',
  scope: 'tenant',
  row: z.strictObject({ digest: z.string() }),
  sql: `
select unnest(:digests::text[]) as digest except select digest from media
where workspace_id = :workspaceId and digest = any (:digests::text[]) order by digest`,
});

/** Returns those of the digests that the workspace has no media of. */
export async function findMissingMediaDigests({ db, workspace }: Context, digests: string[]): Promise<string[]> {
  return (await MISSING.all(db.pool, { workspaceId: workspace.id, digests })).map(({ digest }) => digest);
}

/** Yields media by their digests as files of a ZIP; leaves out what the workspace or its storage doesn't have. */
export async function* streamMediaZipEntries(ctx: Stored, digests: Iterable<string>): AsyncGenerator<ZipEntry> {
  for (const digest of digests) {
    const found = await findMedia(ctx, digest);
    if (!found || !(await isEveryPieceStored(ctx, found.pieces))) continue;
    const body = streamRangeOfPieces(ctx, found.pieces, { start: 0, end: found.bytes });
    yield { name: `media/${digest}`, stored: true, body };
  }
}

/** Returns true if the storage has all pieces as a whole. */
export async function isEveryPieceStored({ storage, workspace }: Stored, pieces: readonly Piece[]): Promise<boolean> {
  for (const { id, size } of pieces) {
    const last = { start: size - 1, end: size + 1 };
    if ((await storage.read(objectKeyOf({ workspaceId: workspace.id, id }), last))?.length !== 1) return false;
  }
  return true;
}

type Items = readonly { media?: ItemMedia[] | undefined }[];

/**
 * Asserts that the media of items are of the workspace, and of the kind that the items say.
 * @param sections Items by the path that errors give.
 * @throws AppError `invalid_request` with each place that has no such media
 */
export async function assertMediaExist(
  on: StatementRunner,
  ctx: Context,
  sections: Record<string, Items>,
): Promise<void> {
  const all = Object.entries(sections).flatMap(([path, items]) =>
    items.flatMap(({ media = [] }, index) =>
      media.map((each, place) => ({ ...each, at: `${path}.${index}.media.${place}` })),
    ),
  );
  const digests = all.flatMap(({ digest, captions }) => (captions === undefined ? [digest] : [digest, captions]));
  if (digests.length === 0) return;
  const found = await KNOWN.all(on, { workspaceId: ctx.workspace.id, digests: [...new Set(digests)] });
  const kinds = new Map(found.map(({ digest, kind }) => [digest, kind]));
  const missing: FieldError[] = [];
  for (const { at, digest, kind, captions } of all) {
    if (kinds.get(digest) !== kind) missing.push({ path: `${at}.digest`, code: 'not_found', message: unknown(kind) });
    if (captions === undefined) continue;
    if (kind === 'picture') throw invalidFieldError(`${at}.captions`, 'Only sound and film have captions', 'invalid');
    if (kinds.get(captions) !== 'captions')
      missing.push({ path: `${at}.captions`, code: 'not_found', message: unknown('captions') });
  }
  if (missing.length > 0) throw new AppError('invalid_request', `${formatFieldErrors(missing)}.`, { fields: missing });
}

const unknown = (kind: string) => `This workspace has no such ${kind}: upload the file here first`;

export const MediaWithPieces = z.strictObject({
  type: z.string(),
  bytes: z.number(),
  pieces: z.array(z.strictObject({ id: z.string(), size: z.number() })),
});

/** SQL columns of `MediaWithPieces`, of a row `m` of media. */
export const MEDIA_COLUMNS_SQL = `m.media_type as type, m.size as bytes, (
  select json_agg(json_build_object('id', p.id, 'size', p.size) order by p.n) from media_pieces p
  where p.workspace_id = :workspaceId and p.digest = m.digest) as pieces` as const;

const FIND = defineStatement({
  name: 'find-media',
  scope: 'tenant',
  row: MediaWithPieces.extend({ kind: MediaKind }),
  sql: `
select m.kind, ${MEDIA_COLUMNS_SQL}
from media m where m.workspace_id = :workspaceId and m.digest = :digest`,
});

const EXTENSIONS: Record<string, string> = { 'text/vtt': 'vtt', 'audio/mpeg': 'mp3' };

/** Returns the extension of a file's name, such as `mp4`, by which other programs know its type. */
export const extensionOfMediaType = (type: string): string => EXTENSIONS[type] ?? type.split('/').at(-1) ?? 'bin';

/** Finds a picture, sound, film or captions of the workspace, with its pieces and the extension of its file. */
export async function findMedia({ db, workspace }: Pick<Context, 'db' | 'workspace'>, digest: string) {
  const found = await FIND.first(db.pool, { workspaceId: workspace.id, digest });
  return found && { ...found, extension: extensionOfMediaType(found.type) };
}
