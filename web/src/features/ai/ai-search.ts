import { Id } from '@training/shared/primitives';
import { z } from 'zod';
import { PageNumber } from '../../lib/search-params.ts';

/** The page of the job list. */
export const AiSearch = z.object({ page: PageNumber });

/** Initial values of the form. */
export const SourceSearch = z.object({
  from: z.enum(['text', 'document']).optional().catch(undefined),
  make: z.enum(['cards', 'quiz']).optional().catch(undefined),
});
export type SourceSearch = z.infer<typeof SourceSearch>;

/** The job whose transcript is to be graded. */
export const GradeSearch = z.object({ recording: Id.optional().catch(undefined) });

/** The other job that was started together with this one. */
export const JobSearch = z.object({ also: Id.optional().catch(undefined) });
