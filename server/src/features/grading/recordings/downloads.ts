import { NameRecording } from '@training/shared/grading/grading';
import { defineDownload } from '../../../core/download.ts';
import { findRecording } from './find-recording.ts';
import { RECORDING_BYTES } from './stored-recording.ts';

/** The download of a recording, with byte ranges for players. */
export const GRADING_DOWNLOADS = [
  defineDownload({
    path: '/recordings/:recording_id',
    permission: 'results:read',
    input: NameRecording,
    async open(ctx, { recording_id: recordingId }) {
      const { media_type: type, bytes } = await findRecording(ctx, recordingId);
      const key = { workspaceId: ctx.workspace.id, id: recordingId };
      const body = { bytes, read: (range: { start: number; end: number }) => RECORDING_BYTES.read(ctx.db, key, range) };
      return { name: `recording-${recordingId}`, type, inline: true, body };
    },
  }),
];
