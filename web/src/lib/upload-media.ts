import type { StoredMedia } from '@training/shared/courses/media';
import { toDisplayableProblem } from './api/problem.ts';
import { retryTemporaryFailures, type TrpcClient, uploadInPieces } from './api/send-pieces.ts';

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
  client: TrpcClient,
  file: File,
  onProgress: (share: number) => void,
  digest?: string,
): Promise<StoredMedia> {
  const arrived = arrivedOf(file);
  const keep = (share: number, pieces: string[]) => {
    sessionStorage.setItem(keyOf(file), pieces.join(' '));
    onProgress(share);
  };
  const pieces = await uploadInPieces(client, file, keep, arrived);
  try {
    return await retryTemporaryFailures(() => client.media.add.mutate({ pieces, digest }));
  } catch (error) {
    sessionStorage.removeItem(keyOf(file));
    // Its pieces expired: they are sent once more.
    if (arrived.length > 0 && toDisplayableProblem(error).code === 'file_not_found')
      return await uploadMedia(client, file, onProgress, digest);
    throw error;
  }
}
