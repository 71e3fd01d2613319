import { z } from 'zod';
import type { ObjectStorage } from '../platform/storage/object-storage.ts';
import { storeObjectInTurn } from '../platform/storage/store-in-turn.ts';
import type { Database } from './database.ts';
import { workspaceMovedMessageOf } from './database-unavailable.ts';
import { defineStatement } from './statements/statement.ts';
import { objectNameOfBlobPart, BLOB_TABLES, type BlobKey, type BlobKind, type BlobTables } from './blob-tables.ts';

/** Database of the rows, and the storage of their bytes. */
export type DatabaseAndStorage = { db: Database; storage: ObjectStorage };

/** An object that was given up may still arrive, so it is removed after this time. */
const LATE = `interval '5 minutes'`;

/**
 * Defines the storage of bytes of any size in parts, each an object in storage, or in a column if an earlier version
 * stored it. Only one part is in memory at a time, for reading and writing. The feature that uses it decides on further
 * columns and on deletion; `storeAndDeletePendingBlobs` then removes the objects.
 */
export function defineBlobStore(kind: BlobKind) {
  const { rows, parts, of, onDeletion }: BlobTables = BLOB_TABLES[kind];
  const deleted = <const Where extends string, const Wait extends string>(where: Where, wait: Wait) =>
    `
with removed as (
  update ${rows} r set state = 'deleted'${onDeletion ? `, ${onDeletion}` : ''} where ${where}
  returning r.workspace_id, r.id, r.size
), to_remove as (
  update ${parts} p set remove_at = now()${wait}, bytes = null, size = coalesce(p.size, octet_length(p.bytes))
  from removed r where p.workspace_id = r.workspace_id and p.${of} = r.id
)
select size from removed` as const;
  /** Returns SQL that deletes the bytes of the rows `r` that a condition selects, and returns the rows' sizes. */
  const removal = <const Where extends string>(where: Where) => deleted(where, '');
  // The row names the object before it is there, so that a server that dies leaves none that nobody knows.
  const ADD_PART = defineStatement({
    name: `add-${kind}-part`,
    scope: 'tenant',
    unguarded: 'Nobody reads what is arriving; what completes it holds its sender.',
    sql: `insert into ${parts} (workspace_id, ${of}, n, size) values (:workspaceId, :id, :n, :size)`,
  });
  const DISCARD = defineStatement({
    name: `discard-${kind}`,
    scope: 'tenant',
    unguarded: 'It only takes away, and above all what came from somebody who was deactivated meanwhile.',
    sql: deleted(`r.workspace_id = :workspaceId and r.id = :id and r.state = 'arriving'`, ` + ${LATE}`),
  });
  const PARTS = defineStatement({
    name: `parts-of-${kind}`,
    scope: 'tenant',
    row: z.strictObject({ n: z.int(), length: z.int(), isStored: z.boolean() }),
    sql: `
select n, coalesce(size, octet_length(bytes)) as length, size is not null as "isStored" from ${parts}
where workspace_id = :workspaceId and ${of} = :id and remove_at is null order by n`,
  });
  // PostgreSQL's own text form of bytes is larger than base64 and takes twice as long to read.
  const READ_COLUMN = defineStatement({
    name: `read-${kind}-column`,
    scope: 'tenant',
    row: z.strictObject({ base64: z.string().nullable() }),
    sql: `
select encode(bytes, 'base64') as base64 from ${parts} where workspace_id = :workspaceId and ${of} = :id and n = :n`,
  });

  /** Yields the bytes from `start` up to but not including `end`, part by part; fewer if they have been deleted. */
  async function* read(
    { db: { pool }, storage }: DatabaseAndStorage,
    key: BlobKey,
    { start, end }: { start: number; end: number },
  ): AsyncGenerator<Uint8Array> {
    let from = 0;
    for (const { n, length, isStored } of await PARTS.all(pool, key)) {
      const range = { start: Math.max(start - from, 0), end: Math.min(end - from, length) };
      from += length;
      if (range.start >= range.end) continue;
      const inColumn = isStored ? undefined : await READ_COLUMN.first(pool, { ...key, n });
      // It may have been moved to the storage just now.
      const bytes = inColumn?.base64
        ? Buffer.from(inColumn.base64, 'base64').subarray(range.start, range.end)
        : await storage.read(objectNameOfBlobPart({ ...key, n }), range);
      if (bytes?.length !== range.end - range.start) return;
      yield bytes;
    }
  }

  return {
    read,
    removal,

    /** Stores a body as it arrives; `look` receives each part first. @throws StorageUnavailableError */
    async add(
      { db, storage }: DatabaseAndStorage,
      key: BlobKey,
      body: ReadableStream,
      look: (part: Buffer) => void,
    ): Promise<void> {
      const { pool } = db;
      let n = 0;
      try {
        for await (const bytes of splitStream(body)) {
          look(bytes);
          const part = { ...key, n: n++ };
          await storeObjectInTurn(storage, key.workspaceId, async () => {
            await ADD_PART.run(pool, { ...part, size: bytes.length });
            await storage.put(objectNameOfBlobPart(part), bytes);
          });
        }
      } finally {
        await removeIfMoved({ db, storage }, key, n);
      }
    },

    /** Deletes the bytes of an incomplete upload and keeps only its row. */
    async discard({ db }: Pick<DatabaseAndStorage, 'db'>, key: BlobKey): Promise<void> {
      await DISCARD.run(db.pool, key);
    },

    /** Returns true if all bytes are there, by the last one of each object. @throws StorageUnavailableError */
    async isWhole({ db: { pool }, storage }: DatabaseAndStorage, key: BlobKey, size: number): Promise<boolean> {
      let left = size;
      for (const { n, length, isStored } of await PARTS.all(pool, key)) {
        const last = { start: length - 1, end: length + 1 };
        if (isStored && (await storage.read(objectNameOfBlobPart({ ...key, n }), last))?.length !== 1) return false;
        left -= length;
      }
      return left === 0;
    },

    /** Stores lost parts of a row once more, out of another with the same bytes. @throws StorageUnavailableError */
    async heal({ db, storage }: DatabaseAndStorage, lost: BlobKey, same: BlobKey): Promise<void> {
      let start = 0;
      for (const { n, length, isStored } of await PARTS.all(db.pool, lost)) {
        const range = { start, end: start + length };
        start = range.end;
        const name = objectNameOfBlobPart({ ...lost, n });
        if (!isStored || (await storage.read(name, { start: length - 1, end: length + 1 }))?.length === 1) continue;
        const parts: Uint8Array[] = [];
        for await (const part of read({ db, storage }, same, range)) parts.push(part);
        const bytes = Buffer.concat(parts);
        if (bytes.length !== length) return;
        await storeObjectInTurn(storage, lost.workspaceId, () => storage.put(name, bytes));
        // It may have been deleted meanwhile.
        if (!(await PARTS.all(db.pool, lost)).some((part) => part.n === n)) await storage.remove(name);
      }
    },

    /** Reads all bytes at once; undefined if they have been deleted. @throws StorageUnavailableError */
    async readWhole(place: DatabaseAndStorage, key: BlobKey, size: number): Promise<Uint8Array | undefined> {
      const whole = Buffer.allocUnsafeSlow(size);
      let length = 0;
      for await (const part of read(place, key, { start: 0, end: size })) {
        whole.set(part, length);
        length += part.length;
      }
      return length === size ? whole : undefined;
    },
  };
}

