import { MEDIA_LIMITS, type StoredMedia } from '@training/shared/courses/media';
import { isPassing } from './api/http-error.ts';
import { problemOf } from './api/problem.ts';
import type { trpc } from './api/trpc.ts';

type Client = ReturnType<typeof trpc.useUtils>['client'];

/** Times that a piece is tried, and milliseconds before the second time; each pause is twice as long. */
const TRIES = 7;
const PAUSE = 1_000;

const later = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Returns where the pieces of a file that have arrived are noted, so that a reloaded page goes on. */
const keyOf = ({ name, size, lastModified }: File) => `media ${name} ${size} ${lastModified}`;

function arrivedOf(file: File): string[] {
  return sessionStorage.getItem(keyOf(file))?.split(' ') ?? [];
}

/**
 * Sends a file in pieces; goes on after a break, also after a reload. Reports the share that has arrived.
 * @param digest The one that the file must have, if it is from an archive.
 */
export async function uploadMedia(
  client: Client,
  file: File,
  onProgress: (share: number) => void,
  digest?: string,
): Promise<StoredMedia> {
  const pieces = arrivedOf(file);
  const wasBegun = pieces.length > 0;
  const total = Math.max(Math.ceil(file.size / MEDIA_LIMITS.piece), 1);
  while (pieces.length < total) {
    const start = pieces.length * MEDIA_LIMITS.piece;
    const piece = file.slice(start, start + MEDIA_LIMITS.piece, 'application/octet-stream');
    pieces.push((await again(() => client.media.upload.mutate(piece))).id);
    sessionStorage.setItem(keyOf(file), pieces.join(' '));
    onProgress(pieces.length / total);
  }
  try {
    return await again(() => client.media.add.mutate({ pieces, digest }));
  } catch (error) {
    sessionStorage.removeItem(keyOf(file));
    // Its pieces expired: they are sent once more.
    if (wasBegun && problemOf(error).code === 'file_not_found')
      return await uploadMedia(client, file, onProgress, digest);
    throw error;
  }
}

async function again<T>(work: () => Promise<T>): Promise<T> {
  for (let tried = 1; ; tried++) {
    try {
      return await work();
    } catch (error) {
      if (tried === TRIES || !isPassing(problemOf(error).status)) throw error;
      await later(PAUSE * 2 ** (tried - 1));
    }
  }
}
