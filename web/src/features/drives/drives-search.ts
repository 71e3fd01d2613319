import { ConsentOutcome } from '@training/shared/connect-drive';
import { Id } from '@training/shared/primitives';
import { z } from 'zod';

/** What the address of the page says on the way back from a provider, or after a drive was connected. */
export const DrivesSearch = z.object({
  connected: Id.optional().catch(undefined),
  failed: ConsentOutcome.optional().catch('failed'),
});
export type DrivesSearch = z.infer<typeof DrivesSearch>;
