import { defineStatement, type Runner } from '../../../database/statement.ts';
import type { NewSuggestion } from '../suggestion.entity.ts';
import { fingerprintOf } from './near-duplicates.ts';

const KEEP_KEYS = defineStatement({
  name: 'keep-suggestion-keys',
  scope: 'tenant',
  sql: `
insert into suggestion_keys (workspace_id, key, source_key, suggestion_id)
select :workspaceId::uuid, key, :sourceKey, :id::uuid from unnest(:keys::bigint[]) as key
on conflict do nothing`,
});

/** Adds the search keys of a seeded suggestion; the intake adds them in its insert statement. */
export async function keepKeys(on: Runner, { workspaceId, id, sourceKey, content }: NewSuggestion): Promise<void> {
  const keys = fingerprintOf(content).keys.map(String);
  await KEEP_KEYS.run(on, { workspaceId, id, sourceKey, keys });
}
