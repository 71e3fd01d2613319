import { createHash } from 'node:crypto';
import type { UploadedRecording } from '@training/shared/grading/grading';
import { SPOKEN_ANSWER_LIMITS } from '@training/shared/grading/grading-limits';
import { raw } from '@mikro-orm/postgresql';
import { z } from 'zod';
import { requireActingPerson, type MediaContext, withoutRequestSlot } from '../../core/context.ts';
import type { BlobKey } from '../../database/blob-tables.ts';
import { inTransaction } from '../../core/transaction.ts';
import { AppError } from '../../core/errors.ts';
import { FileKindDetector } from '../../platform/documents/file-kind.ts';
import { measureRecordingSeconds } from '../../platform/documents/read-document.ts';
import { UnreadableDocumentError } from '../../platform/documents/unreadable-document.ts';
import { completeRecordingUpload, restoreLostRecording, RECORDING_STORE } from './stored-recording.ts';
import { defineStatement } from '../../database/statements/statement.ts';
import { maxStoredBytesOfPerson } from '../ai/files/reserve-ai-file.ts';
import { lockWorkspace } from '../workspaces/workspace.entity.ts';
import { newId } from '../../platform/ids.ts';
import { RecordingEntity } from './recording.entity.ts';

/** Maximum number of uploads of a person within a day, failed ones included, and at once (rules/bounds 10). */
const MOST = { aDay: 300, atOnce: 4 };

const MEBIBYTE = 1024 * 1024;

/** Uploads under way count at full size. After 5 minutes an upload counts as abandoned by a dead server. */
const USED = defineStatement({
  name: 'recordings-used',
  scope: 'tenant',
  row: z.strictObject({ sent: z.number(), arriving: z.number(), own: z.number(), stored: z.number() }),
  sql: `
select
  count(*) filter (where created_at > now() - interval '1 day')::integer as sent,
  count(*) filter (where state = 'arriving' and created_at > now() - interval '5 minutes')::integer as arriving,
  coalesce(sum(size) filter (where state <> 'deleted'), 0)::float8 as own,
  (select coalesce(sum(size), 0)::float8 from recordings where workspace_id = :workspaceId and state = 'stored') as stored
from recordings where workspace_id = :workspaceId and user_id = :userId`,
});

/**
 * Reserves storage for a recording before its bytes arrive, if the person and the workspace have room for the largest
 * allowed one.
 * @throws AppError `rate_limited`, `storage_full`
 */
function admitRecording(ctx: MediaContext, userId: string): Promise<BlobKey> {
  const recording = { workspaceId: ctx.workspace.id, id: newId() };
  const most = ctx.ai.bounds.storedBytesPerWorkspace;
  return inTransaction(ctx, async (em) => {
    await lockWorkspace(em, recording.workspaceId);
    const used = await USED.one(em, { workspaceId: recording.workspaceId, userId });
    if (used.sent >= MOST.aDay) {
      const words = `You have sent ${MOST.aDay} recordings today, which is the limit. Type your answer instead.`;
      throw new AppError('rate_limited', words, { headers: { 'retry-after': '3600' } });
    }
    if (used.arriving >= MOST.atOnce) {
      const words = `${MOST.atOnce} of your recordings are being sent already. Send this one when they have arrived, or type your answer.`;
      throw new AppError('rate_limited', words, { headers: { 'retry-after': '5' } });
    }
    const share = maxStoredBytesOfPerson(most);
    if (used.own + SPOKEN_ANSWER_LIMITS.recordingBytes > share) {
      const [mine, all] = [used.own, share].map((bytes) => Math.floor(bytes / MEBIBYTE));
      const words = `Your recordings take ${mine} of the ${all} MiB that a person may store. Type your answer instead.`;
      throw new AppError('storage_full', words);
    }
    // Current uploads of others don't count: they must not prevent a learner from answering.
    if (used.stored >= most) {
      throw new AppError('storage_full', 'The workspace’s storage is full. Type your answer instead.');
    }
    const arriving = {
      userId,
      createdAt: raw('now()'),
      state: 'arriving',
      size: SPOKEN_ANSWER_LIMITS.recordingBytes,
    } as const;
    await em.insert(RecordingEntity, { ...recording, ...arriving });
    return recording;
  });
}

