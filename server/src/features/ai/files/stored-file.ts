import type { EntityManager } from '@mikro-orm/postgresql';
import { UploadedFileKind } from '@training/shared/ai/ai-jobs';
import { z } from 'zod';
import type { Viewer } from '../../../core/context.ts';
import { AppError } from '../../../core/errors.ts';
import type { Database } from '../../../database/database.ts';
import { defineStatement } from '../../../database/statements/statement.ts';
import { defineBlobStore } from '../../../database/blob-store.ts';
import type { BlobKey } from '../../../database/blob-tables.ts';
import { UNFINISHED_AI_JOB_STATES_SQL } from './unfinished-jobs.ts';
import { AiFileEntity } from './ai-file.entity.ts';

/** Id of the user who owns the caller's jobs and files. @throws AppError `forbidden` */
export function requireJobOwnerId({ actor }: Pick<Viewer, 'actor'>): string {
  if (actor.kind !== 'user') throw new AppError('forbidden', 'AI jobs belong to people. Sign in to the console.');
  return actor.id;
}

/** True if the job `j` still has to read its file. */
export const JOB_IS_UNFINISHED = `j.state in ${UNFINISHED_AI_JOB_STATES_SQL}` as const;

/**
 * True if the job `j` needs its file: until it has ended and, if it transcribed a recording, for as long as the job is
 * kept, so that users can listen to the recording (rules/ai 12).
 */
export const JOB_NEEDS_ITS_FILE =
  `(${JOB_IS_UNFINISHED} or (j.state = 'succeeded' and j.feature = 'speech_to_text'))` as const;

export const AI_FILE_STORE = defineBlobStore('upload');

const LOCK = defineStatement({
  name: 'lock-ai-file-to-remove',
  scope: 'tenant',
  sql: 'select 1 from ai_files where workspace_id = :workspaceId and id = :id for update',
});

const REMOVE_UNNEEDED = defineStatement({
  name: 'remove-unneeded-ai-file',
  scope: 'tenant',
  sql: AI_FILE_STORE.removal(`r.workspace_id = :workspaceId and r.id = :id and not exists (
    select from ai_jobs j where j.workspace_id = :workspaceId and j.file_id = r.id and ${JOB_NEEDS_ITS_FILE})`),
});

const DESCRIBE = defineStatement({
  name: 'describe-ai-file',
  scope: 'tenant',
  row: z.strictObject({ kind: UploadedFileKind, mediaType: z.string(), size: z.number() }),
  sql: `
select kind, media_type as "mediaType", size from ai_files
where workspace_id = :workspaceId and id = :id and state = 'stored'`,
});

/**
 * Marks a file as complete. Must run in a transaction that guards the uploader, who may have been deactivated during
 * the upload.
 */
export async function markAiFileComplete(
  em: EntityManager,
  file: BlobKey,
  facts: { size: number; kind: UploadedFileKind; mediaType: string },
): Promise<void> {
  await em.nativeUpdate(AiFileEntity, { ...file, state: 'arriving' }, { ...facts, state: 'stored' });
}

/** Deletes a file if no job needs it. Waits for a job that is just being started with it. */
export async function removeAiFileIfUnneeded(em: EntityManager, file: BlobKey): Promise<void> {
  await LOCK.run(em, file);
  await REMOVE_UNNEEDED.run(em, file);
}

/** Describes a file without its bytes; undefined if it doesn't exist or was deleted. */
export function describeFile(db: Database, file: BlobKey) {
  return DESCRIBE.first(db.pool, file);
}
