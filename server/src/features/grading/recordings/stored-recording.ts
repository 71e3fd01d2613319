import type { EntityManager } from '@mikro-orm/postgresql';
import { z } from 'zod';
import type { Database } from '../../../database/database.ts';
import { defineStatement, type Runner } from '../../../database/statement.ts';

/** What names a recording. */
export type RecordingKey = { workspaceId: string; recordingId: string };

export const StoredRecording = z.strictObject({ mediaType: z.string(), size: z.number() });
export type StoredRecording = z.infer<typeof StoredRecording>;

const ADD_PART = defineStatement({
  name: 'add-recording-part',
  scope: 'tenant',
  unheld: 'The recording counts for nothing until it is complete.',
  sql: `
insert into recording_parts (workspace_id, recording_id, n, bytes) values (:workspaceId, :recordingId, :n, :bytes)`,
});

const HOLD_SAME = defineStatement({
  name: 'hold-same-recordings',
  scope: 'tenant',
  sql: `select pg_advisory_xact_lock(hashtextextended('recording ' || :workspaceId::text || :userId::text || :hash::text, 0))`,
});

const FIND_SAME = defineStatement({
  name: 'find-same-recording',
  scope: 'tenant',
  row: z.strictObject({ recordingId: z.uuid() }),
  sql: `
select id as "recordingId" from recordings
where workspace_id = :workspaceId and user_id = :userId and state = 'stored' and hash = :hash
order by created_at limit 1`,
});

const COMPLETE = defineStatement({
  name: 'complete-recording',
  scope: 'tenant',
  sql: `
update recordings set state = 'stored', size = :size, media_type = :mediaType, hash = :hash
where workspace_id = :workspaceId and id = :recordingId and state = 'arriving'`,
});

const DISCARD = defineStatement({
  name: 'discard-recording',
  scope: 'tenant',
  unheld: 'It takes away what has not become a recording.',
  sql: `
with discarded as (
  update recordings set state = 'deleted' where workspace_id = :workspaceId and id = :recordingId and state = 'arriving'
  returning id
)
delete from recording_parts p using discarded d where p.workspace_id = :workspaceId and p.recording_id = d.id`,
});

const DESCRIBE = defineStatement({
  name: 'describe-recording',
  scope: 'tenant',
  row: StoredRecording,
  sql: `
select media_type as "mediaType", size from recordings
where workspace_id = :workspaceId and id = :recordingId and state = 'stored'`,
});

const READ_PART = defineStatement({
  name: 'read-recording-part',
  scope: 'tenant',
  row: z.strictObject({ bytes: z.instanceof(Uint8Array) }),
  sql: 'select bytes from recording_parts where workspace_id = :workspaceId and recording_id = :recordingId and n = :n',
});

/** Stores the next part of a recording that is arriving, so that none but the last is in memory. */
export async function addPart(db: Database, recording: RecordingKey, n: number, bytes: Buffer): Promise<void> {
  await ADD_PART.run(db.pool, { ...recording, n, bytes });
}

type Facts = { size: number; mediaType: string; hash: string };

/**
 * A recording has come in whole; answers its id or, where the person has sent the same bytes before, that of the first:
 * an upload whose answer got lost can be sent again.
 */
export async function completeRecording(
  em: EntityManager,
  { workspaceId, recordingId }: RecordingKey,
  { hash, ...facts }: Facts,
  userId: string,
): Promise<string> {
  await HOLD_SAME.run(em, { workspaceId, userId, hash });
  const same = await FIND_SAME.first(em, { workspaceId, userId, hash });
  if (same) return same.recordingId;
  await COMPLETE.run(em, { workspaceId, recordingId, hash, ...facts });
  return recordingId;
}

/** Keeps nothing of a recording that has not become one. */
export async function discardRecording(db: Database, recording: RecordingKey): Promise<void> {
  await DISCARD.run(db.pool, recording);
}

/** What a recording is, without its bytes; undefined where it is not there, or not any more. */
export function describeRecording(on: Runner, recording: RecordingKey): Promise<StoredRecording | undefined> {
  return DESCRIBE.first(on, recording);
}

/** The bytes from `start` to before `end`, part by part; fewer where they are not there any more. */
export async function* readRecording(
  db: Database,
  recording: RecordingKey,
  { start, end }: { start: number; end: number },
): AsyncGenerator<Uint8Array> {
  let from = 0;
  for (let n = 0; from < end; n++) {
    const part = await READ_PART.first(db.pool, { ...recording, n });
    if (!part) return;
    const to = from + part.bytes.length;
    if (to > start) yield part.bytes.subarray(Math.max(start - from, 0), Math.min(end - from, part.bytes.length));
    from = to;
  }
}
