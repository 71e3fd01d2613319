import { z } from 'zod';

/** Where the result of a job goes besides the job itself: what kind of thing takes it, and which one. */
export const Destination = z.strictObject({ kind: z.enum(['module', 'answer']), id: z.uuid() });
export type Destination = z.infer<typeof Destination>;