const MUST_BE_HERE = defineStatement({
  name: 'must-be-here',
  scope: 'tenant',
  row: z.strictObject({ isHere: z.boolean() }),
  sql: 'select must_be_here(:workspaceId) as "isHere"',
});

/**
 * Removes parts of an upload that were stored while the workspace left: nothing here names them any more.
 * @throws an error of PostgreSQL that says where the workspace is
 */
async function removeIfMoved({ db, storage }: DatabaseAndStorage, key: BlobKey, parts: number): Promise<void> {
  try {
    await MUST_BE_HERE.one(db.pool, { workspaceId: key.workspaceId });
  } catch (error) {
    if (workspaceMovedMessageOf(error) === undefined) throw error;
    for (let n = 0; n < parts; n++) await storage.remove(objectNameOfBlobPart({ ...key, n }));
    throw error;
  }
}

/** Bytes of a part, which are in memory at a time. */
const PART = 1024 * 1024;

const Chunk = z.instanceof(Uint8Array);

/** The body in parts of about one size, of which the last may be shorter. */
async function* splitStream(body: ReadableStream): AsyncGenerator<Buffer> {
  let chunks: Uint8Array[] = [];
  let held = 0;
  for await (const next of body) {
    const chunk = Chunk.parse(next);
    chunks.push(chunk);
    held += chunk.length;
    if (held < PART) continue;
    yield Buffer.concat(chunks);
    chunks = [];
    held = 0;
  }
  if (held > 0) yield Buffer.concat(chunks);
}
