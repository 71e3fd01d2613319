import type { EntityManager } from '@mikro-orm/postgresql';
import { z } from 'zod';
import { IS_UNDER_WAY, NEEDS_ITS_FILE } from './needed-files.ts';
import { defineStatement } from '../../../database/statements/statement.ts';

/** Locks the oldest recordings kept only for playback, as many as needed to free `bytes`. */
const LOCK_USED = defineStatement({
  name: 'lock-recordings',
  scope: 'tenant',
  unprepared: true,
  row: z.strictObject({ id: z.uuid() }),
  sql: `
select f.id from ai_files f
join (
  select k.id, sum(k.size) over (order by k.created_at, k.id) - k.size as before from ai_files k
  where k.workspace_id = :workspaceId and k.state = 'stored' and k.kind = 'audio'
    and (:owner::uuid is null or k.created_by = :owner::uuid)
    and exists (select from ai_jobs j where j.workspace_id = :workspaceId and j.file_id = k.id and ${NEEDS_ITS_FILE})
    and not exists (select from ai_jobs j where j.workspace_id = :workspaceId and j.file_id = k.id and ${IS_UNDER_WAY})) oldest
  on oldest.id = f.id and oldest.before < :bytes
where f.workspace_id = :workspaceId for update of f skip locked`,
});

/** Checks again under the lock, because a job may have been started with one of the files since. */
const REMOVE_KEPT = defineStatement({
  name: 'remove-kept-recordings',
  scope: 'tenant',
  unprepared: true,
  row: z.strictObject({ size: z.number() }),
  sql: `
with gone as (
  update ai_files f set state = 'deleted'
  where f.workspace_id = :workspaceId and f.id = any (:ids::uuid[]) and not exists (
    select from ai_jobs j where j.workspace_id = :workspaceId and j.file_id = f.id
      and ${IS_UNDER_WAY})
  returning f.id, f.size
), parts as (
  delete from ai_file_parts p using gone g where p.workspace_id = :workspaceId and p.file_id = g.id
)
select size from gone`,
});

/**
 * Deletes the oldest recordings kept only for playback until `bytes` are free or none is left: convenience must not
 * block work. Returns the number of bytes freed.
 */
export async function freeFileSpace(
  em: EntityManager,
  { workspaceId, owner, bytes }: { workspaceId: string; owner: string | null; bytes: number },
): Promise<number> {
  const held = await LOCK_USED.all(em, { workspaceId, owner, bytes });
  const removed = await REMOVE_KEPT.all(em, { workspaceId, ids: held.map(({ id }) => id) });
  return removed.reduce((freed, { size }) => freed + size, 0);
}
