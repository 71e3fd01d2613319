import { createHash } from 'node:crypto';
import type { AddMedia, MediaKind } from '@training/shared/courses/media';
import type { MediaContext } from '../../../core/context.ts';
import { AppError } from '../../../core/errors.ts';
import type { QtiItem } from '../../../platform/documents/qti.ts';
import { addMediaFromPieces, storeFileInPieces } from '../../media/add-media.ts';
import { findMedia } from '../../media/stored-media.ts';

/** Files that are taken out of a package. Each picture is encoded in a process of its own. */
const MOST_FILES = 60;
/** Bytes of one file, and of those that are taken out at a time. */
const MOST_BYTES = 8 * 1024 * 1024;

/** Stored media by the names of their files in the package. */
export type MediaByPackageFile = Map<string, { digest: string; kind: MediaKind }>;

/** Takes files out of a package, as many as fit, in the order of their names; null for one that isn't there. */
type Take = (
  names: string[],
  limits: { pictureBytes: number; picturesBytes: number },
) => Promise<Map<string, Buffer | null>>;

/**
 * Stores the pictures, sound, film and captions that items show. What can't be taken is missing in the result; what the
 * workspace has already stays as it is, so that an export of it imports to the same content.
 * @throws AppError `storage_full`, `rate_limited`, `busy`
 */
export async function storePackageMedia(
  ctx: MediaContext,
  items: readonly QtiItem[],
  take: Take,
): Promise<MediaByPackageFile> {
  const added: MediaByPackageFile = new Map();
  const named = items.flatMap(({ question, media }) => (question ? media : []));
  const files = named.flatMap(({ file, captions }) => (captions === undefined ? [file] : [file, captions]));
  let names = [...new Set(files)].slice(0, MOST_FILES);
  while (names.length > 0) {
    const found = await take(names, { pictureBytes: MOST_BYTES, picturesBytes: MOST_BYTES });
    for (const [name, bytes] of found) {
      const media = bytes && bytes.length > 0 && bytes.length <= MOST_BYTES ? await add(ctx, name, bytes) : undefined;
      if (media) added.set(name, media);
    }
    names = names.slice(found.size);
  }
  return added;
}

async function add(ctx: MediaContext, name: string, bytes: Buffer) {
  const digest = createHash('sha256').update(bytes).digest('hex');
  const known = await findMedia(ctx, digest);
  if (known) return { digest, kind: known.kind };
  const pieces = (await storeFileInPieces(ctx, bytes)).map(({ id }) => id);
  // A package that was made here names files by their digests, and their bytes stay (decision 109).
  const isOurs = name.split('/').at(-1)?.startsWith(`${digest}.`) === true;
  return (isOurs ? await taken(ctx, { pieces, digest }) : undefined) ?? taken(ctx, { pieces });
}

async function taken(ctx: MediaContext, media: AddMedia): Promise<{ digest: string; kind: MediaKind } | undefined> {
  try {
    return await addMediaFromPieces(ctx, media);
  } catch (error) {
    if (error instanceof AppError && ['unsupported_file', 'file_too_large'].includes(error.code)) return undefined;
    throw error;
  }
}
