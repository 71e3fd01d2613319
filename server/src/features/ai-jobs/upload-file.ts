import type { UploadedFile } from '@training/shared/ai-jobs';
import type { Context } from '../../context.ts';

export function uploadFile(ctx: Context, body: ReadableStream): Promise<UploadedFile> {
  throw new Error(`Not there yet ${ctx.workspace.id} ${body.locked}`);
}
