import { UploadedRecording, RecordingRef } from '@training/shared/grading/grading';
import type { Context } from '../../core/context.ts';
import { defineStatement } from '../../database/statements/statement.ts';
import { AppError } from '../../core/errors.ts';
import { viewerParametersOf } from './viewer.ts';
import { defineDownloadRoute } from '../../core/download.ts';
import { RECORDING_STORE } from '../recordings/stored-recording.ts';

/** The download of a recording, with byte ranges for players. */
export const RECORDING_DOWNLOAD_ROUTES = [
  defineDownloadRoute({
    path: '/recordings/:recording_id',
    permission: 'results:read',
    input: RecordingRef,
    isPlayed: true,
    async open(ctx, { recording_id: recordingId }) {
      const { media_type: type, bytes } = await getPlayableRecording(ctx, recordingId);
      const key = { workspaceId: ctx.workspace.id, id: recordingId };
      const body = { bytes, read: (range: { start: number; end: number }) => RECORDING_STORE.read(ctx, key, range) };
      return { name: `recording-${recordingId}`, type, inline: true, body };
    },
  }),
];

const FIND = defineStatement({
  name: 'find-recording-to-play',
  scope: 'tenant',
  row: UploadedRecording,
  sql: `
select v.id as recording_id, v.media_type, v.size as bytes from recordings v
where v.workspace_id = :workspaceId and v.id = :recordingId and v.state = 'stored'
  and (v.user_id = :viewerId or exists (
    select from spoken_answers s
    join answers a on a.workspace_id = :workspaceId and a.id = s.answer_id
    join attempts t on t.workspace_id = :workspaceId and t.id = a.attempt_id
    join module_revisions r on r.workspace_id = :workspaceId and r.id = t.revision_id
    join modules m on m.workspace_id = :workspaceId and m.id = r.module_id
    join courses c on c.workspace_id = :workspaceId and c.id = m.course_id
    where s.workspace_id = :workspaceId and s.recording_id = v.id
      and (:viewerIsAdmin::boolean or c.department_id = :viewerDepartment::uuid)))`,
});

/**
 * Finds a recording that the caller may play: their own, or one of an answer that they may grade.
 * @throws AppError `recording_not_found`, also if it was deleted
 */
export async function getPlayableRecording(ctx: Context, recordingId: string): Promise<UploadedRecording> {
  const { workspaceId, viewerId, viewerDepartment, viewerIsAdmin } = viewerParametersOf(ctx);
  const named = { workspaceId, recordingId, viewerId, viewerDepartment, viewerIsAdmin };
  const found = await FIND.first(ctx.db.pool, named);
  if (!found)
    throw new AppError('recording_not_found', 'The recording doesn’t exist, was deleted, or isn’t yours to play.');
  return found;
}
