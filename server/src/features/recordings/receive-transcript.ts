import { SpeechTranscript } from '@training/shared/ai/ai-features';
import { SPOKEN_ANSWER_LIMITS } from '@training/shared/grading/grading-limits';
import { liveTopics } from '@training/shared/live';
import { z } from 'zod';
import type { Workspace } from '../../core/context.ts';
import { defineStatement } from '../../database/statements/statement.ts';
import type { DatabaseAndStorage } from '../../database/blob-store.ts';
import { publishTopics, workspaceLiveTopicOf } from '../../platform/topic-changes.ts';
import type { StoredJobFile } from '../ai/features/feature.ts';
import type { DeliverResult } from '../ai/runner/job-result-handler.ts';
import { SpokenAnswerEntity } from './spoken-answer.entity.ts';
import { findRecordingTypeAndSize, RECORDING_STORE } from './stored-recording.ts';

/**
 * Stores a transcript, which its speaker checks before it is graded (rules/grading 3, 4). Ignores it if the trainers
 * have the answer already, because the time was up.
 */
export const receiveTranscript: DeliverResult = async (em, _db, { workspace, destination, result }) => {
  const answer = { workspaceId: workspace.id, answerId: destination.id };
  const { text: transcript, seconds, confidence, language } = SpeechTranscript.parse(JSON.parse(result));
  const waitsUntil = new Date(Date.now() + SPOKEN_ANSWER_LIMITS.waits.correcting * 1_000);
  await em.nativeUpdate(
    SpokenAnswerEntity,
    { ...answer, transcript: null, waitsUntil: { $ne: null } },
    { transcript, heardLanguage: language, seconds, speechConfidence: confidence, waitsUntil },
  );
  await publishTopics(em, workspaceLiveTopicOf(answer.workspaceId, liveTopics.answer(answer.answerId)));
};

const RECORDING = defineStatement({
  name: 'recording-of-answer',
  scope: 'tenant',
  row: z.strictObject({ id: z.uuid() }),
  sql: `
select recording_id as id from spoken_answers
where workspace_id = :workspaceId and answer_id = :answerId and recording_id is not null`,
});

/** Returns the recording of an answer as a file, for the job that transcribes it; undefined if there is none. */
export async function findRecordingOfAnswer(
  place: DatabaseAndStorage,
  { workspace, destination }: { workspace: Workspace; destination: { id: string } },
): Promise<StoredJobFile | undefined> {
  const workspaceId = workspace.id;
  const named = await RECORDING.first(place.db.pool, { workspaceId, answerId: destination.id });
  const recording = named && { workspaceId, ...named };
  const found = recording && (await findRecordingTypeAndSize(place.db.pool, recording));
  if (!found) return undefined;
  const { mediaType, size } = found;
  return {
    kind: 'audio',
    mediaType,
    owner: workspaceId,
    read: () => RECORDING_STORE.readWhole(place, recording, size),
  };
}
