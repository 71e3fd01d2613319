import { z } from 'zod';
import { defineStatement, type Runner } from '../../database/statements/statement.ts';
import { OWNS_LEASE } from '../../platform/queue/lease.ts';
import type { DriftResolution } from './resolve-drift.ts';
import { IS_PUBLIC, REVISION, type QuoteCheck } from './quoted-sources.ts';

/** Locks the module first, as every change of a module does. If it changed since the comparison, it is rechecked. */
export const LOCK_QUOTE_CHECK = defineStatement({
  name: 'lock-module-of-quote-check',
  scope: 'tenant',
  row: z.strictObject({ revision_id: z.uuid().nullable(), is_public: z.boolean() }),
  sql: `
select ${REVISION} as revision_id, ${IS_PUBLIC} as is_public
from modules m where m.workspace_id = :workspaceId and m.id = :moduleId for no key update of m`,
});

/** Fails if a recheck was requested again meanwhile. */
export const COMPLETE_QUOTE_CHECK = defineStatement({
  name: 'complete-quote-check',
  scope: 'tenant',
  sql: `
delete from quote_checks
where workspace_id = :workspaceId and module_id = :moduleId and ${OWNS_LEASE} and due_at = :dueAt::timestamptz`,
});

const REMOVE = defineStatement({
  name: 'remove-source-drifts',
  scope: 'tenant',
  sql: `
delete from source_drifts d using jsonb_to_recordset(:items::jsonb) as i (section text, item_id uuid)
where d.workspace_id = :workspaceId and d.module_id = :moduleId and d.section = i.section and d.item_id = i.item_id`,
});

/** Keeps the `old` excerpt of an existing mark: the text that the item came from. */
const STORE = defineStatement({
  name: 'store-source-drifts',
  scope: 'tenant',
  sql: `
insert into source_drifts as d (workspace_id, module_id, section, item_id, position, title, quote, suggestion_id, file_id,
  gone, old, now, marked_at, changed_at)
select :workspaceId::uuid, :moduleId::uuid, section, item_id, position, title, quote, suggestion_id, file_id, gone, old,
  nullif(now, 'null'), :now::timestamptz, :now::timestamptz
from jsonb_to_recordset(:items::jsonb) as i (section text, item_id uuid, position integer, title text, quote text,
  suggestion_id uuid, file_id uuid, gone boolean, old jsonb, now jsonb)
order by section, item_id
on conflict (workspace_id, module_id, section, item_id) do update set position = excluded.position,
  title = excluded.title, gone = excluded.gone, now = excluded.now, changed_at = excluded.changed_at,
  version = d.version + 1, marked_at = case when d.confirmed_at is null then d.marked_at else excluded.marked_at end,
  confirmed_at = null, confirmed_by_name = null`,
});

export async function storeSettled(
  transaction: Runner,
  { workspaceId, id: moduleId, now }: { workspaceId: string; now: Date } & Pick<QuoteCheck, 'id'>,
  { marked, changed, removed }: DriftResolution,
): Promise<void> {
  const items = [...marked, ...changed];
  // Removed first: an item with another quote gets a new mark.
  if (removed.length > 0) await REMOVE.run(transaction, { workspaceId, moduleId, items: JSON.stringify(removed) });
  if (items.length > 0) await STORE.run(transaction, { workspaceId, moduleId, now, items: JSON.stringify(items) });
}
