import { z } from 'zod';
import { DriveError } from './drive.ts';

/** Id assigned by a provider. Limited in length because our indexes contain it. */
export const ProviderAssignedId = z.string().regex(/^[!-~]{1,500}$/);

/** Cursor of a list. It is stored and sent back unchanged. */
export const PageToken = z.string().regex(/^[ -~]{1,10000}$/);

/** Receives the number of invalid items in a response. */
export type ReportInvalidItems = (items: number) => void;

/** The most items that are asked for at once. */
const MOST_ITEMS = 1_000;

/**
 * Parses the items of a list one by one. Invalid ones are left out and reported.
 * @throws DriveError `unavailable` if the list is longer than any that is requested
 */
export function parseListItems<T>(schema: z.ZodType<T>, values: readonly unknown[], leftOut: ReportInvalidItems): T[] {
  if (values.length > MOST_ITEMS) {
    throw new DriveError('unavailable', { detail: 'The drive answers with more items than it was asked for.' });
  }
  const good = values.flatMap((value) => {
    const parsed = schema.safeParse(value);
    return parsed.success ? [parsed.data] : [];
  });
  if (good.length < values.length) leftOut(values.length - good.length);
  return good;
}

const EARLIEST = Date.UTC(1970, 0, 1);
const LATEST = Date.UTC(2200, 0, 1);

/** Parses a time of a file; null if it is absent, invalid, or implausible. */
export function parseStorableTime(at: string | number | undefined): Date | null {
  if (at === undefined) return null;
  const time = new Date(at);
  return time.getTime() > EARLIEST && time.getTime() < LATEST ? time : null;
}
