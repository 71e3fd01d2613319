import type { JobServices } from '../../../context.ts';
import type { OpenedDrive } from '../connections/open-drive.ts';

/** What fetching files takes. */
export type FileServices = Pick<JobServices, 'db' | 'ai' | 'live' | 'log'> & {
  stopping: AbortSignal;
  /** @throws DriveUnavailable */
  open: (drive: { workspaceId: string; id: string }) => Promise<OpenedDrive>;
};
