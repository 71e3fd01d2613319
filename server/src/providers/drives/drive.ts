import type { FileKind } from '@training/shared/ai-jobs';

/** What a drive has in it, as far as reading it needs. */
export type DriveItem = {
  id: string;
  name: string;
  kind: 'folder' | 'file' | 'shortcut';
  /** The provider's own word for what it is. */
  mediaType: string;
  /** Folders that it is in; none for a root. Null where the provider does not say: those that are known hold. */
  parents: string[] | null;
  /** The shared drive that it is in; null in somebody's own. */
  driveId: string | null;
  trashed: boolean;
  /** Whether the account may read what is in it. */
  readable: boolean;
  /** Bytes, where the provider says so. */
  size: number | null;
  /** Equal only where the content is; null where the provider has none, and only the text can tell. */
  checksum: string | null;
  /** Equal only where nothing at all has changed; null where the provider has none. */
  revision: string | null;
  /** When it was changed, in the provider's words: for delays, never to tell a change. */
  changedAt: Date | null;
  /** Where people open it. */
  url: string | null;
  /** What a shortcut leads to. */
  target: { id: string; mediaType: string } | null;
  /** What must be shown beside its id to see it, where the provider says so. */
  resourceKey: string | null;
};

/** A folder, and the shared drive that it is in. */
export type FolderRef = { id: string; driveId: string | null };

export type DrivePage = {
  next: string | null;
  /**
   * Equal only where all that the provider says of what is on the page is; null where that takes as long as reading it.
   */
  digest: string | null;
  /**
   * Reads the page, which most of a walk can do without. @throws DriveFailure `unavailable` where it is no whole page
   */
  items(): DriveItem[];
};

/** What was read of a file: a text that the provider made, or a file for the readers of documents. */
export type DriveContent = { text: string } | { file: Exclude<FileKind, 'audio'>; bytes: Uint8Array };

/** A drive, with a credential. All of it @throws DriveFailure; a signal aborts what is under way. */
export type Drive = {
  /** Whom it reads as. */
  account(signal?: AbortSignal): Promise<string>;
  /** Where browsing begins: the account's own root, shared drives. */
  roots(signal?: AbortSignal): Promise<DriveItem[]>;
  /**
   * Where the account does not see what was shared with it: the folder that an address in a browser leads to. Undefined
   * where it is no such address, or there is none.
   */
  folderAt?(address: string, signal?: AbortSignal): Promise<DriveItem | undefined>;
  /** What is directly in a folder, without what is in the trash; `page` is the `next` of the page before. */
  list(folder: FolderRef, page: string | null, signal?: AbortSignal): Promise<DrivePage>;
  /** The item by itself; undefined where there is none any more, or none that the account may see. */
  get(item: FolderRef, signal?: AbortSignal): Promise<DriveItem | undefined>;
  read(item: DriveItem, signal?: AbortSignal): Promise<DriveContent>;
  /** Whether a file of this kind is read at all, as far as a list tells: what is not need not be asked for. */
  reads(item: Pick<DriveItem, 'name' | 'mediaType'>): boolean;
  /** Where the provider keeps a list of changes. */
  log?: ChangeLog;
  /** Where each file and folder must be subscribed to. */
  subscribe?(item: Pick<DriveItem, 'id' | 'kind' | 'mediaType'>, signal?: AbortSignal): Promise<void>;
};

/** `item` is undefined where the provider only says that something is not there any more. */
export type DriveChange = { id: string; item: DriveItem | undefined };

/** `next` is the cursor to go on from; `more` says whether there is anything behind it now. */
export type ChangePage = { changes: DriveChange[]; next: string; more: boolean };

/** `driveId` is a shared drive, or null for the account's own list. */
export type ChangeLog = {
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
