import { defineStatement } from '../../../database/statement.ts';
import { hash64 } from './normalise.ts';

/**
 * Of those who push the same text, or texts of one page, one comes after the other until it has committed: so the later
 * sees the earlier. Near duplicates that differ in words and come in the very same moment do not wait for each other.
 */
export const TAKE_TURNS = defineStatement({
  name: 'take-turns-at-intake',
  scope: 'global',
  sql: `select pg_advisory_xact_lock(key) from unnest(:locks::bigint[]) as key`,
});

/** In one order for all, so that nobody waits for somebody who waits for them. */
export function locksOf(workspaceId: string, keys: (bigint | null)[]): string[] {
  const salt = hash64(workspaceId);
  const given = keys.filter((key) => key !== null).map((key) => key ^ salt);
  return given.sort((a, b) => (a < b ? -1 : 1)).map(String);
}
