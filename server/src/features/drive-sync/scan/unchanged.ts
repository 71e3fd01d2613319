import { z } from 'zod';
import { defineStatement, type Runner } from '../../../database/statements/statement.ts';
import { newId } from '../../../platform/ids.ts';
import type { DriveItem } from '../../../providers/drives/drive.ts';
import { itemFingerprint } from '../ingest/item-row.ts';
import type { Crawl } from './claim-crawl.ts';

/** True if the file `f` is stored as found in `g`, with nothing to do. */
const IS_AS_STORED =
  "f.seen_as = g.fingerprint and f.state not in ('failed', 'out_of_scope', 'trashed', 'gone', 'unreadable')" as const;

const PASS_UNCHANGED = defineStatement({
  name: 'pass-unchanged-of-drive-crawl',
  scope: 'tenant',
  row: z.strictObject({ known: z.array(z.int()) }),
  sql: `
with known as materialized (
  select f.id, g.n from unnest(:ids::text[], :fingerprints::text[]) with ordinality as g (id, fingerprint, n)
  join drive_files f on f.workspace_id = :workspaceId and f.connection_id = :connectionId and f.provider_id = g.id
  where ${IS_AS_STORED}
), noted as (
  insert into drive_crawl_seen (workspace_id, crawl_id, id, files)
  select :workspaceId, :id, :newId, array_agg(known.id) from known having count(*) > 0
)
select coalesce(array_agg(n::integer), '{}') as known from known`,
});

/** Records which items of a page are stored unchanged, and returns the others. Most items of a crawl are unchanged. */
export async function skipUnchanged(
  transaction: Runner,
  { workspaceId, id, connectionId }: Crawl,
  items: readonly DriveItem[],
): Promise<DriveItem[]> {
  if (items.length === 0) return [];
  const { known } = await PASS_UNCHANGED.one(transaction, {
    workspaceId,
    id,
    connectionId,
    newId: newId(),
    ids: items.map((item) => item.id),
    fingerprints: items.map(itemFingerprint),
  });
  const passed = new Set(known);
  return items.filter((_, n) => !passed.has(n + 1));
}
