import { type EntityManager, raw } from '@mikro-orm/postgresql';
import type { UploadedFilePiece } from '@training/shared/courses/media';
import { MEDIA_LIMITS } from '@training/shared/courses/media-limits';
import { z } from 'zod';
import { requireActingPerson, type Context, type MediaContext, withoutRequestSlot } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { inTransaction } from '../../core/transaction.ts';
import { workspaceMovedMessageOf } from '../../database/database-unavailable.ts';
import { ORM_FILTERS_FOR_BACKGROUND_WORK } from '../../database/statements/away.ts';
import { runAsSystem } from '../../database/statements/guarded-writes.ts';
import { defineStatement } from '../../database/statements/statement.ts';
import { newId } from '../../platform/ids.ts';
import { lockWorkspace } from '../workspaces/workspace.entity.ts';
import { MediaPieceEntity } from './media.entity.ts';
import { StorageUnavailableError, objectKeyOf } from '../../platform/storage/object-storage.ts';
import { storeObjectInTurn } from '../../platform/storage/store-in-turn.ts';

/** Bytes of unfinished uploads: two films of a person, five of a workspace. */
const UNFINISHED = { person: 2 * MEDIA_LIMITS.film, workspace: 5 * MEDIA_LIMITS.film };

/** Pieces of a person that arrive at once. After 5 minutes one counts as abandoned by a dead server. */
const AT_ONCE = 6;

/** Pieces that a workspace sends within a day: 20 GiB. */
const MOST_A_DAY = 7_000;

const MEBIBYTE = 1024 * 1024;

const USED = defineStatement({
  name: 'media-used',
  scope: 'tenant',
  row: z.strictObject({
    stored: z.number(),
    open: z.number(),
    own: z.number(),
    arriving: z.number(),
    sent: z.number(),
  }),
  sql: `
select (select coalesce(sum(size), 0)::float8 from media where workspace_id = :workspaceId) as stored,
  coalesce(sum(size) filter (where digest is null), 0)::float8 as open,
  coalesce(sum(size) filter (where digest is null and created_by is not distinct from :owner::uuid), 0)::float8 as own,
  count(*) filter (where state = 'arriving' and created_by is not distinct from :owner::uuid
    and created_at > now() - interval '5 minutes')::integer as arriving,
  count(*) filter (where created_at > now() - interval '1 day')::integer as sent
from media_pieces where workspace_id = :workspaceId and (digest is null or created_at > now() - interval '1 day')`,
});

/** Reserves room for a piece before its bytes arrive. @throws AppError `rate_limited`, `storage_full` */
function admitPiece(ctx: MediaContext, owner: string | null): Promise<string> {
  const [workspaceId, id] = [ctx.workspace.id, newId()];
  const most = ctx.ai.bounds.mediaBytesPerWorkspace;
  return inTransaction(ctx, async (em) => {
    await lockWorkspace(em, workspaceId);
    const { stored, open, own, arriving, sent } = await USED.one(em, { workspaceId, owner });
    const wait = (words: string, seconds: number) =>
      new AppError('rate_limited', words, { headers: { 'retry-after': String(seconds) } });
    if (arriving >= AT_ONCE) throw wait(`${AT_ONCE} pieces of your files are arriving already. Wait for one.`, 2);
    if (sent >= MOST_A_DAY) throw wait(`The workspace sent ${MOST_A_DAY} pieces in one day, which is the limit.`, 3600);
    if (own >= UNFINISHED.person || open >= UNFINISHED.workspace) {
      throw wait('Too many uploads are unfinished. Finish one; unfinished ones are removed after a day.', 3600);
    }
    if (stored + open + MEDIA_LIMITS.piece > most) {
      const [used, all] = [stored + open, most].map((bytes) => Math.floor(bytes / MEBIBYTE));
      const words = `Pictures, sound and film take ${used} of ${all} MiB. Remove some from modules; what none uses is deleted after a week.`;
      throw new AppError('storage_full', words);
    }
    const piece = { workspaceId, id, createdBy: owner, createdAt: raw('now()'), size: MEDIA_LIMITS.piece };
    await em.insert(MediaPieceEntity, { ...piece, state: 'arriving' });
    return id;
  });
}

