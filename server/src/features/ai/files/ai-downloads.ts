import { AiJobRef } from '@training/shared/ai/ai-jobs';
import { z } from 'zod';
import { defineDownloadRoute } from '../../../core/download.ts';
import { AppError } from '../../../core/errors.ts';
import { defineStatement } from '../../../database/statements/statement.ts';
import { AI_FILE_STORE, requireJobOwnerId } from './stored-file.ts';

const FIND_RECORDING = defineStatement({
  name: 'find-recording-of-ai-job',
  scope: 'tenant',
  row: z.strictObject({ id: z.uuid(), type: z.string(), bytes: z.number() }),
  sql: `
select f.id, f.media_type as type, f.size as bytes from ai_jobs j
join ai_files f on f.workspace_id = :workspaceId and f.id = j.file_id and f.state = 'stored'
where j.workspace_id = :workspaceId and j.id = :jobId and j.created_by = :owner
  and j.feature = 'speech_to_text' and j.state = 'succeeded' and j.destination_kind is null`,
});

/** Streams the recordings of a user's own transcriptions (rules/ai 2), for media players. */
export const OWN_RECORDING_DOWNLOAD_ROUTES = [
  defineDownloadRoute({
    path: '/ai/jobs/:id/recording',
    permission: 'content:author',
    input: AiJobRef,
    isPlayed: true,
    async open(ctx, { id: jobId }) {
      const workspaceId = ctx.workspace.id;
      const found = await FIND_RECORDING.first(ctx.db.pool, { workspaceId, jobId, owner: requireJobOwnerId(ctx) });
      if (!found)
        throw new AppError('recording_not_found', 'The recording doesn’t exist, was deleted, or isn’t yours to play.');
      const { id, type, bytes } = found;
      const read = (range: { start: number; end: number }) => AI_FILE_STORE.read(ctx, { workspaceId, id }, range);
      return { name: `recording-${jobId}`, type, inline: true, body: { bytes, read } };
    },
  }),
];
