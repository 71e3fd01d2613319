import type { UploadedFile } from '@training/shared/ai/ai-jobs';
import { AI_INPUT_LIMITS } from '@training/shared/ai/ai-limits';
import { type MediaContext, withoutRequestSlot } from '../../../core/context.ts';
import { AppError } from '../../../core/errors.ts';
import { inTransaction } from '../../../core/transaction.ts';
import type { BlobKey } from '../../../database/blob-tables.ts';
import { DOCUMENT_LIMITS } from '../../../platform/documents/document.ts';
import { FileKindDetector } from '../../../platform/documents/file-kind.ts';
import { reserveAiFile } from './reserve-ai-file.ts';
import { markAiFileComplete, AI_FILE_STORE, requireJobOwnerId } from './stored-file.ts';

/**
 * Uploads a file that can start jobs for a day. The file is stored while it arrives; its kind is detected from its
 * content.
 * @throws AppError `invalid_request` if it is empty, `file_too_large` for a recording, `unsupported_file`,
 * `rate_limited`, `storage_full`; `forbidden` if the uploader's rights changed during the upload (rules/users 12)
 */
export async function uploadFile(ctx: MediaContext, body: ReadableStream): Promise<UploadedFile> {
  const file = await reserveAiFile(ctx, requireJobOwnerId(ctx));
  const stored = () => store(ctx, file, body);
  try {
    // The upload may be slow, and its size is limited elsewhere.
    const facts = await withoutRequestSlot(ctx, stored);
    await inTransaction(ctx, (em) => markAiFileComplete(em, file, facts));
    return { id: file.id, kind: facts.kind, bytes: facts.size };
  } catch (error) {
    await AI_FILE_STORE.discard(ctx, file);
    throw error;
  }
}

/** Stores the bytes and returns their kind and size. */
async function store(ctx: MediaContext, file: BlobKey, body: ReadableStream) {
  const scan = new FileKindDetector();
  await AI_FILE_STORE.add(ctx, file, body, (part) => scan.push(part));
  if (scan.size === 0) throw new AppError('invalid_request', 'The file is empty.');
  const known = await scan.end();
  if (!known) {
    throw new AppError(
      'unsupported_file',
      'Only PDF, Word (.docx), PowerPoint (.pptx), OpenDocument presentations (.odp), Excel (.xlsx), HTML, Markdown, plain text and pictures (PNG, JPEG, WebP) can be read, and recordings as WAV, MP3, Ogg, WebM, M4A or FLAC.',
    );
  }
  const { size } = scan;
  if (known.kind === 'audio' && size > AI_INPUT_LIMITS.audioBytes) {
    const most = AI_INPUT_LIMITS.audioBytes / (1024 * 1024);
    throw new AppError('file_too_large', `A recording may have at most ${most} MiB.`);
  }
  if (known.kind === 'image' && size > DOCUMENT_LIMITS.pictureBytes) {
    const most = DOCUMENT_LIMITS.pictureBytes / (1024 * 1024);
    throw new AppError('file_too_large', `A picture may have at most ${most} MiB. Save it smaller.`);
  }
  return { ...known, size };
}
