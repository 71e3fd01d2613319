import { z } from 'zod';
import { splitStream } from '../platform/split-stream.ts';
import type { Database } from './database.ts';
import { defineStatement } from './statement.ts';

/** What names a row whose bytes are stored beside it. */
export type StoredKey = { workspaceId: string; id: string };

type Tables = {
  /** In the names of its statements. */
  what: string;
  /** A row for each, with its `state`: `arriving`, `stored` or `deleted`. */
  rows: string;
  /** The bytes of each row, in order. */
  parts: string;
  /** The column of `parts` that names the row. */
  of: string;
};

/**
 * Bytes of any size in a table of parts, of which one is in memory at a time, whether they come in or are read. What
 * the row says beside them, and when they go, its feature decides.
 */
export function defineStoredBytes({ what, rows, parts, of }: Tables) {
  const ADD_PART = defineStatement({
    name: `add-${what}-part`,
    scope: 'tenant',
    unheld: 'Nobody reads what is arriving; what completes it holds its sender.',
    sql: `insert into ${parts} (workspace_id, ${of}, n, bytes) values (:workspaceId, :id, :n, :bytes)`,
  });
  const DISCARD = defineStatement({
    name: `discard-${what}`,
    scope: 'tenant',
    unheld: 'It only takes away, and above all what came from somebody who was deactivated meanwhile.',
    sql: `
with discarded as (
  update ${rows} set state = 'deleted' where workspace_id = :workspaceId and id = :id and state = 'arriving' returning id
)
delete from ${parts} p using discarded d where p.workspace_id = :workspaceId and p.${of} = d.id`,
  });
  const READ_PART = defineStatement({
    name: `read-${what}-part`,
    scope: 'tenant',
    row: z.strictObject({ bytes: z.instanceof(Uint8Array) }),
    sql: `select bytes from ${parts} where workspace_id = :workspaceId and ${of} = :id and n = :n`,
  });

  /** The bytes from `start` to before `end`, part by part; fewer where they are not there any more. */
  async function* read(
    { pool }: Database,
    key: StoredKey,
    { start, end }: { start: number; end: number },
  ): AsyncGenerator<Uint8Array> {
    let from = 0;
    for (let n = 0; from < end; n++) {
      const part = await READ_PART.first(pool, { ...key, n });
      if (!part) return;
      const to = from + part.bytes.length;
      if (to > start) yield part.bytes.subarray(Math.max(start - from, 0), Math.min(end - from, part.bytes.length));
      from = to;
    }
  }

  return {
    read,

    /** Stores a body as it comes in; each part is shown to `look` before. */
    async add({ pool }: Database, key: StoredKey, body: ReadableStream, look: (part: Buffer) => void): Promise<void> {
      let n = 0;
      for await (const bytes of splitStream(body)) {
        look(bytes);
        await ADD_PART.run(pool, { ...key, n: n++, bytes });
      }
    },

    /** Keeps nothing of what is still arriving but that there was something. */
    async discard({ pool }: Database, key: StoredKey): Promise<void> {
      await DISCARD.run(pool, key);
    },

    /** All bytes in one piece; undefined where they are not there any more. */
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
