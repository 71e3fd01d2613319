import { z } from 'zod';

/** What of a module is looked at, or which attempt of before; its overview without either. */
export const StudySearch = z.object({
  step: z.enum(['cards', 'quiz']).optional().catch(undefined),
  attempt: z.uuid().optional().catch(undefined),
});

export const LibrarySearch = z.object({
  q: z.string().optional().catch(undefined),
  page: z.int().min(2).optional().catch(undefined),
});
