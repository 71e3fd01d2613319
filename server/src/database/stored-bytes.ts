import { z } from 'zod';
import { FairSemaphore } from '../platform/concurrency/fair-semaphore.ts';
import type { Database } from './database.ts';
import { defineStatement } from './statements/statement.ts';

/** Key of a row whose bytes are stored in a separate table. */
export type StoredKey = { workspaceId: string; id: string };

type Tables = {
  /** Used in the statements' names. */
  what: string;
  /** Table of the rows, with their `state`: `arriving`, `stored` or `deleted`. */
  rows: string;
  /** Table of the rows' bytes, in ordered parts. */
  parts: string;
  /** Column of `parts` that refers to the row. */
  of: string;
  /** SQL assignments for a deleted row, besides its state. */
  onDeletion?: string;
};

/** Parts that are stored at a time, one for each workspace: many at once would take the machine from everybody else. */
const storing = new FairSemaphore({ slots: 2, share: 1, rest: 100 });

/**
 * Defines the storage of bytes of any size in a table of parts. Only one part is in memory at a time, for reading and
 * writing. The feature that uses it decides on further columns and on deletion.
 */
export function defineStoredBytes({ what, rows, parts, of, onDeletion = '' }: Tables) {
  /** Returns SQL that deletes the bytes of the rows `r` that a condition selects, and returns the rows' sizes. */
  const removal = <const Where extends string>(where: Where) =>
    `
with removed as (
  update ${rows} r set state = 'deleted'${onDeletion && `, ${onDeletion}`} where ${where}
  returning r.workspace_id, r.id, r.size
), without_bytes as (
  delete from ${parts} p using removed r where p.workspace_id = r.workspace_id and p.${of} = r.id
)
select size from removed` as const;
  const ADD_PART = defineStatement({
    name: `add-${what}-part`,
    scope: 'tenant',
    unguarded: 'Nobody reads what is arriving; what completes it holds its sender.',
    sql: `insert into ${parts} (workspace_id, ${of}, n, bytes) values (:workspaceId, :id, :n, :bytes)`,
  });
  const DISCARD = defineStatement({
    name: `discard-${what}`,
    scope: 'tenant',
    unguarded: 'It only takes away, and above all what came from somebody who was deactivated meanwhile.',
    sql: removal(`r.workspace_id = :workspaceId and r.id = :id and r.state = 'arriving'`),
  });
  // PostgreSQL's own text form of bytes is larger than base64 and takes twice as long to read.
  const READ_PART = defineStatement({
    name: `read-${what}-part`,
    scope: 'tenant',
    row: z.strictObject({ base64: z.string() }),
    sql: `
select encode(bytes, 'base64') as base64 from ${parts} where workspace_id = :workspaceId and ${of} = :id and n = :n`,
  });
  const LENGTHS = defineStatement({
    name: `lengths-of-${what}-parts`,
    scope: 'tenant',
    row: z.strictObject({ length: z.int() }),
    sql: `
select octet_length(bytes) as length from ${parts} where workspace_id = :workspaceId and ${of} = :id order by n`,
  });

  /** Yields the bytes from `start` up to but not including `end`, part by part; fewer if they have been deleted. */
  async function* read(
    { pool }: Database,
    key: StoredKey,
    { start, end }: { start: number; end: number },
  ): AsyncGenerator<Uint8Array> {
    let n = 0;
    let from = 0;
    for (const { length } of start > 0 ? await LENGTHS.all(pool, key) : []) {
      if (from + length > start) break;
      n += 1;
      from += length;
    }
    for (; from < end; n++) {
      const part = await READ_PART.first(pool, { ...key, n });
      if (!part) return;
      const bytes = Buffer.from(part.base64, 'base64');
      yield bytes.subarray(Math.max(start - from, 0), Math.min(end - from, bytes.length));
      from += bytes.length;
    }
  }

  return {
    read,
    removal,

    /** Stores a body as it arrives; `look` receives each part first. */
    async add({ pool }: Database, key: StoredKey, body: ReadableStream, look: (part: Buffer) => void): Promise<void> {
      let n = 0;
      for await (const bytes of splitStream(body)) {
        look(bytes);
        const add = () => ADD_PART.run(pool, { ...key, n: n++, bytes });
        await storing.run(key.workspaceId, add);
      }
    },

    /** Deletes the bytes of an incomplete upload and keeps only its row. */
    async discard({ pool }: Database, key: StoredKey): Promise<void> {
      await DISCARD.run(pool, key);
    },

    /** Reads all bytes at once; undefined if they have been deleted. */
    async readWhole(db: Database, key: StoredKey, size: number): Promise<Uint8Array | undefined> {
      const whole = Buffer.allocUnsafeSlow(size);
      let length = 0;
      for await (const part of read(db, key, { start: 0, end: size })) {
        whole.set(part, length);
        length += part.length;
      }
      return length === size ? whole : undefined;
    },
  };
}

/** Bytes of a file in memory at a time. */
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
