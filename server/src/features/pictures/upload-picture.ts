import { PERSON_PICTURE_MEDIA_TYPES, type UploadedPersonPicture } from '@training/shared/users/person-pictures';
import { z } from 'zod';
import { requireActingPerson, type MediaContext } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { defineStatement } from '../../database/statements/statement.ts';
import { reencodeUntrustedPicture } from '../../platform/documents/read-document.ts';
import { convertPictureErrors, storeMedia } from '../media/add-media.ts';
import { detectMediaKind } from '../media/detect-media-kind.ts';
import { uploadPiece } from '../media/upload-piece.ts';

/** Pictures that a person sends within a day; those of content count, too, but not the pieces of films. */
const MOST_A_DAY = 250;

const SENT = defineStatement({
  name: 'pictures-sent',
  scope: 'tenant',
  row: z.strictObject({ sent: z.int() }),
  sql: `
select count(*)::integer as sent from media_pieces p
join media m on m.workspace_id = :workspaceId and m.digest = p.digest
where p.workspace_id = :workspaceId and p.created_by = :personId and p.created_at > now() - interval '1 day'
  and m.kind = 'picture'`,
});

/**
 * Encodes a picture of a person as a small square without metadata, and stores it (rules/users 26).
 * @throws AppError `unsupported_file` unless it is a JPEG, PNG or WebP; `busy`, `rate_limited`, `storage_full`
 */
export async function uploadPersonPicture(ctx: MediaContext, body: ReadableStream): Promise<UploadedPersonPicture> {
  const { sent } = await SENT.one(ctx.db.pool, {
    workspaceId: ctx.workspace.id,
    personId: requireActingPerson(ctx).id,
  });
  if (sent >= MOST_A_DAY) {
    const words = `You sent ${MOST_A_DAY} pictures in one day, which is the limit. Try again tomorrow.`;
    throw new AppError('rate_limited', words, { headers: { 'retry-after': '3600' } });
  }
  const { id, bytes } = await uploadPiece(ctx, body, (file) => portraitOf(file, ctx.workspace.id));
  const stored = await storeMedia(ctx, [{ id, size: bytes }], { kind: 'picture', mediaType: 'image/webp' });
  return { picture: stored.digest };
}

async function portraitOf(file: Uint8Array, owner: string): Promise<Uint8Array> {
  const known = await detectMediaKind(file.length, async (start, end) => Buffer.from(file.subarray(start, end)));
  if (!PERSON_PICTURE_MEDIA_TYPES.some((type) => type === known?.mediaType)) {
    throw new AppError('unsupported_file', 'Send the picture as JPEG, PNG or WebP, up to 5 MiB.');
  }
  return convertPictureErrors(() => reencodeUntrustedPicture(file, { owner }, 'encoded_portrait'));
}
