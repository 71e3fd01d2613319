import type { BadgeProps } from '@mantine/core';
import type { DriveSummary, DriveFileSummary, DriveList } from '@training/shared/drives/drive-summaries';
import {
  DRIVE_KIND_LABELS,
  type DriveFileState,
  type DriveKind,
  type DriveState,
  type DriveScan,
} from '@training/shared/drives/drives';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('drives');

/** The connection types on offer, for users who may connect drives. */
export type DriveConnectionOffers = NonNullable<DriveList['offers']>;

const BADGES: Record<DriveState, BadgeProps> = {
  connected: { color: 'green', variant: 'dot' },
  degraded: { color: 'yellow.4', variant: 'filled' },
  reconnect_needed: { color: 'red.8', variant: 'filled' },
  disconnected: { variant: 'default' },
};

/** The badge of a drive. A connected one that has reached its provider's limit isn't read until it is over. */
export const driveBadgePropsOf = ({ state, reason }: Pick<DriveSummary, 'state' | 'reason'>): BadgeProps =>
  state === 'connected' && reason === 'quota'
    ? { children: t('paused'), color: 'yellow.4', variant: 'filled' }
    : { children: t(`driveState.${state}`), ...BADGES[state] };

/** Returns "Google Drive", followed by the account that it is read as, if known. */
export function driveNameOf({ kind, account }: Pick<DriveSummary, 'kind' | 'account'>): string {
  const { label } = DRIVE_KIND_LABELS[kind];
  return account === null ? label : `${label}: ${account}`;
}

/** Returns the company that users give consent to. */
export const driveProviderNameOf = (kind: DriveKind): string => t(`provider.${kind}`);

/** Describes how changes are noticed now. Notifications that don't arrive are no source. */
export function changeDetectionInWords({ kind, push, reason }: Pick<DriveSummary, 'kind' | 'push' | 'reason'>): string {
  const provider = driveProviderNameOf(kind);
  switch (reason === 'no_push' ? 'none' : push) {
    case 'channel':
      return t('push.channel', { provider });
    case 'long_connection':
      return t('push.longConnection', { provider });
    case 'webhook':
      return t('push.webhook', { provider });
    case 'none':
      return t('weCheckRegularly');
  }
}

export const FILE_STATE_COLORS: Record<DriveFileState, string> = {
  discovered: 'blue',
  fetching: 'blue',
  scanning: 'blue',
  suggested: 'green',
  not_relevant: 'gray.6',
  unchanged: 'gray.6',
  waiting_for_key: 'yellow',
  failed: 'red',
  skipped: 'gray.6',
  unreadable: 'red',
  out_of_scope: 'gray.6',
  trashed: 'gray.6',
  gone: 'gray.6',
};

/** Returns "1,204 files in 35 folders, 12 of them new or changed". */
export function formatScanProgress({
  files,
  folders,
  changed,
}: Pick<DriveScan, 'files' | 'folders' | 'changed'>): string {
  return files === 0 ? t('noFilesSeen', { folders }) : t('filesSeen', { files, folders, changed });
}

/**
 * Returns why a file isn't read and what to do; the server's text if its reason has no message, null if there is no
 * reason.
 */
export function whyFileIsNotRead({ reason, advice }: Pick<DriveFileSummary, 'reason' | 'advice'>): string | null {
  const key = `fileReason.${reason}`;
  return t.has(key) ? t(key) : advice;
}
