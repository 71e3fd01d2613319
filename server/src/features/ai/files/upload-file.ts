import { AI_LIMITS } from '@training/shared/ai-features';
import type { UploadedFile } from '@training/shared/ai-jobs';
import { z } from 'zod';
import type { Context } from '../../../context.ts';
import { defineStatement } from '../../../database/statement.ts';
import { AppError } from '../../../errors.ts';
import { fileKindOf } from '../../../platform/documents/file-kind.ts';
import { newId } from '../../../platform/ids.ts';
import { ownerOf } from '../jobs/read-ai-jobs.ts';

/** How many files of one person are kept at a time; each for a day. */
const MAX_FILES = 100;

const ADD_FILE = defineStatement({
  name: 'add-ai-file',
  scope: 'tenant',
  sql: `
insert into ai_files (workspace_id, id, created_by, created_at, kind, media_type, bytes)
select :workspaceId::uuid, :id::uuid, :owner::uuid, :now::timestamptz, :kind, :mediaType, :bytes::bytea
where (select count(*) from ai_files where workspace_id = :workspaceId and created_by = :owner) < ${MAX_FILES}`,
});

const Chunk = z.instanceof(Uint8Array);

/**
 * Keeps a file that jobs can be started with, for a day. What it is, its content says.
 * @throws AppError `invalid_request` where it is empty, `file_too_large` for a recording, `unsupported_file`, `rate_limited`
 */
export async function uploadFile(ctx: Context, body: ReadableStream): Promise<UploadedFile> {
  const { db, workspace, now } = ctx;
  const owner = ownerOf(ctx);
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(Chunk.parse(chunk));
  const bytes = Buffer.concat(chunks);
  if (bytes.length === 0) throw new AppError('invalid_request', 'The file is empty.');
  const known = await fileKindOf(bytes);
  if (!known) {
    throw new AppError(
      'unsupported_file',
      'Only PDF, Word (.docx), HTML, Markdown and plain text can be read, and recordings as WAV, MP3, Ogg, WebM, M4A or FLAC.',
    );
  }
  const { kind, mediaType } = known;
  if (kind === 'audio' && bytes.length > AI_LIMITS.audioBytes) throw tooLarge('A recording', AI_LIMITS.audioBytes);
  const id = newId();
  const added = await ADD_FILE.run(db.pool, { workspaceId: workspace.id, id, owner, now, kind, mediaType, bytes });
  if (added === 0) {
    throw new AppError(
      'rate_limited',
      `You have uploaded ${MAX_FILES} files within a day: that is the most there may be.`,
      {
        headers: { 'retry-after': '3600' },
      },
    );
  }
  return { id, kind, bytes: bytes.length };
}

function tooLarge(what: string, limit: number): AppError {
  return new AppError('file_too_large', `${what} may have at most ${limit / (1024 * 1024)} MiB.`);
}
