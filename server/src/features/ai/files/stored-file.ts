import type { EntityManager } from '@mikro-orm/postgresql';
import { FileKind } from '@training/shared/ai-jobs';
import { z } from 'zod';
import type { Database } from '../../../database/database.ts';
import { defineStatement } from '../../../database/statement.ts';

/** What names a file. */
export type FileKey = { workspaceId: string; fileId: string };

const ADD_PART = defineStatement({
  name: 'add-ai-file-part',
  scope: 'tenant',
  unheld: 'Nobody reads a file that is arriving; what completes it holds its uploader.',
  sql: `
insert into ai_file_parts (workspace_id, file_id, n, bytes) values (:workspaceId, :fileId, :n, :bytes)`,
});

const COMPLETE = defineStatement({
  name: 'complete-ai-file',
  scope: 'tenant',
  sql: `
update ai_files set state = 'stored', size = :size, kind = :kind, media_type = :mediaType
where workspace_id = :workspaceId and id = :fileId and state = 'arriving'`,
});

const DISCARD = defineStatement({
  name: 'discard-ai-file',
  scope: 'tenant',
  unheld: 'It only takes away, and above all what came from somebody who was deactivated meanwhile.',
  sql: `
with discarded as (
  update ai_files set state = 'deleted' where workspace_id = :workspaceId and id = :fileId returning id
)
delete from ai_file_parts p using discarded d where p.workspace_id = :workspaceId and p.file_id = d.id`,
});

const HOLD = defineStatement({
  name: 'hold-ai-file-to-remove',
  scope: 'tenant',
  sql: 'select 1 from ai_files where workspace_id = :workspaceId and id = :fileId for update',
});

const REMOVE_UNNEEDED = defineStatement({
  name: 'remove-unneeded-ai-file',
  scope: 'tenant',
  sql: `
with unneeded as (
  update ai_files set state = 'deleted' where workspace_id = :workspaceId and id = :fileId and not exists (
    select from ai_jobs where workspace_id = :workspaceId and file_id = :fileId
      and state in ('queued', 'running', 'parked'))
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
where workspace_id = :workspaceId and id = :fileId and state = 'stored'`,
});

const READ_PART = defineStatement({
  name: 'read-ai-file-part',
  scope: 'tenant',
  row: z.strictObject({ bytes: z.instanceof(Uint8Array) }),
  sql: 'select bytes from ai_file_parts where workspace_id = :workspaceId and file_id = :fileId and n = :n',
});

/** Stores the next part of a file that is arriving; each by itself, so that none but the last is in memory. */
export async function addPart(db: Database, file: FileKey, n: number, bytes: Buffer): Promise<void> {
  await ADD_PART.run(db.pool, { ...file, n, bytes });
}

/** The file has come in whole; in a transaction that holds its uploader, who may have been deactivated meanwhile. */
export async function completeFile(
  em: EntityManager,
  file: FileKey,
  facts: { size: number; kind: FileKind; mediaType: string },
): Promise<void> {
  await COMPLETE.run(em, { ...file, ...facts });
}

/** Keeps nothing of a file but that there was one. */
export async function discardFile(db: Database, file: FileKey): Promise<void> {
  await DISCARD.run(db.pool, file);
}

/** Removes a file once no job needs it. One that is being started holds it, and is waited for. */
export async function removeUnneededFile(em: EntityManager, workspaceId: string, fileId: string): Promise<void> {
  await HOLD.run(em, { workspaceId, fileId });
  await REMOVE_UNNEEDED.run(em, { workspaceId, fileId });
}

/** What a file is, without its bytes; undefined where it is not there, or not any more. */
export function describeFile(db: Database, file: FileKey) {
  return DESCRIBE.first(db.pool, file);
}

/** All bytes of a file, part by part into one piece; undefined where they are not there any more. */
export async function readFile(db: Database, file: FileKey, size: number): Promise<Uint8Array | undefined> {
  const whole = Buffer.allocUnsafeSlow(size);
  let length = 0;
  for (let n = 0; length < size; n++) {
    const part = await READ_PART.first(db.pool, { ...file, n });
    if (!part) return undefined;
    whole.set(part.bytes, length);
    length += part.bytes.length;
  }
  return whole;
}
