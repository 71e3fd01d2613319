import { z } from 'zod';

/** Where the result of a job goes besides the job itself: what kind of thing takes it, and which one. */
export const Destination = z.strictObject({ kind: z.enum(['module', 'answer', 'drive_file']), id: z.uuid() });
export type Destination = z.infer<typeof Destination>;

/**
 * Jobs that belong to somebody: those of an answer in a quiz are seen with the answer, and those of a drive's file with
 * the drive.
 */
export const SOMEBODYS = `(destination_kind is null or destination_kind = 'module')` as const;
