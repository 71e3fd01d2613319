import { z } from 'zod';

/** The step of a module, or a past attempt, to show; the overview if both are absent. */
export const StudySearch = z.object({
  step: z.enum(['cards', 'quiz']).optional().catch(undefined),
  attempt: z.uuid().optional().catch(undefined),
});

export const LibrarySearch = z.object({
  q: z.string().optional().catch(undefined),
  page: z.int().min(2).optional().catch(undefined),
});
