import { AppError } from '../src/core/errors.ts';
import { AiProviderError } from '../src/providers/ai/failure.ts';

/** Runs work on a list with the results in its order. */
export type RunAll = <T, R>(list: readonly T[], work: (each: T) => Promise<R>) => Promise<R[]>;

/** Returns the message of a failed call, and throws other errors. */
export function messageOf(error: unknown): string {
  if (error instanceof AiProviderError || error instanceof AppError) return error.message;
  throw error;
}

/** Runs at most `most` pieces of work at once. The first that throws ends it. */
export function inParallel(most: number): RunAll {
  return async <T, R>(list: readonly T[], work: (each: T) => Promise<R>): Promise<R[]> => {
    const results: R[] = [];
    const waiting = list.entries();
    const worker = async () => {
      for (const [n, each] of waiting) results[n] = await work(each);
    };
    await Promise.all(Array.from({ length: most }, worker));
    return results;
  };
}
