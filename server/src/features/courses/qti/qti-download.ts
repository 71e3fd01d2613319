import { ArchivedModule } from '@training/shared/courses/course-archive';
import type { Context, MediaContext } from '../../../core/context.ts';
import { defineDownload, type DownloadedFile } from '../../../core/download.ts';
import { translatorIn } from '../../../core/messages.ts';
import { languageOfReader } from '../../../core/reader-language.ts';
import { DOCUMENT_LIMITS } from '../../../platform/documents/document.ts';
import { checkPicture } from '../../../platform/documents/readers/picture.ts';
import { UnreadableDocument } from '../../../platform/documents/unreadable-document.ts';
import { findMedia, arePiecesStored, readPieces } from '../../media/stored-media.ts';
import { CourseToExport, courseToExport, readArchivedModule } from '../course-archive.ts';
import { exportZip } from '../record-transfer.ts';
import type { PictureDimensions } from './qti-hotspot.ts';
import { type FindPackageFile, qtiPackage } from './qti-package.ts';

/** Returns the size of a picture by its header; undefined if it is damaged. */
async function sizeOf(body: AsyncIterable<Uint8Array>): Promise<PictureDimensions | undefined> {
  const parts = [];
  for await (const part of body) parts.push(part);
  try {
    const { width, height } = checkPicture(Buffer.concat(parts), DOCUMENT_LIMITS);
    return { width, height };
  } catch (error) {
    if (error instanceof UnreadableDocument) return undefined;
    throw error;
  }
}

/** Opens a course, or one of its modules, as a QTI 3.0 package. */
export async function openQtiPackage(
  ctx: Context & Pick<MediaContext, 'storage'>,
  input: CourseToExport,
): Promise<DownloadedFile> {
  const course = await courseToExport(ctx, input, true);
  const t = translatorIn('exports', await languageOfReader(ctx));
  async function* modules() {
    for (const module of course.modules)
      yield ArchivedModule.parse(JSON.parse((await readArchivedModule(ctx, module)).json));
  }
  const fileOf: FindPackageFile = async (digest) => {
    const found = await findMedia(ctx, digest);
    if (!found || !(await arePiecesStored(ctx, found.pieces))) return undefined;
    const read = () => readPieces(ctx, found.pieces, { start: 0, end: found.bytes });
    return { extension: found.extension, body: read(), sizeOf: () => sizeOf(read()) };
  };
  const body = await exportZip(ctx, { ...input, title: course.title, format: 'qti' }, () =>
    qtiPackage(modules(), fileOf, t),
  );
  const day = ctx.now.toISOString().slice(0, 10);
  return { name: `course-${input.course_id}-qti-${day}.zip`, type: 'application/zip', body };
}

export const QTI_DOWNLOAD = defineDownload({
  path: '/courses/:course_id/qti',
  permission: 'drafts:read',
  input: CourseToExport,
  open: openQtiPackage,
});
