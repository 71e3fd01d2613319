import type { UploadedFileKind } from '@training/shared/ai/ai-jobs';

/**
 * Reason why a request to a drive failed:
 * - `access_lost`: the credential is refused, or its grant was revoked; a user must connect again.
 * - `forbidden`: this item may not be read.
 * - `not_found`: the item doesn't exist, or is invisible to the account.
 * - `quota`: too many requests for now; access isn't lost.
 * - `unavailable`: no response, or an unusable one; may be temporary.
 * - `download_quota`: this file can't be downloaded any more today.
 * - `cursor_refused`: the list of changes, or that of a folder, must be started again.
 * - `too_large`, `export_forbidden`, `unsupported`, `empty`: about a file, until its content changes.
 */
export type DriveFailureOutcome =
  | 'access_lost'
  | 'forbidden'
  | 'not_found'
  | 'quota'
  | 'unavailable'
  | 'download_quota'
  | 'cursor_refused'
  | 'too_large'
  | 'export_forbidden'
  | 'unsupported'
  | 'empty';

/** A failed request to a drive. It contains no text from the provider that could include a credential. */
export class DriveError extends Error {
  override readonly name = 'DriveError';
  readonly outcome: DriveFailureOutcome;
  /** Seconds to wait before the next request, as requested by the provider. */
  readonly retryAfter: number | undefined;

  constructor(outcome: DriveFailureOutcome, { retryAfter, detail }: { retryAfter?: number; detail?: string } = {}) {
    super(detail ?? outcome);
    this.outcome = outcome;
    this.retryAfter = retryAfter;
  }
}

/** Item of a drive, with the fields needed to read it. */
export type DriveItem = {
  id: string;
  name: string;
  kind: 'folder' | 'file' | 'shortcut';
  /** The provider's own type. */
  mediaType: string;
  /** Parent folders; empty for a root. Null if the provider doesn't report them; then the known ones still apply. */
  parents: string[] | null;
  /** Shared drive that contains the item; null in a user's own drive. */
  driveId: string | null;
  trashed: boolean;
  /** True if the account may read the content. */
  readable: boolean;
  /** Bytes, if the provider reports them. */
  size: number | null;
  /** Equal only if the content is equal; null if the provider has none, and only the text can be compared. */
  checksum: string | null;
  /** Equal only if nothing at all has changed; null if the provider has none. */
  revision: string | null;
  /** Time of the last change according to the provider. Used for delays, never to detect changes. */
  changedAt: Date | null;
  /** Address where users open it. */
  url: string | null;
  target: { id: string; mediaType: string } | null;
  /** Key needed in addition to the id to access the item, if the provider uses one. */
  resourceKey: string | null;
};

/** Kind of a file as a list shows it; for a shortcut, also the media type of its target, if it is known. */
export type ListedFileKind = Pick<DriveItem, 'name' | 'mediaType'> & { targetMediaType?: string | null };

/** A folder, and the shared drive that contains it. */
export type DriveFolderRef = { id: string; driveId: string | null };

export type DriveItemPage = { next: string | null; items: DriveItem[] };

/** Content of a file: text created by the provider, or a file for the document readers. */
export type DriveFileContent =
  | { text: string }
  | { file: Exclude<UploadedFileKind, 'audio' | 'image'>; bytes: Uint8Array };

/** A drive opened with a credential. All methods @throws DriveError; a signal aborts the request. */
export type Drive = {
  /** Returns the account it reads as. */
  account(signal?: AbortSignal): Promise<string>;
  /** Returns the starting points for browsing: the account's own root, and shared drives. */
  roots(signal?: AbortSignal): Promise<DriveItem[]>;
  /**
   * Returns the folder at an address copied from a browser, for accounts that don't see what was shared with them.
   * Undefined if it isn't such an address or the folder doesn't exist.
   */
  folderAt?(address: string, signal?: AbortSignal): Promise<DriveItem | undefined>;
  /** Lists the direct items of a folder, without the trash. `page` is the `next` of the previous page. */
  list(folder: DriveFolderRef, page: string | null, signal?: AbortSignal): Promise<DriveItemPage>;
  /** Returns a single item; undefined if it doesn't exist any more or is invisible to the account. */
  get(item: DriveFolderRef, signal?: AbortSignal): Promise<DriveItem | undefined>;
  read(item: DriveItem, signal?: AbortSignal): Promise<DriveFileContent>;
  /** Returns true if files of this kind can be read, as far as a list shows. Others needn't be requested. */
  reads(item: ListedFileKind): boolean;
  /** Set if the provider has a list of changes. */
  feed?: DriveChangeFeed;
  /** Set if the provider needs a subscription for each file and folder. */
  subscribe?(item: Pick<DriveItem, 'id' | 'kind' | 'mediaType'>, signal?: AbortSignal): Promise<void>;
};

/** Change of an item; `item` is undefined if the provider only reports that it is gone. */
export type DriveChange = { id: string; item: DriveItem | undefined };

/** Page of changes. `next` is the cursor for the next page; `more` is true if that page exists now. */
type ChangePage = { changes: DriveChange[]; next: string; more: boolean };

/** List of changes. `driveId` is a shared drive, or null for the account's own list. */
export type DriveChangeFeed = {
  start(driveId: string | null, signal?: AbortSignal): Promise<string>;
  changes(driveId: string | null, cursor: string, signal?: AbortSignal): Promise<ChangePage>;
  watch(
    driveId: string | null,
    cursor: string,
    channel: { id: string; token: string; address: string; expiresAt: Date },
    signal?: AbortSignal,
  ): Promise<{ resourceId: string; expiresAt: Date }>;
  stop(channel: { id: string; resourceId: string }, signal?: AbortSignal): Promise<void>;
};
