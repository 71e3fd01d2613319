import type { EntityManager } from '@mikro-orm/postgresql';
import type { NewSuggestion } from '../suggestion.entity.ts';
import { textFingerprint } from './near-duplicates.ts';
import { SuggestionKeyEntity } from './suggestion-key.entity.ts';

/**
 * Has a seeded suggestion found as one that came through the intake, which keeps them in the statement that writes it.
 */
export async function insertKeys(
  em: EntityManager,
  { workspaceId, id: suggestionId, sourceKey, content }: NewSuggestion,
): Promise<void> {
  const keys = new Set(textFingerprint(content).keys.map(String));
  const rows = [...keys].map((key) => ({ workspaceId, key, sourceKey, suggestionId }));
  if (rows.length > 0) await em.upsertMany(SuggestionKeyEntity, rows, { onConflictAction: 'ignore' });
}
