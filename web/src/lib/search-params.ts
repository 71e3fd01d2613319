import { z } from 'zod';

/** A text in the URL. The router parses `?q=42` as a number, so it is converted back. */
export const SearchText = z
  .union([z.string(), z.number(), z.boolean()])
  .transform((value) => String(value).trim().slice(0, 200) || undefined)
  .optional()
  .catch(undefined);

/**
 * A value of a list that only the page knows, such as an audit action. The page ignores unknown values. Validating here
 * would add the list to the routes, which every page loads.
 */
export const SearchWord = z.string().max(60).optional().catch(undefined);

/** A page number in the URL, from 1; absent for the first page. */
export const PageNumber = z.int().min(1).max(1_000_000).optional().catch(undefined);

/** Returns the `limit` and `offset` of a page. */
export function pageOf(page: number | undefined, limit: number) {
  return { limit, offset: ((page ?? 1) - 1) * limit };
}

/** Returns the page number that begins at `offset`, for the URL. */
export function pageAt(offset: number, limit: number): number | undefined {
  return offset === 0 ? undefined : Math.floor(offset / limit) + 1;
}
