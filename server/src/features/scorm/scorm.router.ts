import { PreviewScormExport, ScormExportPreview } from '@training/shared/courses/scorm';
import { permittedProcedure, router } from '../../http/procedures.ts';
import { previewScorm } from './read-package-content.ts';

/** SCORM packages of published modules; `scorm-download.ts` makes them. */
export const scormRouter = router({
  preview: permittedProcedure('drafts:read')
    .input(PreviewScormExport)
    .output(ScormExportPreview)
    .query(({ ctx, input }) => previewScorm(ctx, input)),
});
