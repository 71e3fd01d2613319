import type { BadgeProps } from '@mantine/core';
import type { DriveCard, DriveList } from '@training/shared/drives/drive-cards';
import {
  DRIVE_KINDS,
  type DriveFileState,
  type DriveState,
  type DriveScan,
  type FoundBy,
  type CrawlCause,
} from '@training/shared/drives/drives';
import { counted } from '../../lib/numbers.ts';

/** The connection types on offer, for users who may connect drives. */
export type Offers = NonNullable<DriveList['offers']>;

const STATES: Record<DriveState, BadgeProps> = {
  connected: { children: 'Connected', color: 'green', variant: 'dot' },
  degraded: { children: 'Degraded', color: 'yellow.4', variant: 'filled' },
  reconnect_needed: { children: 'Reconnect needed', color: 'red.8', variant: 'filled' },
  disconnected: { children: 'Disconnected', variant: 'default' },
};

/** The badge of a drive. A connected one that has reached its provider's limit isn't read until it is over. */
export const badgeOf = ({ state, reason }: Pick<DriveCard, 'state' | 'reason'>): BadgeProps =>
  state === 'connected' && reason === 'quota'
    ? { children: 'Paused', color: 'yellow.4', variant: 'filled' }
    : STATES[state];

/** Returns "Google Drive", followed by the account that it is read as, if known. */
export function nameOf({ kind, account }: Pick<DriveCard, 'kind' | 'account'>): string {
  const { label } = DRIVE_KINDS[kind];
  return account === null ? label : `${label}: ${account}`;
}

/** The company that users give consent to. */
export const PROVIDERS = { google: 'Google', lark: 'Lark', feishu: 'Feishu' } as const;

/** Describes how changes are noticed now. Notifications that don't arrive are no source. */
export function pushInWords({ kind, push, reason }: Pick<DriveCard, 'kind' | 'push' | 'reason'>): string {
  const provider = PROVIDERS[kind];
  switch (reason === 'no_push' ? 'none' : push) {
    case 'channel':
      return `${provider} notifies us, and we check regularly`;
    case 'long_connection':
      return `${provider} notifies us over a long connection`;
    case 'webhook':
      return `${provider} notifies us by webhook`;
    case 'none':
      return 'We check regularly';
  }
}

interface StateWords {
  label: string;
  /** An explanation for first-time readers. */
  means: string;
  color: string;
}

/** Labels in the order of processing. */
export const FILE_STATES: Record<DriveFileState, StateWords> = {
  discovered: { label: 'Waiting', means: 'It will be read.', color: 'blue' },
  fetching: { label: 'Downloading', means: 'It is being downloaded and read.', color: 'blue' },
  scanning: { label: 'Scanning', means: 'AI is reading it.', color: 'blue' },
  suggested: { label: 'Suggested', means: 'It became a suggestion.', color: 'green' },
  not_relevant: { label: 'Not relevant', means: 'AI found no training content in it.', color: 'gray.6' },
  unchanged: { label: 'Unchanged', means: 'Its text is the same as before.', color: 'gray.6' },
  waiting_for_key: {
    label: 'Waiting for an AI key',
    means: 'It continues once the AI provider key works again.',
    color: 'yellow',
  },
  failed: { label: 'Failed', means: 'It couldn’t be read. The next scan tries again.', color: 'red' },
  skipped: { label: 'Skipped', means: 'It isn’t read until it changes.', color: 'gray.6' },
  unreadable: { label: 'Unreadable', means: 'The account doesn’t have access to it.', color: 'red' },
  out_of_scope: { label: 'Moved away', means: 'It is no longer in a selected folder.', color: 'gray.6' },
  trashed: { label: 'In the trash', means: 'It is in the trash of the drive.', color: 'gray.6' },
  gone: { label: 'Gone', means: 'It is no longer in the drive.', color: 'gray.6' },
};

export const FOUND_BY: Record<FoundBy, string> = {
  push: 'By notification',
  poll: 'By checking',
  night: 'By the nightly scan',
  manual: 'By other scans',
};

export const CAUSES: Record<CrawlCause, string> = {
  first: 'first scan',
  manual: 'started by hand',
  night: 'nightly',
  cursor_refused: 'because the list of changes was reset',
  reconnected: 'after it was reconnected',
  folders: 'after folders were picked',
  poll: 'to find what has changed',
};

export const OUTCOMES: Record<DriveScan['state'], string> = {
  running: 'Running',
  done: 'Done',
  failed: 'Failed',
  stopped: 'Stopped',
};

/** Returns "1,204 files in 35 folders, 12 of them new or changed". */
export function formatScanProgress({
  files,
  folders,
  changed,
}: Pick<DriveScan, 'files' | 'folders' | 'changed'>): string {
  const seen = `${counted(files, 'file')} in ${counted(folders, 'folder')}`;
  return files === 0
    ? seen
    : `${seen}, ${changed === 0 ? 'none' : counted(changed, 'of them', 'of them')} new or changed`;
}
