import { z } from 'zod';

/**
 * Where the result of a job goes besides the job itself: what kind of thing takes it, and which one; of another job, in
 * the place of which item.
 */
export const Destination = z.strictObject({
  kind: z.enum(['module', 'answer', 'drive_file', 'ai_job']),
  id: z.uuid(),
  item: z.int().optional(),
});
export type Destination = z.infer<typeof Destination>;

/**
 * Jobs that belong to somebody: those of an answer in a quiz are seen with the answer, those of a drive's file with
 * the drive, and those that make another item with the job that made the first.
 */
export const SOMEBODYS = `(destination_kind is null or destination_kind = 'module')` as const;
