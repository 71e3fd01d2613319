import { createHash } from 'node:crypto';
import { raw } from '@mikro-orm/postgresql';
import type { AddMedia, StoredMedia } from '@training/shared/courses/media';
import { MEDIA_LIMITS } from '@training/shared/courses/media-limits';
import { z } from 'zod';
import { type MediaContext, withoutRequestSlot } from '../../core/context.ts';
import { AppError, invalidFieldError } from '../../core/errors.ts';
import { inTransaction } from '../../core/transaction.ts';
import { defineStatement } from '../../database/statements/statement.ts';
import { assertReencodedPicture, reencodeUntrustedPicture } from '../../platform/documents/read-document.ts';
import { UnreadableDocumentError } from '../../platform/documents/unreadable-document.ts';
import { isCaptions, type DetectedMediaKind, detectMediaKind } from './detect-media-kind.ts';
import { MediaEntity, MediaPieceEntity } from './media.entity.ts';
import { findMedia, isEveryPieceStored, type Piece, streamRangeOfPieces } from './stored-media.ts';
import { discardOwnPieces, pieceOwnerOf, uploadPiece } from './upload-piece.ts';

const MEBIBYTE = 1024 * 1024;

const PIECES = defineStatement({
  name: 'pieces-to-add',
  scope: 'tenant',
  row: z.strictObject({ id: z.string(), size: z.number() }),
  sql: `
select id::text, size from media_pieces
where workspace_id = :workspaceId and created_by is not distinct from :owner::uuid and id = any (:ids::uuid[]) and state = 'stored' and digest is null`,
});

/** Locks the pieces, which nobody else may use or remove meanwhile. */
const LOCK_PIECES = defineStatement({
  name: 'lock-pieces-to-add',
  scope: 'tenant',
  row: z.strictObject({ id: z.string() }),
  sql: `
select id::text from media_pieces
where workspace_id = :workspaceId and id = any (:ids::uuid[]) and state = 'stored' and digest is null order by id for update`,
});

/**
 * Makes a picture, sound, film or captions of pieces that the caller sent. A picture is encoded anew, unless its digest
 * is given (decision 109). The same file again is the same media.
 * @throws AppError `file_not_found`, `file_too_large`, `unsupported_file`, and those of `uploadPiece`;
 * `invalid_request` if it has another digest
 */
export async function addMediaFromPieces(
  ctx: MediaContext,
  { pieces: ids, digest: expected }: AddMedia,
): Promise<StoredMedia> {
  const before = expected === undefined ? undefined : await addedBefore(ctx, ids, expected);
  if (before) return before;
  const sent = await getUnattachedPieces(ctx, ids);
  if (expected !== undefined && (await digestOf(ctx, sent)) !== expected) {
    throw invalidFieldError('digest', 'The file has another digest: it was changed or damaged', 'invalid');
  }
  const work = () => checked(ctx, sent, expected !== undefined);
  const { known, encoded } = await withoutRequestSlot(ctx, work);
  const media = await storeMedia(ctx, encoded ? await storeFileInPieces(ctx, encoded) : sent, known);
  if (encoded) await discardOwnPieces(ctx, idsOf(sent));
  return media;
}

/** Returns the media of a request that is repeated, whose pieces are used up; undefined if there are none. */
async function addedBefore(
  ctx: MediaContext,
  ids: readonly string[],
  digest: string,
): Promise<StoredMedia | undefined> {
  const workspaceId = ctx.workspace.id;
  const [piece] = await PIECES.all(ctx.db.pool, { workspaceId, owner: pieceOwnerOf(ctx), ids: [...ids] });
  if (piece) return undefined;
  const found = await findMedia(ctx, digest);
  return found && { digest, kind: found.kind, media_type: found.type, bytes: found.bytes };
}

/** Makes media of a picture that was encoded anew. @throws AppError as `uploadPiece` */
export async function addEncodedPicture(ctx: MediaContext, encoded: Uint8Array): Promise<StoredMedia> {
  return storeMedia(ctx, await storeFileInPieces(ctx, encoded), { kind: 'picture', mediaType: 'image/webp' });
}

/** Makes media of pieces. If the storage has lost pieces of the same file, these replace them. */
export async function storeMedia(ctx: MediaContext, pieces: Piece[], known: DetectedMediaKind): Promise<StoredMedia> {
  const digest = await digestOf(ctx, pieces);
  const size = totalSizeOf(pieces);
  const { kind, mediaType } = known;
  const found = await findMedia(ctx, digest);
  const look = async () => found !== undefined && !(await isEveryPieceStored(ctx, found.pieces));
  const isLost = await withoutRequestSlot(ctx, look);
  const isNew = await inTransaction(ctx, async (em) => {
    const workspaceId = ctx.workspace.id;
    const locked = await LOCK_PIECES.all(em, { workspaceId, ids: idsOf(pieces) });
    if (locked.length < pieces.length) throw gone();
    const media = { workspaceId, digest, kind, mediaType, size };
    const isKnown = await em.findOne(MediaEntity, { workspaceId, digest });
    if (isKnown) {
      // A clean-up that waits for this row finds it new.
      await em.nativeUpdate(MediaEntity, { workspaceId, digest }, { createdAt: raw('now()') });
      if (!isLost) return false;
      await em.nativeUpdate(MediaPieceEntity, { workspaceId, digest }, { digest: null, n: null });
    } else {
      await em.insert(MediaEntity, { ...media, createdAt: raw('now()') });
    }
    for (const [n, { id }] of pieces.entries())
      await em.nativeUpdate(MediaPieceEntity, { workspaceId, id }, { digest, n });
    return true;
  });
  if (!isNew) await discardOwnPieces(ctx, idsOf(pieces));
  return { digest, kind, media_type: mediaType, bytes: size };
}

