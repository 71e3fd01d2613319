import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { MediaContext } from '../../core/context.ts';
import { defineStatement } from '../../database/statements/statement.ts';
import { BLOB_KINDS, BLOB_TABLES, type BlobKind } from '../../database/blob-tables.ts';
import { REFERENCED_MEDIA_DIGESTS_SQL } from './referenced-media.ts';
import { isEveryPieceStored, streamRangeOfPieces } from './stored-media.ts';

/** Media that are looked at together. */
const PAGE = 500;

const Found = z.strictObject({
  name: z.string(),
  digest: z.string().nullable(),
  bytes: z.number(),
  pieces: z.array(z.strictObject({ id: z.string(), size: z.number() })).nullable(),
});
type Found = z.infer<typeof Found>;

const LIST = defineStatement({
  name: 'media-to-verify',
  scope: 'tenant',
  unprepared: true,
  row: Found,
  sql: `
select m.digest as name, m.digest, m.size as bytes, (
  select json_agg(json_build_object('id', p.id, 'size', p.size) order by p.n) from media_pieces p
  where p.workspace_id = :workspaceId and p.digest = m.digest) as pieces
from media m where m.workspace_id = :workspaceId and m.digest > :after order by m.digest limit :most`,
});

/** Lists files with what of their bytes is in storage, and not in columns; the digest only if all are. */
const FILES = BLOB_KINDS.map((kind) => {
  const { rows, parts, of, hash } = BLOB_TABLES[kind];
  const list = defineStatement({
    name: `${kind}-files-to-verify`,
    scope: 'tenant',
    unprepared: true,
    row: Found,
    sql: `
select r.id::text as name, ${hash === null ? 'null' : `case when held.bytes = 0 then r.${hash} end`} as digest,
  r.size - held.bytes as bytes, (
    select json_agg(json_build_object('id', p.${of} || '-' || p.n, 'size', p.size) order by p.n) from ${parts} p
    where p.workspace_id = :workspaceId and p.${of} = r.id and p.remove_at is null and p.size is not null) as pieces
from ${rows} r cross join lateral (
  select coalesce(sum(octet_length(p.bytes)), 0)::integer as bytes from ${parts} p
  where p.workspace_id = :workspaceId and p.${of} = r.id and p.size is null) held
where r.workspace_id = :workspaceId and r.state = 'stored' and r.id::text > :after and r.size > held.bytes
order by r.id::text limit :most`,
  });
  return { kind, list };
});

const UNKNOWN = defineStatement({
  name: 'unknown-media',
  scope: 'tenant',
  unprepared: true,
  row: z.strictObject({ digest: z.string() }),
  sql: `
select name as digest from (${REFERENCED_MEDIA_DIGESTS_SQL}) n where name is not null
except select digest from media where workspace_id = :workspaceId`,
});

type Problem = 'unknown' | 'missing' | 'changed';

/** A problem of a file: content names unknown media, or the storage lacks or has changed its bytes. */
export type StoredFileProblem = ({ digest: string } | { kind: BlobKind; id: string }) & { problem: Problem };

/** Numbers of media and of other files, and their problems. */
export type StoredFilesReport = { media: number; files: number; problems: StoredFileProblem[] };

type Stored = Pick<MediaContext, 'db' | 'storage' | 'workspace'>;

/**
 * Checks that all media that content of a workspace names are known and stored, and that all its other files are.
 * @param isRead Reads all bytes, and compares their digests; otherwise only looks whether they are there.
 */
export async function verifyStoredFiles(ctx: Stored, isRead: boolean): Promise<StoredFilesReport> {
  const { db, workspace } = ctx;
  const unknown = await UNKNOWN.all(db.pool, { workspaceId: workspace.id });
  const problems: StoredFileProblem[] = unknown.map(({ digest }) => ({ digest, problem: 'unknown' }));
  const media = await verifyEach(ctx, LIST, isRead, (digest, problem) => problems.push({ digest, problem }));
  let files = 0;
  for (const { kind, list } of FILES) {
    files += await verifyEach(ctx, list, isRead, (id, problem) => problems.push({ kind, id, problem }));
  }
  return { media, files, problems };
}

/** Verifies what a statement lists. Returns the number of files. */
async function verifyEach(
  ctx: Stored,
  list: typeof LIST,
  isRead: boolean,
  onProblem: (name: string, problem: Problem) => void,
): Promise<number> {
  let count = 0;
  for (let after = ''; ;) {
    const read = () => list.all(ctx.db.pool, { workspaceId: ctx.workspace.id, after, most: PAGE });
    const page = await read();
    for (const found of page) {
      if (!(await problemOf(ctx, found, isRead))) continue;
      // It may have been deleted or moved meanwhile.
      const still = (await read()).find(({ name }) => name === found.name);
      const problem = still && (await problemOf(ctx, still, isRead));
      if (problem) onProblem(found.name, problem);
    }
    count += page.length;
    const last = page.at(-1);
    if (!last || page.length < PAGE) return count;
    after = last.name;
  }
}

async function problemOf(ctx: Stored, found: Found, isRead: boolean): Promise<Problem | undefined> {
  const { digest, bytes } = found;
  const pieces = found.pieces ?? [];
  const size = pieces.reduce((sum, piece) => sum + piece.size, 0);
  if (size !== bytes || !(await isEveryPieceStored(ctx, pieces))) return 'missing';
  if (!isRead || digest === null) return undefined;
  const hash = createHash('sha256');
  for await (const part of streamRangeOfPieces(ctx, pieces, { start: 0, end: bytes })) hash.update(part);
  return hash.digest('hex') === digest ? undefined : 'changed';
}
