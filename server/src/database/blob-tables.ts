import { objectKeyOf } from '../platform/storage/object-storage.ts';

/** Key of a row whose bytes are in storage. */
export type BlobKey = { workspaceId: string; id: string };

export type BlobTables = {
  /** Table of the rows, with their `state`: `arriving`, `stored` or `deleted`. */
  rows: string;
  /** Table of the rows' parts, each an object in storage. No cascade: a row whose objects are still there stays. */
  parts: string;
  /** Column of `parts` that refers to the row. */
  of: string;
  /** Column of `rows` with the SHA-256 of all bytes in hex; null if there is none. */
  hash: string | null;
  /** SQL assignments for a deleted row, besides its state. */
  onDeletion?: string;
};

/** Tables whose bytes are in storage (decision 109). A new one is added only here. */
export const BLOB_TABLES = {
  recording: {
    rows: 'recordings',
    parts: 'recording_parts',
    of: 'recording_id',
    hash: 'hash',
    onDeletion: 'hash = null',
  },
  document: { rows: 'attested_files', parts: 'attested_file_parts', of: 'file_id', hash: 'hash' },
  upload: { rows: 'ai_files', parts: 'ai_file_parts', of: 'file_id', hash: null },
} as const satisfies Record<string, BlobTables>;

export type BlobKind = keyof typeof BLOB_TABLES;

export const BLOB_KINDS = Object.keys(BLOB_TABLES) as BlobKind[];

/** Returns the name of a part's object. */
export const objectNameOfBlobPart = ({ workspaceId, id, n }: BlobKey & { n: number }): string =>
  objectKeyOf({ workspaceId, id: `${id}-${n}` });
