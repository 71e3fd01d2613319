import type { BadgeProps } from '@mantine/core';
import type { DriveCard, DriveList } from '@training/shared/drive-cards';
import {
  DRIVE_KINDS,
  type DriveFileState,
  type DriveState,
  type DriveWalk,
  type FoundBy,
  type WalkCause,
} from '@training/shared/drives';
import { counted } from '../../lib/numbers.ts';

/** What may be connected, for whoever may. */
export type Offers = NonNullable<DriveList['offers']>;

export const STATES: Record<DriveState, BadgeProps> = {
  connected: { children: 'Connected', color: 'green', variant: 'dot' },
  degraded: { children: 'Degraded', color: 'yellow.4', variant: 'filled' },
  reconnect_needed: { children: 'Reconnect needed', color: 'red.8', variant: 'filled' },
  disconnected: { children: 'Disconnected', variant: 'default' },
};

/** "Google Drive", with whom it is read as where there are several. */
export function nameOf({ kind, account }: Pick<DriveCard, 'kind' | 'account'>): string {
  const { label } = DRIVE_KINDS[kind];
  return account === null ? label : `${label}: ${account}`;
}

/** The company that is asked for it. */
export const PROVIDERS = { google: 'Google', lark: 'Lark', feishu: 'Feishu' } as const;

/** What tells of changes. */
export function pushInWords({ kind, push }: Pick<DriveCard, 'kind' | 'push'>): string {
  const provider = PROVIDERS[kind];
  switch (push) {
    case 'channel':
      return `${provider} tells of them, and is asked from time to time`;
    case 'long_connection':
      return `${provider} tells of them, by a long connection`;
    case 'webhook':
      return `${provider} tells of them, by a webhook`;
    case 'none':
      return `${provider} is asked from time to time`;
  }
}

interface StateWords {
  label: string;
  /** What it means for whoever sees it for the first time. */
  means: string;
  color: string;
}

/** In the order in which a file goes through them. */
export const FILE_STATES: Record<DriveFileState, StateWords> = {
  discovered: { label: 'Waiting', means: 'It will be read.', color: 'blue' },
  fetching: { label: 'Being fetched', means: 'It is being read.', color: 'blue' },
  scanning: { label: 'Being scanned', means: 'AI is looking for something to teach.', color: 'blue' },
  suggested: { label: 'Suggested', means: 'It became a suggestion.', color: 'green' },
  not_relevant: { label: 'Nothing to teach', means: 'AI found nothing to teach in it.', color: 'gray' },
  unchanged: { label: 'Unchanged', means: 'Its text is the same as before.', color: 'gray' },
  waiting_for_key: {
    label: 'Waiting for an AI key',
    means: 'It goes on once the AI provider key works again.',
    color: 'yellow',
  },
  failed: { label: 'Failed', means: 'It could not be read. The next scan tries again.', color: 'red' },
  skipped: { label: 'Skipped', means: 'It is not read until it changes.', color: 'gray' },
  unreadable: { label: 'Unreadable', means: 'The account may not open it.', color: 'red' },
  out_of_scope: { label: 'Moved away', means: 'It is in none of the picked folders any more.', color: 'gray' },
  trashed: { label: 'In the trash', means: 'It is in the trash of the drive.', color: 'gray' },
  gone: { label: 'Gone', means: 'It is not in the drive any more.', color: 'gray' },
};

export const FOUND_BY: Record<FoundBy, string> = {
  push: 'By notification',
  poll: 'By asking',
  night: 'By the nightly scan',
  manual: 'By another scan',
};

export const CAUSES: Record<WalkCause, string> = {
  first: 'first scan',
  manual: 'started by hand',
  night: 'nightly',
  cursor_refused: 'because the list of changes had begun anew',
  reconnected: 'after it was reconnected',
  folders: 'after folders were picked',
  poll: 'to find what has changed',
};

export const OUTCOMES: Record<DriveWalk['state'], string> = {
  running: 'Running',
  done: 'Done',
  failed: 'Failed',
  stopped: 'Stopped',
};

/** "1,204 files in 35 folders, 12 of them new or changed". */
export function walkedInWords({ files, folders, changed }: Pick<DriveWalk, 'files' | 'folders' | 'changed'>): string {
  const seen = `${counted(files, 'file')} in ${counted(folders, 'folder')}`;
  return files === 0
    ? seen
    : `${seen}, ${changed === 0 ? 'none' : counted(changed, 'of them', 'of them')} new or changed`;
}
