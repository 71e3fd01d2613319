import { ConsentOutcome } from '@training/shared/drives/connect-drive';
import { Id } from '@training/shared/primitives';
import { z } from 'zod';

/** URL parameters set after returning from a provider, or after connecting a drive. */
export const DrivesSearch = z.object({
  connected: Id.optional().catch(undefined),
  failed: ConsentOutcome.optional().catch('failed'),
});
export type DrivesSearch = z.infer<typeof DrivesSearch>;
