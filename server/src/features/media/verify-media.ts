import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { MediaContext } from '../../core/context.ts';
import { defineStatement } from '../../database/statements/statement.ts';
import { NAMED_MEDIA } from './named-media.ts';
import { isStored, type Piece, readPieces } from './stored-media.ts';

/** Media that are looked at together. */
const PAGE = 500;

const LIST = defineStatement({
  name: 'media-to-verify',
  scope: 'tenant',
  unprepared: true,
  row: z.strictObject({
    digest: z.string(),
    bytes: z.number(),
    pieces: z.array(z.strictObject({ id: z.string(), size: z.number() })).nullable(),
  }),
  sql: `
select m.digest, m.size as bytes, (
  select json_agg(json_build_object('id', p.id, 'size', p.size) order by p.n) from media_pieces p
  where p.workspace_id = :workspaceId and p.digest = m.digest) as pieces
from media m where m.workspace_id = :workspaceId and m.digest > :after order by m.digest limit :most`,
});

const UNKNOWN = defineStatement({
  name: 'unknown-media',
  scope: 'tenant',
  unprepared: true,
  row: z.strictObject({ digest: z.string() }),
  sql: `
select name as digest from (${NAMED_MEDIA}) n where name is not null
except select digest from media where workspace_id = :workspaceId`,
});

/** A problem of media: content names what the database doesn't know, or the storage lacks or has changed bytes. */
export type MediaProblem = { digest: string; problem: 'unknown' | 'missing' | 'changed' };

type Stored = Pick<MediaContext, 'db' | 'storage' | 'workspace'>;

/**
 * Checks that all media that content of a workspace names are known and stored.
 * @param isRead Reads all bytes, and compares their digests; otherwise only looks whether they are there.
 */
export async function verifyMedia(ctx: Stored, isRead: boolean): Promise<{ media: number; problems: MediaProblem[] }> {
  const { db, workspace } = ctx;
  const unknown = await UNKNOWN.all(db.pool, { workspaceId: workspace.id });
  const problems: MediaProblem[] = unknown.map(({ digest }) => ({ digest, problem: 'unknown' }));
  let media = 0;
  for (let after = ''; ;) {
    const page = await LIST.all(db.pool, { workspaceId: workspace.id, after, most: PAGE });
    for (const { digest, bytes, pieces } of page) {
      const problem = await problemOf(ctx, { digest, bytes, pieces: pieces ?? [] }, isRead);
      if (problem) problems.push({ digest, problem });
    }
    media += page.length;
    const last = page.at(-1);
    if (!last || page.length < PAGE) return { media, problems };
    after = last.digest;
  }
}

type Found = { digest: string; bytes: number; pieces: Piece[] };

async function problemOf(ctx: Stored, { digest, bytes, pieces }: Found, isRead: boolean) {
  const size = pieces.reduce((sum, piece) => sum + piece.size, 0);
  if (size !== bytes || !(await isStored(ctx, pieces))) return 'missing';
  if (!isRead) return undefined;
  const hash = createHash('sha256');
  for await (const part of readPieces(ctx, pieces, { start: 0, end: bytes })) hash.update(part);
  return hash.digest('hex') === digest ? undefined : 'changed';
}
