import { z } from 'zod';

/** Additional destination of a job's result: its kind and id and, for another job, the index of the item to replace. */
export const Destination = z.strictObject({
  kind: z.enum(['module', 'answer', 'drive_file', 'ai_job', 'variant']),
  id: z.uuid(),
  item: z.int().optional(),
});
export type Destination = z.infer<typeof Destination>;

/**
 * SQL condition for jobs shown in their owner's list. Jobs for quiz answers, drive files and replacement items are
 * shown with the answer, the drive or the original job instead.
 */
export const LISTED_FOR_OWNER = `(destination_kind is null or destination_kind = 'module')` as const;
