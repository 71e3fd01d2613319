import { defineStatement, type Runner } from '../../../database/statements/statement.ts';
import type { NewSuggestion } from '../suggestion.entity.ts';
import { textFingerprint } from './near-duplicates.ts';

const SAVE_KEYS = defineStatement({
  name: 'save-suggestion-keys',
  scope: 'tenant',
  sql: `
insert into suggestion_keys (workspace_id, key, source_key, suggestion_id)
select :workspaceId::uuid, key, :sourceKey, :id::uuid from unnest(:keys::bigint[]) as key
on conflict do nothing`,
});

/**
 * Has a seeded suggestion found as one that came through the intake, which keeps them in the statement that writes it.
 */
export async function insertKeys(on: Runner, { workspaceId, id, sourceKey, content }: NewSuggestion): Promise<void> {
  const keys = textFingerprint(content).keys.map(String);
  await SAVE_KEYS.run(on, { workspaceId, id, sourceKey, keys });
}
