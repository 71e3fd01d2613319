import type { AiServices, JobServices } from '../../../context.ts';
import type { OpenedDrive } from '../connections/open-drive.ts';

/** What fetching files takes. */
export type FileServices = Pick<JobServices, 'db' | 'live' | 'log'> & {
  ai: Pick<AiServices, 'settings'>;
  stopping: AbortSignal;
  /** @throws DriveUnavailable */
  open: (drive: { workspaceId: string; id: string }) => Promise<{
    drive: OpenedDrive['drive'];
    connection: Pick<OpenedDrive['connection'], 'workspaceId' | 'id' | 'version' | 'failingSince'>;
  }>;
};