/** Seconds by which a recording may exceed the limit, because recorders stop late. */
const LATE_BY = 5;

/**
 * Stores a recording for an answer; without one it is deleted after a day. Measures its length after the upload. The
 * same bytes sent again are the same recording.
 * @throws AppError `invalid_request` if it is empty or too long, `unsupported_file` if it isn't a recording or its
 *   length is unknown, `rate_limited`, `storage_full`; `forbidden` if the sender's rights changed during the upload
 */
export async function uploadRecording(ctx: MediaContext, body: ReadableStream): Promise<UploadedRecording> {
  const userId = requireActingPerson(ctx).id;
  const recording = await admitRecording(ctx, userId);
  const stored = async () => {
    const facts = await store(ctx, recording, body);
    await restoreLostRecording(ctx, recording, facts, userId);
    return facts;
  };
  try {
    // No timeout of its own: uploads have their own limits.
    const facts = await withoutRequestSlot(ctx, stored);
    const id = await inTransaction(ctx, (em) => completeRecordingUpload(em, recording, facts, userId));
    return { recording_id: id, media_type: facts.mediaType, bytes: facts.size };
  } finally {
    await RECORDING_STORE.discard(ctx, recording);
  }
}

/** Stores the bytes, and returns their type, size and hash. */
async function store(ctx: MediaContext, recording: BlobKey, body: ReadableStream) {
  const scan = new FileKindDetector();
  const hash = createHash('sha256');
  await RECORDING_STORE.add(ctx, recording, body, (part) => {
    scan.push(part);
    hash.update(part);
  });
  if (scan.size === 0) throw empty();
  const known = await scan.end();
  if (known?.kind !== 'audio') {
    throw new AppError(
      'unsupported_file',
      `This file isn’t a recording. Send WebM, MP4, Ogg, WAV, MP3 or FLAC, up to ${SPOKEN_ANSWER_LIMITS.recordingSeconds} seconds, or type your answer.`,
    );
  }
  const seconds = Math.floor(await measure(ctx, recording, scan.size));
  if (seconds > SPOKEN_ANSWER_LIMITS.recordingSeconds + LATE_BY) {
    throw new AppError(
      'invalid_request',
      `The recording lasts ${seconds} seconds; the limit is ${SPOKEN_ANSWER_LIMITS.recordingSeconds}. Record a shorter answer, or type it.`,
    );
  }
  return { mediaType: known.mediaType, size: scan.size, hash: hash.digest('hex') };
}

async function measure(ctx: MediaContext, recording: BlobKey, size: number): Promise<number> {
  const load = async () => {
    const bytes = await RECORDING_STORE.readWhole(ctx, recording, size);
    if (!bytes) throw new Error('A recording was gone before it had been measured.');
    return bytes;
  };
  try {
    return await measureRecordingSeconds(load, recording.workspaceId);
  } catch (error) {
    if (!(error instanceof UnreadableDocumentError)) throw error;
    if (error.reason === 'empty') throw empty();
    throw error.reason === 'too_slow' ? tooSlow() : lengthUnknown();
  }
}

const empty = () =>
  new AppError(
    'invalid_request',
    'The recording is empty: there is no sound in it. Check the microphone and record again, or type your answer.',
  );

/** Error for a recording that takes too long to measure. A valid one takes half a second on an idle machine. */
const tooSlow = () =>
  new AppError('busy', 'The recording could not be measured in time. Send it again, or type your answer.', {
    headers: { 'retry-after': '10' },
  });

const lengthUnknown = () =>
  new AppError(
    'unsupported_file',
    'How long the recording lasts can’t be told from this file. Record again here, send it as WAV, MP3 or M4A with one or two channels at 8 to 192 kHz, or type your answer.',
  );
