import type { JobServices } from '../../../core/context.ts';
import type { AiServices } from '../../../core/services.ts';
import type { Live } from '../../../platform/live.ts';
import type { OpenedDrive } from '../connection/open-drive.ts';

/** Services needed to fetch files. */
export type FileServices = Pick<JobServices, 'db' | 'lookEvery'> & {
  log: { error(fields: object, message: string): void; warn(fields: object, message: string): void };
  live: Pick<Live, 'follow'>;
  ai: Pick<AiServices, 'settings'>;
  stopping: AbortSignal;
  /** @throws DriveUnavailable */
  open: (drive: { workspaceId: string; id: string }) => Promise<{
    drive: OpenedDrive['drive'];
    connection: Pick<OpenedDrive['connection'], 'workspaceId' | 'id' | 'version' | 'failingSince'>;
  }>;
};
