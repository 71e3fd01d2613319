import type { EntityManager } from '@mikro-orm/postgresql';
import { z } from 'zod';
import { defineStatement, type Runner } from '../../../database/statements/statement.ts';
import { newId } from '../../../platform/ids.ts';
import type { DriveItem } from '../../../providers/drives/drive.ts';
import { itemFingerprint } from '../ingest/item-row.ts';
import type { Crawl } from './claim-crawl.ts';
import { DrivePageEntity } from './crawl.entity.ts';
import { IS_AS_STORED } from './unchanged.ts';

const PASS_PAGE = defineStatement({
  name: 'pass-page-of-drive-crawl',
  scope: 'tenant',
  row: z.strictObject({ items: z.int(), folders: z.array(z.string()) }),
  sql: `
update drive_pages set crawl_id = :id
where workspace_id = :workspaceId and connection_id = :connectionId and provider_id = :folder and digest = :digest
returning cardinality(files) as items, folders`,
});

/**
 * Marks a page as unchanged if all of it is stored already. Returns its content, or undefined if it must be processed.
 */
export function skipPage(
  transaction: Runner,
  { workspaceId, id, connectionId }: Crawl,
  folder: string,
  digest: string,
) {
  return PASS_PAGE.first(transaction, { workspaceId, id, connectionId, folder, digest });
}

/** Skips the page if another transaction has locked one of its rows. It is then processed in the next crawl, too. */
const SAVE_PAGE = defineStatement({
  name: 'save-page-of-drive-crawl',
  scope: 'tenant',
  sql: `
insert into drive_pages (workspace_id, id, connection_id, provider_id, digest, files, folders, crawl_id)
select :workspaceId, :newId, :connectionId, :folder, :digest, array_agg(id),
  coalesce(array_agg(provider_id) filter (where is_folder), '{}'), :id
from (
  select f.id, f.provider_id, f.is_folder from unnest(:ids::text[], :fingerprints::text[]) as g (id, fingerprint)
  join drive_files f on f.workspace_id = :workspaceId and f.connection_id = :connectionId and f.provider_id = g.id
  where ${IS_AS_STORED}
  for share of f skip locked
) stored
having count(*) = cardinality(:ids::text[])
on conflict (workspace_id, connection_id, provider_id, digest) do update set files = excluded.files,
  folders = excluded.folders, crawl_id = excluded.crawl_id`,
});

/** Stores the digest of a page whose items are all stored. Valid until one of them changes. */
export async function savePage(
  transaction: Runner,
  { workspaceId, id, connectionId }: Crawl,
  { folder, digest, items }: { folder: string; digest: string; items: readonly DriveItem[] },
): Promise<void> {
  if (items.length === 0) return;
  const ids = items.map((item) => item.id);
  const fingerprints = items.map(itemFingerprint);
  await SAVE_PAGE.run(transaction, {
    workspaceId,
    id,
    connectionId,
    newId: newId(),
    folder,
    digest,
    ids,
    fingerprints,
  });
}

/** Deletes pages that a completed crawl didn't find any more, and outdated ones. */
export async function dropPages(em: EntityManager, { workspaceId, id, connectionId, departmentId }: Crawl) {
  const notFound = departmentId === null ? [{ crawlId: { $ne: id } }] : [];
  await em.nativeDelete(DrivePageEntity, { workspaceId, connectionId, $or: [{ digest: null }, ...notFound] });
}
