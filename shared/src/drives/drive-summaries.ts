import { z } from 'zod';
import { contractMessage } from '#contract';
import {
  DriveFolderOption,
  DriveFileState,
  ScannedDriveFolder,
  DriveKind,
  DriveStateReason,
  DriveState,
  DriveScan,
  ChangeDetectionMethod,
  PickedFolder,
} from './drives.ts';
import { Count, Id, Timestamp, textSchema } from '../primitives.ts';

export const MAX_DRIVES_PER_WORKSPACE = 10;

/** The maximum number of selected folders per drive. */
export const MAX_PICKED_FOLDERS_PER_DRIVE = 100;

/** A connected drive, as shown on the drives page. Trainers see only their department's folders. */
export const DriveSummary = z.strictObject({
  id: Id,
  kind: DriveKind,
  auth: z.enum(['oauth', 'service_account', 'app']),
  account: z.string().nullable().describe('Whom it reads as; null for whoever sees only the status.'),
  state: DriveState,
  reason: DriveStateReason.nullable(),
  advice: z.string().nullable().describe('What is wrong and what to do, where there is a reason.'),
  push: z.enum(['channel', 'long_connection', 'webhook', 'none']).describe('What rings when something changes.'),
  connected_at: Timestamp,
  connected_by: z.string().nullable(),
  disconnected_at: Timestamp.nullable(),
  folders: z.array(ScannedDriveFolder).nullable().describe('null for whoever sees only the status.'),
  folder_count: Count,
  files: z.array(z.strictObject({ state: DriveFileState, files: Count })).describe('Those states that there are.'),
  cannot_read: z
    .array(
      z.strictObject({
        state: DriveFileState,
        reason: z.string().nullable(),
        advice: z.string().nullable().describe('The reason in words.'),
        files: Count,
      }),
    )
    .describe('Documents that cannot be read, by why, the most first; `drives.files` names them.'),
  last_event_at: Timestamp.nullable(),
  last_polled_at: Timestamp.nullable(),
  last_scan: DriveScan.nullable().describe('The last that has ended.'),
  scan: DriveScan.nullable().describe('The one that is running.'),
  next_scan_at: Timestamp.nullable().describe('02:00 in the workspace’s time zone; null where none comes by itself.'),
  found: z
    .array(
      z.strictObject({
        by: ChangeDetectionMethod,
        documents: Count,
        median_delay_seconds: z
          .number()
          .min(0)
          .nullable()
          .describe('From the change, as the provider tells it, until it was found; null where it tells none.'),
      }),
    )
    .describe('How changes were found in the last 30 days.'),
});
export type DriveSummary = z.infer<typeof DriveSummary>;

export const DriveList = z.strictObject({
  drives: z.array(DriveSummary),
  offers: z
    .strictObject({
      google_consent: z.boolean().describe('Whether the operator has set a client for Google Drive.'),
      redirect_uri: z.string().describe('What such a client must have among its redirect addresses.'),
      operators_app: z.boolean().describe('Whether the operator’s own app of Lark or Feishu may be used.'),
      public_url: z.string().nullable().describe('Where providers may ring; null without a public address.'),
    })
    .nullable()
    .describe('What may be connected; null for whoever may not.'),
});
export type DriveList = z.infer<typeof DriveList>;

export const DriveRef = z.strictObject({ id: Id });
export type DriveRef = z.infer<typeof DriveRef>;

export const BrowseDrive = z.strictObject({
  id: Id,
  folder: DriveFolderOption.pick({ provider_id: true, drive_id: true })
    .nullable()
    .default(null)
    .describe('What is looked into; null begins where the drive does.'),
  page: textSchema(1, 5_000).nullable().default(null).describe('The `next` of the page before.'),
  address: textSchema(1, 500)
    .nullable()
    .default(null)
    .describe('A link to a folder, where the provider does not list what is shared: Lark and Feishu.'),
});
export type BrowseDrive = z.infer<typeof BrowseDrive>;

/** The direct subfolders of a folder. Files aren't listed. */
export const DriveSubfolderPage = z.strictObject({
  folders: z.array(DriveFolderOption),
  next: z.string().nullable().describe('There may be more, though a page can be empty.'),
});
export type DriveSubfolderPage = z.infer<typeof DriveSubfolderPage>;

/** Replaces the whole list of folders that are scanned. */
export const PickDriveFolders = z.strictObject({
  id: Id,
  folders: z
    .array(PickedFolder.omit({ name: true }))
    .max(MAX_PICKED_FOLDERS_PER_DRIVE)
    .refine((all) => new Set(all.map(({ provider_id }) => provider_id)).size === all.length, {
      error: () => contractMessage('eachFolderOnce'),
    }),
  seen: z
    .array(Id)
    .max(MAX_PICKED_FOLDERS_PER_DRIVE)
    .describe('The ids of the folders that were shown: of two who pick at once, one gets 409.'),
});
export type PickDriveFolders = z.infer<typeof PickDriveFolders>;

export const PickDriveFoldersResult = z.strictObject({
  folders: z.array(ScannedDriveFolder),
  scan_id: Id.nullable().describe('Of the scan that was started for what is new.'),
});
export type PickDriveFoldersResult = z.infer<typeof PickDriveFoldersResult>;

export const ListDriveFiles = z.strictObject({
  id: Id,
  states: z.array(DriveFileState).min(1).max(20).optional(),
  folder_id: Id.optional(),
  search: textSchema(1, 100).optional().describe('In the name.'),
  after: textSchema(1, 100).optional().describe('The `next` of the page before.'),
  limit: z.int().min(1).max(100).default(50),
});
export type ListDriveFiles = z.input<typeof ListDriveFiles>;

export const DriveFileSummary = z.strictObject({
  id: Id,
  name: z.string(),
  url: z.string().nullable(),
  media_type: z.string(),
  size: Count.nullable(),
  state: DriveFileState,
  state_at: Timestamp,
  reason: z.string().nullable(),
  advice: z.string().nullable().describe('The reason in words.'),
  folder: z.string().nullable().describe('The picked folder that it is in.'),
  department: z.string().nullable(),
  found_by: ChangeDetectionMethod.nullable(),
  found_at: Timestamp.nullable(),
  changed_at: Timestamp.nullable().describe('As the provider tells it.'),
  suggestion_id: Id.nullable(),
});
export type DriveFileSummary = z.infer<typeof DriveFileSummary>;

export const DriveFilePage = z.strictObject({ files: z.array(DriveFileSummary), next: z.string().nullable() });
export type DriveFilePage = z.infer<typeof DriveFilePage>;

export const DisconnectedDrive = z.strictObject({ id: Id, disconnected_at: Timestamp });
export type DisconnectedDrive = z.infer<typeof DisconnectedDrive>;

export const StartedDriveScan = z.strictObject({ scan_id: Id });
export type StartedDriveScan = z.infer<typeof StartedDriveScan>;
