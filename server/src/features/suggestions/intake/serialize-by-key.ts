import { defineStatement } from '../../../database/statement.ts';
import { hash64 } from './normalise-text.ts';

/**
 * Lets pushes of the same text, or of one page, happen one after the other, so that the later sees what the earlier has
 * committed. Near duplicates that differ in words do not wait for each other.
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
