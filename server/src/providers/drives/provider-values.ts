import { z } from 'zod';

/** Id assigned by a provider. Limited in length because our indexes contain it. */
export const ProviderId = z.string().regex(/^[!-~]{1,500}$/);

/** Cursor of a list. It is stored and sent back unchanged. */
export const PageToken = z.string().regex(/^[ -~]{1,10000}$/);

/** Receives the number of invalid items in a response. */
export type LeftOut = (items: number) => void;

/** Parses a list item by item. Invalid items are skipped and reported. */
export function eachOf<T>(schema: z.ZodType<T>, values: readonly unknown[], leftOut: LeftOut): T[] {
  const good = values.flatMap((value) => {
    const parsed = schema.safeParse(value);
    return parsed.success ? [parsed.data] : [];
  });
  if (good.length < values.length) leftOut(values.length - good.length);
  return good;
}

const EARLIEST = Date.UTC(1970, 0, 1);
const LATEST = Date.UTC(2200, 0, 1);

/** Returns a time that can be stored; null if there is none or it is implausible. */
export function timeOf(at: string | number | undefined): Date | null {
  if (at === undefined) return null;
  const time = new Date(at);
  return time.getTime() > EARLIEST && time.getTime() < LATEST ? time : null;
}
