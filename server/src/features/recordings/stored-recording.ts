import type { EntityManager } from '@mikro-orm/postgresql';
import { z } from 'zod';
import { defineStatement, type StatementRunner } from '../../database/statements/statement.ts';
import { defineBlobStore, type DatabaseAndStorage } from '../../database/blob-store.ts';
import type { BlobKey } from '../../database/blob-tables.ts';
import { RecordingEntity } from './recording.entity.ts';

/** Reads, stores and deletes the bytes of recordings. */
export const RECORDING_STORE = defineBlobStore('recording');

const StoredRecording = z.strictObject({ mediaType: z.string(), size: z.number() });
type StoredRecording = z.infer<typeof StoredRecording>;

const LOCK_SAME = defineStatement({
  name: 'lock-same-recordings',
  scope: 'tenant',
  sql: `select pg_advisory_xact_lock(hashtextextended('recording ' || :workspaceId::text || :userId::text || :hash::text, 0))`,
});

const FIND_SAME = defineStatement({
  name: 'find-same-recording',
  scope: 'tenant',
  row: z.strictObject({ id: z.uuid() }),
  sql: `
select id from recordings
where workspace_id = :workspaceId and user_id = :userId and state = 'stored' and hash = :hash
order by created_at limit 1`,
});

const DESCRIBE = defineStatement({
  name: 'describe-recording',
  scope: 'tenant',
  row: StoredRecording,
  sql: `
select media_type as "mediaType", size from recordings
where workspace_id = :workspaceId and id = :id and state = 'stored'`,
});

type Facts = { size: number; mediaType: string; hash: string };

/**
 * Completes the upload of a recording. Returns its id or, if the person has sent the same bytes before, the id of the
 * earlier one, so that an upload whose response was lost can be repeated.
 */
export async function completeRecordingUpload(
  em: EntityManager,
  { workspaceId, id }: BlobKey,
  { hash, ...facts }: Facts,
  userId: string,
): Promise<string> {
  await LOCK_SAME.run(em, { workspaceId, userId, hash });
  const same = await FIND_SAME.first(em, { workspaceId, userId, hash });
  if (same) return same.id;
  await em.nativeUpdate(RecordingEntity, { workspaceId, id, state: 'arriving' }, { ...facts, hash, state: 'stored' });
  return id;
}

/** Stores a recording once more that the person has sent before, and that the storage has lost since. */
export async function restoreLostRecording(
  place: DatabaseAndStorage,
  { workspaceId, id }: BlobKey,
  { hash }: Pick<Facts, 'hash'>,
  userId: string,
): Promise<void> {
  const same = await FIND_SAME.first(place.db.pool, { workspaceId, userId, hash });
  if (same) await RECORDING_STORE.heal(place, { workspaceId, id: same.id }, { workspaceId, id });
}

/** Returns a recording without its bytes; undefined if it doesn't exist or was deleted. */
export function findRecordingTypeAndSize(
  on: StatementRunner,
  recording: BlobKey,
): Promise<StoredRecording | undefined> {
  return DESCRIBE.first(on, recording);
}
