import { Id } from '@training/shared/primitives';
import { z } from 'zod';
import { PageNumber } from '../../lib/search-params.ts';

/** Which page of the jobs. */
export const AiSearch = z.object({ page: PageNumber });

/** What the form begins with. */
export const SourceSearch = z.object({
  from: z.enum(['text', 'document']).optional().catch(undefined),
  make: z.enum(['cards', 'quiz']).optional().catch(undefined),
});
export type SourceSearch = z.infer<typeof SourceSearch>;

/** The job whose transcript is to be graded. */
export const GradeSearch = z.object({ recording: Id.optional().catch(undefined) });

/** Another job that was begun with this one. */
export const JobSearch = z.object({ also: Id.optional().catch(undefined) });
