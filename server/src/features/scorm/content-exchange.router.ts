import { ImportCourse, ImportedCourse } from '@training/shared/courses/course-archive';
import { AddMedia, StoredMedia, UploadedFilePiece } from '@training/shared/courses/media';
import { MEDIA_LIMITS } from '@training/shared/courses/media-limits';
import { PreviewScormExport } from '@training/shared/courses/scorm';
import { toFileResponse, createFileInputSchema, createFileOutputSchema } from '../../core/download.ts';
import { permittedProcedure, router } from '../../http/procedures.ts';
import { createRestOperationMeta } from '../../http/rest/procedure-meta.ts';
import { toPreparedOutputSchema } from '../../platform/prepared-json.ts';
import {
  ExportCourseArchive,
  ExportCourse,
  exportCourseArchive,
  exportCourseItemsCsv,
} from '../courses/course-archive.ts';
import { importCourse } from '../courses/import/import-course.ts';
import { exportQtiPackage } from '../courses/qti/qti-download.ts';
import { addMediaFromPieces } from '../media/add-media.ts';
import { uploadPiece } from '../media/upload-piece.ts';
import { exportScormPackage } from './scorm-download.ts';

const ofModule = { module_id: 'text' } as const;
const notFound = ['course_not_found', 'module_not_found', 'module_not_published'] as const;
/** Bytes of an archive. */
const MOST_BYTES = 8 * 1024 * 1024;
const ZIP = 'application/zip';

/**
 * Procedures that export courses as archive, CSV, QTI or SCORM, and import them: only what is published goes out, and
 * what comes in is a draft.
 */
export const contentExchangeRouter = router({
  archive: permittedProcedure('content:export')
    .meta(
      createRestOperationMeta('GET', '/courses/{course_id}/archive', {
        operationId: 'exportArchive',
        summary: 'Export a course as an archive',
        description:
          'Published modules with settings and content, as JSON that imports back to the same content hashes; with ' +
          '`with_media=true`, a ZIP with pictures, sound and film as well.',
        query: { ...ofModule, with_media: 'text' },
        errors: [...notFound],
        file: ['application/json', ZIP],
        isAddition: true,
      }),
    )
    .input(ExportCourseArchive)
    .output(createFileOutputSchema())
    .query(({ ctx, input }) => toFileResponse(ctx, () => exportCourseArchive(ctx, input))),
  table: permittedProcedure('content:export')
    .meta(
      createRestOperationMeta('GET', '/courses/{course_id}/csv', {
        operationId: 'exportTable',
        summary: 'Export a course as CSV',
        description: 'The cards and questions of published modules, a row for each.',
        query: ofModule,
        errors: [...notFound],
        file: ['text/csv'],
        isAddition: true,
      }),
    )
    .input(ExportCourse)
    .output(createFileOutputSchema())
    .query(({ ctx, input }) => toFileResponse(ctx, () => exportCourseItemsCsv(ctx, input))),
  qti: permittedProcedure('content:export')
    .meta(
      createRestOperationMeta('GET', '/courses/{course_id}/qti', {
        operationId: 'exportQti',
        summary: 'Export a course as QTI 3.0',
        description: 'A package with a test for each published module, and its pictures, sound and film.',
        query: ofModule,
        errors: [...notFound],
        file: [ZIP],
        isAddition: true,
      }),
    )
    .input(ExportCourse)
    .output(createFileOutputSchema())
    .query(({ ctx, input }) => toFileResponse(ctx, () => exportQtiPackage(ctx, input))),
  scorm: permittedProcedure('content:export')
    .meta(
      createRestOperationMeta('GET', '/courses/{course_id}/scorm', {
        operationId: 'exportScorm',
        summary: 'Export a course as SCORM 1.2',
        description: 'A package that plays the published modules in other learning systems, and reports to them.',
        query: ofModule,
        errors: [...notFound, 'file_too_large'],
        file: [ZIP],
        isAddition: true,
      }),
    )
    .input(PreviewScormExport)
    .output(createFileOutputSchema())
    .query(({ ctx, input }) => toFileResponse(ctx, () => exportScormPackage(ctx, input))),
  uploadPiece: permittedProcedure('content:import')
    .meta({
      ...createRestOperationMeta('POST', '/media/pieces', {
        operationId: 'uploadMediaPiece',
        summary: 'Send a piece of a picture, sound, film or captions',
        description:
          'All pieces of a file but the last one have 3 MiB. A piece that failed is sent again. `POST /media` makes a ' +
          'file of them; alone, they are deleted after a day.',
        errors: ['file_too_large', 'storage_full'],
        isRepeatable: true,
        isAddition: true,
      }),
      file: { most: MEDIA_LIMITS.piece },
    })
    .input(createFileInputSchema())
    .output(UploadedFilePiece)
    .mutation(({ ctx, input }) => uploadPiece(ctx, input)),
  addMedia: permittedProcedure('content:import')
    .meta(
      createRestOperationMeta('POST', '/media', {
        operationId: 'addMedia',
        summary: 'Make a picture, sound, film or captions of pieces',
        description:
          'With the digest that an archive names (`media/<digest>` of its ZIP), so that the course imports to the same ' +
          'content hashes. The same file again is the same media. What no content names is deleted after a week.',
        errors: ['file_not_found', 'file_too_large', 'unsupported_file', 'storage_full'],
        isRepeatable: true,
        isAddition: true,
      }),
    )
    .input(AddMedia)
    .output(StoredMedia)
    .mutation(({ ctx, input }) => addMediaFromPieces(ctx, input)),
  import: permittedProcedure('content:import')
    .meta(
      createRestOperationMeta('POST', '/courses/import', {
        operationId: 'importCourse',
        summary: 'Import a course from an archive',
        description:
          'Creates a course of drafts in a department, whose trainers submit them for review: all or nothing. Send its ' +
          'pictures, sound and film before, by `POST /media`.',
        errors: ['department_not_found', 'content_limit_reached'],
        mostBytes: MOST_BYTES,
        isAddition: true,
      }),
    )
    .input(ImportCourse)
    .output(toPreparedOutputSchema(ImportedCourse))
    .mutation(({ ctx, input }) => importCourse(ctx, input)),
});
