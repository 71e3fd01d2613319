/** Bytes from `start` up to but not including `end`. */
export type ObjectByteRange = { start: number; end: number };

/** Returns the name of an object that belongs to a row; that of its workspace comes first. */
export const objectKeyOf = ({ workspaceId, id }: { workspaceId: string; id: string }): string => `${workspaceId}/${id}`;

/**
 * Objects outside the database, which never change once they are there (decision 109). The database knows their names:
 * a row is written before its object, and deleted after it. All methods throw `StorageUnavailableError` if the storage
 * doesn't do what it is asked.
 */
export type ObjectStorage = {
  /** Place of the objects, for the operator, without secrets. */
  place: string;
  put(name: string, bytes: Uint8Array): Promise<void>;
  /** Reads a part of an object; undefined if there is no such object. */
  read(name: string, range: ObjectByteRange): Promise<Uint8Array | undefined>;
  /** Deletes an object, if it is there. */
  remove(name: string): Promise<void>;
  /** Removes what a process that died left half written, after a day. */
  tidy(): Promise<void>;
};

/** The storage can't be reached, is full, or refuses. */
export class StorageUnavailableError extends Error {}
