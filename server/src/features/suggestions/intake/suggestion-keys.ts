import { defineStatement } from '../../../database/statements/statement.ts';
import { hash64 } from './normalise-text.ts';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { SuggestionToInsert } from '../suggestion.entity.ts';
import { computeTextFingerprint } from './near-duplicates.ts';
import { SuggestionNearDuplicateHashEntity } from './suggestion-key.entity.ts';

/**
 * Inserts the search keys of a seeded suggestion; the intake inserts them in the statement that writes the suggestion.
 */
export async function insertKeysOfSeededSuggestion(
  em: EntityManager,
  { workspaceId, id: suggestionId, sourceKey, content }: SuggestionToInsert,
): Promise<void> {
  const keys = new Set(computeTextFingerprint(content).keys.map(String));
  const rows = [...keys].map((key) => ({ workspaceId, key, sourceKey, suggestionId }));
  if (rows.length > 0) await em.upsertMany(SuggestionNearDuplicateHashEntity, rows, { onConflictAction: 'ignore' });
}

/**
 * Serializes pushes of the same text or the same page, so that the later one sees what the earlier one committed. Near
 * duplicates with different words don't wait for each other.
 */
export const LOCK_SUGGESTION_KEYS = defineStatement({
  name: 'serialize-intake',
  scope: 'global',
  sql: `select pg_advisory_xact_lock(key) from unnest(:locks::bigint[]) as key`,
});

/** Lock keys in a fixed order, so that no deadlock can occur. */
export function advisoryLockKeysOf(workspaceId: string, keys: (bigint | null)[]): string[] {
  const salt = hash64(workspaceId);
  const given = keys.filter((key) => key !== null).map((key) => key ^ salt);
  return given.sort((a, b) => (a < b ? -1 : 1)).map(String);
}