const idsOf = (pieces: readonly Piece[]) => pieces.map(({ id }) => id);

export const totalSizeOf = (pieces: readonly Piece[]) => pieces.reduce((sum, { size }) => sum + size, 0);

const gone = () =>
  new AppError('file_not_found', 'Pieces of the file are gone or were sent by someone else. Send it again.');

/** Returns pieces of the caller that belong to no file yet. @throws AppError `file_not_found`, `invalid_request` */
export async function getUnattachedPieces(ctx: MediaContext, ids: readonly string[]): Promise<Piece[]> {
  const found = await PIECES.all(ctx.db.pool, {
    workspaceId: ctx.workspace.id,
    owner: pieceOwnerOf(ctx),
    ids: [...ids],
  });
  const byId = new Map(found.map((piece) => [piece.id, piece]));
  if (byId.size < new Set(ids).size) throw gone();
  if (byId.size < ids.length) throw invalidFieldError('pieces', 'Must name each piece once', 'invalid');
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Checks the file, and returns what it is, and a picture encoded anew unless it `isEncoded`. */
async function checked(
  ctx: MediaContext,
  sent: Piece[],
  isEncoded: boolean,
): Promise<{ known: DetectedMediaKind; encoded?: Uint8Array }> {
  const size = totalSizeOf(sent);
  const read = (start: number, end: number) => readRangeOfPieces(ctx, sent, start, Math.min(end, size));
  const known = await detectMediaKind(size, read);
  if (!known) throw unsupported();
  const most = MEDIA_LIMITS[known.kind];
  if (size > most) {
    throw new AppError('file_too_large', `A ${known.kind} may have at most ${most / MEBIBYTE} MiB. Save it smaller.`);
  }
  if (known.kind === 'captions' && !isCaptions(await read(0, size))) {
    throw new AppError('unsupported_file', 'The captions have no times. Save them as WebVTT (.vtt) in UTF-8.');
  }
  if (known.kind !== 'picture') return { known };
  const picture = { kind: 'picture', mediaType: 'image/webp' } as const;
  const encoded = await encode(ctx, () => read(0, size), isEncoded);
  return { known: picture, ...(encoded && { encoded }) };
}

/** Stores a file in pieces. @throws AppError: those of `uploadPiece` */
export async function storeFileInPieces(ctx: MediaContext, file: Uint8Array): Promise<Piece[]> {
  const pieces = [];
  for (let at = 0; at < file.length; at += MEDIA_LIMITS.piece) {
    const { id, bytes } = await uploadPiece(ctx, new Blob([file.slice(at, at + MEDIA_LIMITS.piece)]).stream());
    pieces.push({ id, size: bytes });
  }
  return pieces;
}

/** Encodes a picture without its metadata, or checks that it was, in the process that reads documents. */
function encode(ctx: MediaContext, load: () => Promise<Uint8Array>, isEncoded: boolean) {
  const owner = ctx.workspace.id;
  const work = () => (isEncoded ? assertReencodedPicture(load, { owner }) : reencodeUntrustedPicture(load, { owner }));
  return convertPictureErrors<Uint8Array | undefined>(work, isEncoded);
}

/** Runs `work`, which reads a picture, and converts its errors. @throws AppError `busy`, `unsupported_file` */
export async function convertPictureErrors<T>(work: () => Promise<T>, isEncoded = false): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof UnreadableDocumentError)) throw error;
    if (error.reason === 'too_slow')
      throw new AppError('busy', 'The picture could not be read in time. Send it again.');
    const why = isEncoded ? 'isn’t as this platform writes them, or is damaged' : 'is damaged or too large';
    throw new AppError('unsupported_file', `The picture ${why}. Save it again as PNG or JPEG, and upload it.`);
  }
}

const unsupported = () =>
  new AppError(
    'unsupported_file',
    'Only pictures (JPEG, PNG, WebP, SVG), sound (MP3, M4A, Ogg, WAV), film (MP4, WebM) and captions (WebVTT) can be added, and the file must be complete.',
  );

/** Returns a part of a file that was sent in pieces. */
export async function readRangeOfPieces(
  ctx: MediaContext,
  pieces: readonly Piece[],
  start: number,
  end: number,
): Promise<Buffer> {
  const parts = [];
  for await (const part of streamRangeOfPieces(ctx, pieces, { start, end })) parts.push(part);
  return Buffer.concat(parts);
}

async function digestOf(ctx: MediaContext, pieces: readonly Piece[]): Promise<string> {
  const hash = createHash('sha256');
  const read = async () => {
    for await (const part of streamRangeOfPieces(ctx, pieces, { start: 0, end: totalSizeOf(pieces) }))
      hash.update(part);
  };
  await withoutRequestSlot(ctx, read);
  return hash.digest('hex');
}
