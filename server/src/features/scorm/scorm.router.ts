import { PreviewScorm, ScormPreview } from '@training/shared/courses/scorm';
import { can, router } from '../../http/procedures.ts';
import { previewScorm } from './read-published.ts';

/** SCORM packages of published modules; `scorm-download.ts` makes them. */
export const scormRouter = router({
  preview: can('drafts:read')
    .input(PreviewScorm)
    .output(ScormPreview)
    .query(({ ctx, input }) => previewScorm(ctx, input)),
});
