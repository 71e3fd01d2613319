import { createHash } from 'node:crypto';
import { GRADING, type UploadedRecording } from '@training/shared/grading';
import { z } from 'zod';
import type { AiContext } from '../../../context.ts';
import { defineStatement } from '../../../database/statement.ts';
import type { StoredKey } from '../../../database/stored-bytes.ts';
import { inTransaction } from '../../../database/transaction.ts';
import { AppError } from '../../../errors.ts';
import { FileKindScan } from '../../../platform/documents/file-kind.ts';
import { newId } from '../../../platform/ids.ts';
import { RecordingLength } from '../../../platform/audio/recording-length.ts';
import { learnerOf } from '../../learning/cycle.ts';
import { completeRecording, RECORDING_BYTES } from './stored-recording.ts';

/** Recordings that a person may send within a day, whatever became of them (rules/bounds 10). */
const MOST_A_DAY = 300;

/** What a recorder may be late by when it stops, in seconds. */
const LATE_BY = 5;

const USED = defineStatement({
  name: 'recordings-used',
  scope: 'tenant',
  row: z.strictObject({ sent: z.number(), stored: z.number() }),
  sql: `
select
  (select count(*)::integer from recordings
    where workspace_id = :workspaceId and user_id = :userId and created_at > now() - interval '1 day') as sent,
  (select coalesce(sum(size), 0)::float8 from recordings where workspace_id = :workspaceId and state = 'stored') as stored`,
});

const BEGIN = defineStatement({
  name: 'begin-recording',
  scope: 'tenant',
  sql: `
insert into recordings (workspace_id, id, user_id, created_at, state)
values (:workspaceId, :id, :userId, now(), 'arriving')`,
});

/**
 * Keeps a recording to answer with, for a day until it is. It is stored as it comes in, and may be sent again: the same
 * bytes are the same recording.
 * @throws AppError `invalid_request` where it is empty or says that it is too long, `unsupported_file` where it is no
 *   recording, `rate_limited`, `storage_full`; `forbidden` where its sender is not what they were when it began
 */
export async function uploadRecording(ctx: AiContext, body: ReadableStream): Promise<UploadedRecording> {
  const userId = learnerOf(ctx).id;
  const recording = await admit(ctx, userId);
  const stored = () => store(ctx, recording, body);
  try {
    // As slowly as its sender likes: what comes in is bounded by itself.
    const facts = await (ctx.outside?.(stored) ?? stored());
    const id = await inTransaction(ctx, (em) => completeRecording(em, recording, facts, userId));
    return { recording_id: id, media_type: facts.mediaType, bytes: facts.size };
  } finally {
    await RECORDING_BYTES.discard(ctx.db, recording);
  }
}

function admit(ctx: AiContext, userId: string): Promise<StoredKey> {
  const recording = { workspaceId: ctx.workspace.id, id: newId() };
  return inTransaction(ctx, async (em) => {
    const { sent, stored } = await USED.one(em, { workspaceId: recording.workspaceId, userId });
    if (sent >= MOST_A_DAY) {
      const words = `You have sent ${MOST_A_DAY} recordings today, which is the limit. Type your answer instead.`;
      throw new AppError('rate_limited', words, { headers: { 'retry-after': '3600' } });
    }
    // What is under way is not counted: it is bounded by itself, and a learner is not to be kept from answering by it.
    if (stored >= ctx.ai.bounds.storedBytesPerWorkspace) {
      throw new AppError('storage_full', 'The workspace’s storage is full. Type your answer instead.');
    }
    await BEGIN.run(em, { ...recording, userId });
    return recording;
  });
}

/** Stores the bytes, and says what they are. */
async function store({ db }: AiContext, recording: StoredKey, body: ReadableStream) {
  const scan = new FileKindScan();
  const length = new RecordingLength();
  const hash = createHash('sha256');
  await RECORDING_BYTES.add(db, recording, body, (part) => {
    scan.push(part);
    length.push(part);
    hash.update(part);
  });
  if (scan.size === 0) {
    throw new AppError(
      'invalid_request',
      'The recording is empty. Check the microphone and record again, or type your answer.',
    );
  }
  const known = await scan.end();
  if (known?.kind !== 'audio') {
    throw new AppError(
      'unsupported_file',
      `This file isn’t a recording. Send WebM, MP4, Ogg, WAV, MP3 or FLAC, up to ${GRADING.recordingSeconds} seconds.`,
    );
  }
  const seconds = Math.floor(length.seconds ?? 0);
  if (seconds > GRADING.recordingSeconds + LATE_BY) {
    throw new AppError(
      'invalid_request',
      `The recording lasts ${seconds} seconds; the limit is ${GRADING.recordingSeconds}. Record a shorter answer, or type it.`,
    );
  }
  return { mediaType: known.mediaType, size: scan.size, hash: hash.digest('hex') };
}
