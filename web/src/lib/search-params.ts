import { z } from 'zod';

/** A text in the address. The router reads `?q=42` as a number; a search for it is text all the same. */
export const SearchText = z
  .union([z.string(), z.number(), z.boolean()])
  .transform((value) => String(value).trim().slice(0, 200) || undefined)
  .optional()
  .catch(undefined);

/**
 * A word of a list that only the page knows, such as the action of an audit entry. The page takes what is not in its
 * list for nothing: the list would come with the routes to every page.
 */
export const SearchWord = z.string().max(60).optional().catch(undefined);

/** A page of a list in the address, from 1; absent means the first. */
export const PageNumber = z.int().min(1).max(1_000_000).optional().catch(undefined);

/** The `limit` and `offset` of a page. */
export function pageOf(page: number | undefined, limit: number) {
  return { limit, offset: ((page ?? 1) - 1) * limit };
}

/** What stands in the address for the page that begins at `offset`. */
export function pageAt(offset: number, limit: number): number | undefined {
  return offset === 0 ? undefined : Math.floor(offset / limit) + 1;
}
