import { MEDIA_LIMITS } from '@training/shared/courses/media-limits';
import { isTemporaryStatus } from './http-error.ts';
import { toDisplayableProblem } from './problem.ts';
import type { trpc } from './trpc.ts';

export type TrpcClient = ReturnType<typeof trpc.useUtils>['client'];

/** Times that a piece is tried, and milliseconds before the second time; each pause is twice as long. */
const TRIES = 7;
const PAUSE = 1_000;

const later = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/**
 * Sends a file in pieces, after those that have arrived already, and returns their ids. Reports the share that has
 * arrived.
 */
export async function uploadInPieces(
  client: TrpcClient,
  file: File,
  onProgress: (share: number, pieces: string[]) => void,
  arrived: readonly string[] = [],
): Promise<string[]> {
  const pieces = [...arrived];
  const total = Math.max(Math.ceil(file.size / MEDIA_LIMITS.piece), 1);
  while (pieces.length < total) {
    const start = pieces.length * MEDIA_LIMITS.piece;
    const piece = file.slice(start, start + MEDIA_LIMITS.piece, 'application/octet-stream');
    pieces.push((await retryTemporaryFailures(() => client.media.upload.mutate(piece))).id);
    onProgress(pieces.length / total, pieces);
  }
  return pieces;
}

/** Repeats a request that failed for a passing reason. */
export async function retryTemporaryFailures<T>(work: () => Promise<T>): Promise<T> {
  for (let tried = 1; ; tried++) {
    try {
      return await work();
    } catch (error) {
      if (tried === TRIES || !isTemporaryStatus(toDisplayableProblem(error).status)) throw error;
      await later(PAUSE * 2 ** (tried - 1));
    }
  }
}
