import { z } from 'zod';
import { Count, Id, Timestamp, labelSchema, textSchema } from '../primitives.ts';

/**
 * The provider of a drive (rules/drives 1). Lark and Feishu are two hosts of one product. A new kind is opened in the
 * server's `providers/drives/drive-providers.ts`. Search both programs for `'google'` too: there, any other kind counts
 * as Lark.
 */
export const DriveKind = z.enum(['google', 'lark', 'feishu']);
export type DriveKind = z.infer<typeof DriveKind>;

export const DRIVE_KIND_LABELS: Record<DriveKind, { label: string }> = {
  google: { label: 'Google Drive' },
  lark: { label: 'Lark Drive' },
  feishu: { label: 'Feishu Drive' },
};

export const DriveState = z.enum(['connected', 'degraded', 'reconnect_needed', 'disconnected']);
export type DriveState = z.infer<typeof DriveState>;

/** The reason why a connection is degraded or must be reconnected. */
export const DriveStateReason = z.enum([
  /** The provider rejects the credential, or access was revoked. */
  'access_lost',
  /** The server can't decrypt the credential: the keyring lacks its key, or has a different one. */
  'undecryptable',
  /** No push notifications: changes are found by polling. */
  'no_push',
  /** The provider doesn't respond, or returns something unexpected. */
  'unavailable',
  /** The provider's rate limit is reached. */
  'quota',
]);
export type DriveStateReason = z.infer<typeof DriveStateReason>;

/** The way a change was detected. */
export const ChangeDetectionMethod = z.enum(['push', 'poll', 'night', 'manual']);
export type ChangeDetectionMethod = z.infer<typeof ChangeDetectionMethod>;

/** The state of a file (rules/drives 6). */
export const DriveFileState = z.enum([
  'discovered',
  'fetching',
  'scanning',
  'suggested',
  'not_relevant',
  'unchanged',
  'waiting_for_key',
  'failed',
  'skipped',
  'out_of_scope',
  'trashed',
  'gone',
  'unreadable',
]);
export type DriveFileState = z.infer<typeof DriveFileState>;

/** An entry that can be selected in the drive browser. The root stands for the whole drive. */
export const DriveFolderOption = z.strictObject({
  provider_id: textSchema(1, 500),
  drive_id: textSchema(1, 500).nullable().describe('The shared drive that it is in; null in somebody’s own.'),
  name: z.string(),
});
export type DriveFolderOption = z.infer<typeof DriveFolderOption>;

/** The reason why a folder can't be listed. */
export const DriveFolderProblem = z.enum(['not_found', 'forbidden', 'unavailable']);
export type DriveFolderProblem = z.infer<typeof DriveFolderProblem>;

export const PickedFolder = z.strictObject({
  ...DriveFolderOption.shape,
  name: labelSchema(500),
  department_id: Id.nullable().describe('Whose suggestions its files become; null is everybody’s.'),
});
export type PickedFolder = z.infer<typeof PickedFolder>;

export const ScannedDriveFolder = z.strictObject({
  id: Id,
  ...DriveFolderOption.shape,
  department_id: Id.nullable(),
  department: z.string().nullable(),
  problem: DriveFolderProblem.nullable().describe('Why nothing of it can be read for now.'),
});
export type ScannedDriveFolder = z.infer<typeof ScannedDriveFolder>;

/** The cause of a full scan. `poll`: the provider has no change list, so that everything is listed at intervals. */
export const CrawlCause = z.enum(['first', 'manual', 'night', 'cursor_refused', 'reconnected', 'folders', 'poll']);
export type CrawlCause = z.infer<typeof CrawlCause>;

export const DriveScan = z.strictObject({
  id: Id,
  cause: CrawlCause,
  state: z.enum(['running', 'done', 'failed', 'stopped']),
  reason: z.string().nullable(),
  requested_by: z.string().nullable(),
  started_at: Timestamp,
  finished_at: Timestamp.nullable(),
  folders: Count.describe('Listed so far.'),
  files: Count.describe('Seen so far.'),
  changed: Count.describe('Of those, new or changed.'),
});
export type DriveScan = z.infer<typeof DriveScan>;
