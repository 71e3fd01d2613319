import type { EntityManager } from '@mikro-orm/postgresql';
import { FileKind } from '@training/shared/ai-jobs';
import { z } from 'zod';
import type { Database } from '../../../database/database.ts';
import { defineStatement } from '../../../database/statement.ts';
import { NEEDS_ITS_FILE } from '../../../database/needed-files.ts';
import { defineStoredBytes, type StoredKey } from '../../../database/stored-bytes.ts';

export const FILE_BYTES = defineStoredBytes({
  what: 'ai-file',
  rows: 'ai_files',
  parts: 'ai_file_parts',
  of: 'file_id',
});

const COMPLETE = defineStatement({
  name: 'complete-ai-file',
  scope: 'tenant',
  sql: `
update ai_files set state = 'stored', size = :size, kind = :kind, media_type = :mediaType
where workspace_id = :workspaceId and id = :id and state = 'arriving'`,
});

const HOLD = defineStatement({
  name: 'hold-ai-file-to-remove',
  scope: 'tenant',
  sql: 'select 1 from ai_files where workspace_id = :workspaceId and id = :id for update',
});

const REMOVE_UNNEEDED = defineStatement({
  name: 'remove-unneeded-ai-file',
  scope: 'tenant',
  sql: `
with unneeded as (
  update ai_files set state = 'deleted' where workspace_id = :workspaceId and id = :id and not exists (
    select from ai_jobs j where j.workspace_id = :workspaceId and j.file_id = :id and ${NEEDS_ITS_FILE})
  returning id
)
delete from ai_file_parts p using unneeded u where p.workspace_id = :workspaceId and p.file_id = u.id`,
});

const DESCRIBE = defineStatement({
  name: 'describe-ai-file',
  scope: 'tenant',
  row: z.strictObject({ kind: FileKind, mediaType: z.string(), size: z.number() }),
  sql: `
select kind, media_type as "mediaType", size from ai_files
where workspace_id = :workspaceId and id = :id and state = 'stored'`,
});

/** The file has come in whole; in a transaction that holds its uploader, who may have been deactivated meanwhile. */
export async function completeFile(
  em: EntityManager,
  file: StoredKey,
  facts: { size: number; kind: FileKind; mediaType: string },
): Promise<void> {
  await COMPLETE.run(em, { ...file, ...facts });
}

/** Removes a file once no job needs it. One that is being started holds it, and is waited for. */
export async function removeUnneededFile(em: EntityManager, file: StoredKey): Promise<void> {
  await HOLD.run(em, file);
  await REMOVE_UNNEEDED.run(em, file);
}

/** What a file is, without its bytes; undefined where it is not there, or not any more. */
export function describeFile(db: Database, file: StoredKey) {
  return DESCRIBE.first(db.pool, file);
}
