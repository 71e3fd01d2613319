import type { JobServices } from '../../../core/context.ts';
import type { AiServices } from '../../../core/services.ts';
import type { Live } from '../../../platform/live.ts';
import type { DriveServices } from '../connection/open-drive.ts';

/** Services needed to fetch files. */
export type FileServices = Pick<JobServices, 'lookEvery'> &
  DriveServices & {
    log: { error(fields: object, message: string): void; warn(fields: object, message: string): void };
    live: Pick<Live, 'follow'>;
    ai: Pick<AiServices, 'settings'>;
    stopping: AbortSignal;
  };
