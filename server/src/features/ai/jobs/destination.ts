import { z } from 'zod';

/** Additional destination of a job's result: its kind and id and, for another job, the index of the item to replace. */
export const AiJobDestination = z.strictObject({
  kind: z.enum(['module', 'answer', 'drive_file', 'ai_job', 'variant']),
  id: z.uuid(),
  item: z.int().optional(),
});
export type AiJobDestination = z.infer<typeof AiJobDestination>;

/**
 * SQL condition for jobs shown in their owner's list. Jobs for quiz answers, drive files and replacement items are
 * shown with the answer, the drive or the original job instead.
 */
export const JOB_IS_LISTED_FOR_OWNER = `(destination_kind is null or destination_kind = 'module')` as const;
