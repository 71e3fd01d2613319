import { ArchivedModule } from '@training/shared/courses/course-archive';
import type { Context, MediaContext } from '../../../core/context.ts';
import { defineDownloadRoute, type DownloadableFile } from '../../../core/download.ts';
import { translatorIn } from '../../../core/messages.ts';
import { readCallerLanguage } from '../../../core/read-language.ts';
import { DOCUMENT_LIMITS } from '../../../platform/documents/document.ts';
import { checkPictureHeaders } from '../../../platform/documents/readers/picture.ts';
import { UnreadableDocumentError } from '../../../platform/documents/unreadable-document.ts';
import { findMedia, isEveryPieceStored, streamRangeOfPieces } from '../../media/stored-media.ts';
import { ExportCourse, findCourseToExport, readModuleForArchive } from '../course-archive.ts';
import { exportContentAsZip } from '../record-transfer.ts';
import type { PictureDimensions } from './qti-hotspot.ts';
import { type FindPackageMediaFile, streamQtiPackageZipEntries } from './qti-package.ts';

/** Returns the size of a picture by its header; undefined if it is damaged. */
async function sizeOf(body: AsyncIterable<Uint8Array>): Promise<PictureDimensions | undefined> {
  const parts = [];
  for await (const part of body) parts.push(part);
  try {
    const { width, height } = checkPictureHeaders(Buffer.concat(parts), DOCUMENT_LIMITS);
    return { width, height };
  } catch (error) {
    if (error instanceof UnreadableDocumentError) return undefined;
    throw error;
  }
}

/** Opens a course, or one of its modules, as a QTI 3.0 package. */
export async function exportQtiPackage(
  ctx: Context & Pick<MediaContext, 'storage'>,
  input: ExportCourse,
): Promise<DownloadableFile> {
  const course = await findCourseToExport(ctx, input, true);
  const t = translatorIn('exports', await readCallerLanguage(ctx));
  async function* modules() {
    for (const module of course.modules)
      yield ArchivedModule.parse(JSON.parse((await readModuleForArchive(ctx, module)).json));
  }
  const fileOf: FindPackageMediaFile = async (digest) => {
    const found = await findMedia(ctx, digest);
    if (!found || !(await isEveryPieceStored(ctx, found.pieces))) return undefined;
    const read = () => streamRangeOfPieces(ctx, found.pieces, { start: 0, end: found.bytes });
    return { extension: found.extension, body: read(), sizeOf: () => sizeOf(read()) };
  };
  const body = await exportContentAsZip(ctx, { ...input, title: course.title, format: 'qti' }, () =>
    streamQtiPackageZipEntries(modules(), fileOf, t),
  );
  const day = ctx.now.toISOString().slice(0, 10);
  return { name: `course-${input.course_id}-qti-${day}.zip`, type: 'application/zip', body };
}

export const QTI_DOWNLOAD_ROUTE = defineDownloadRoute({
  path: '/courses/:course_id/qti',
  permission: 'drafts:read',
  input: ExportCourse,
  open: exportQtiPackage,
});
