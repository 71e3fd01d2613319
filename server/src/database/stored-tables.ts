import { storedObjectOf } from '../platform/storage/storage.ts';

/** Key of a row whose bytes are in storage. */
export type StoredKey = { workspaceId: string; id: string };

export type StoredTables = {
  /** Table of the rows, with their `state`: `arriving`, `stored` or `deleted`. */
  rows: string;
  /** Table of the rows' parts, each an object in storage. */
  parts: string;
  /** Column of `parts` that refers to the row. */
  of: string;
  /** Column of `rows` with the SHA-256 of all bytes in hex; null if there is none. */
  hash: string | null;
  /** SQL assignments for a deleted row, besides its state. */
  onDeletion?: string;
};

/** Tables whose bytes are in storage (decision 109). A new one is added only here. */
export const STORED_TABLES = {
  recording: {
    rows: 'recordings',
    parts: 'recording_parts',
    of: 'recording_id',
    hash: 'hash',
    onDeletion: 'hash = null',
  },
  document: { rows: 'attested_files', parts: 'attested_file_parts', of: 'file_id', hash: 'hash' },
  upload: { rows: 'ai_files', parts: 'ai_file_parts', of: 'file_id', hash: null },
} as const satisfies Record<string, StoredTables>;

export type StoredKind = keyof typeof STORED_TABLES;

export const STORED_KINDS = Object.keys(STORED_TABLES) as StoredKind[];

/** Returns the name of a part's object. */
export const objectNameOfPart = ({ workspaceId, id, n }: StoredKey & { n: number }): string =>
  storedObjectOf({ workspaceId, id: `${id}-${n}` });