/**
 * Returns the owner of pieces that the caller uploads; null for other systems, which share theirs.
 * @throws AppError `forbidden`
 */
export const pieceOwnerOf = (ctx: Pick<Context, 'actor'>): string | null =>
  ctx.actor.kind === 'token' ? null : requireActingPerson(ctx).id;

/**
 * Stores a piece of a file, of 3 MiB at most. `media.add` makes a file of pieces; alone, they are deleted after a day.
 * @param made Returns what is stored of the bytes that were sent.
 * @throws AppError `invalid_request` if it is empty, `rate_limited`, `storage_full`, `unavailable`
 */
export async function uploadPiece(
  ctx: MediaContext,
  body: ReadableStream,
  made: (sent: Uint8Array) => Uint8Array | Promise<Uint8Array> = (sent) => sent,
): Promise<UploadedFilePiece> {
  const id = await admitPiece(ctx, pieceOwnerOf(ctx));
  const piece = { workspaceId: ctx.workspace.id, id };
  const store = async () => {
    const bytes = await made(await wholeOf(body));
    await storeObjectInTurn(ctx.storage, piece.workspaceId, () => ctx.storage.put(objectKeyOf(piece), bytes));
    return bytes.length;
  };
  try {
    const size = await withoutRequestSlot(ctx, store);
    await inTransaction(ctx, (em) => em.nativeUpdate(MediaPieceEntity, piece, { size, state: 'stored' }));
    return { id, bytes: size };
  } catch (error) {
    // Where this fails as well, the first error says why; the piece is removed after a day.
    const leave = error instanceof StorageUnavailableError ? giveUp : discardPiece;
    await leave(ctx, piece).catch(() => undefined);
    // A move removes the row, but may have looked for the object too early.
    if (workspaceMovedMessageOf(error) !== undefined) await ctx.storage.remove(objectKeyOf(piece));
    throw error;
  }
}

type PieceKey = { workspaceId: string; id: string };

/**
 * Takes a piece of no file from its sender, with its room. It is left to the clean-up after a day: its object may still
 * arrive. Returns false if there is none.
 */
async function giveUp({ db }: Pick<MediaContext, 'db'>, piece: PieceKey): Promise<boolean> {
  const createdAt = raw(`least(created_at, now() - interval '5 minutes')`);
  const given = { state: 'arriving', size: 1, createdAt } as const;
  const of = { ...piece, digest: null };
  const update = (em: EntityManager) =>
    em.nativeUpdate(MediaPieceEntity, of, given, { filters: ORM_FILTERS_FOR_BACKGROUND_WORK });
  return (await runAsSystem(() => db.em.fork().transactional(update))) > 0;
}

/** Deletes a piece that belongs to no file: its object, then its row. */
export async function discardPiece(
  { db, storage }: Pick<MediaContext, 'db' | 'storage'>,
  piece: PieceKey,
): Promise<void> {
  if (!(await giveUp({ db }, piece))) return;
  await storage.remove(objectKeyOf(piece));
  const remove = (em: EntityManager) =>
    em.nativeDelete(MediaPieceEntity, piece, { filters: ORM_FILTERS_FOR_BACKGROUND_WORK });
  await runAsSystem(() => db.em.fork().transactional(remove));
}

/** Deletes pieces of the caller that are no longer needed, so that they don't take up room for a day. */
export async function discardOwnPieces(ctx: MediaContext, ids: readonly string[]): Promise<void> {
  const discard = async () => {
    for (const id of ids) await discardPiece(ctx, { workspaceId: ctx.workspace.id, id });
  };
  try {
    await withoutRequestSlot(ctx, discard);
  } catch (error) {
    // What is left is removed after a day.
    if (!(error instanceof StorageUnavailableError)) throw error;
  }
}

const Chunk = z.instanceof(Uint8Array);

async function wholeOf(body: ReadableStream): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(Chunk.parse(chunk));
  const bytes = Buffer.concat(chunks);
  if (bytes.length === 0) throw new AppError('invalid_request', 'The file is empty.');
  return bytes;
}
