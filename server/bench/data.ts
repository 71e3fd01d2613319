import { existsSync } from 'node:fs';
import path from 'node:path';
import type pg from 'pg';
import type { Context, Workspace } from '../src/core/context.ts';
import type { Database } from '../src/database/database.ts';
import { openAndMigrateDatabase } from '../src/app/open-database.ts';
import { startEmbeddedPostgres } from '../src/database/embedded/embedded-postgres.ts';
import { storeScale, type ScaleSize } from '../seeds/scale/store-scale.ts';
import { issueToken } from '../src/features/tokens/issue-token.ts';
import { getWorkspaceBySlug } from '../src/features/workspaces/find-workspace.ts';
import type { Facts } from './operations.ts';
import { startInstalledPostgres } from './installed-postgres.ts';
import { findPostmaster } from './processor.ts';
import { storeSuggestions } from './suggestions.ts';

/** Sizes of the workspace that is measured. */
export const SIZES = {
  small: { courses: 100, modules: 10, users: 2_000, progress: 20_000 },
  middle: { courses: 1_000, modules: 10, users: 50_000, progress: 1_000_000 },
  large: { courses: 1_000, modules: 10, users: 500_000, progress: 10_000_000 },
};

export type Data = {
  db: Database;
  url: string;
  /** The process id of PostgreSQL's parent process. */
  postmaster: number;
  /** The workspace that is measured. */
  workspace: Workspace;
  token: string;
  facts: Omit<Facts, 'etag'>;
  /**
   * Changes the title of a module every few milliseconds, on a connection of its own, until the returned function is
   * called.
   */
  keepWriting(): () => Promise<void>;
  close(): Promise<void>;
};

/**
 * An embedded PostgreSQL with production's settings, or one from a folder of programs with its own, and in it the
 * workspace `scale`, made where it is missing.
 */
export async function prepareData(
  folder: string,
  size: Omit<ScaleSize, 'workspaceSlug'>,
  { programs, say }: { programs?: string | undefined; say: (line: string) => void },
): Promise<Data> {
  const cluster = path.join(folder, programs ? 'installed' : 'data');
  const made = !existsSync(cluster);
  const postgres = programs
    ? await startInstalledPostgres(programs, cluster, say)
    : await startEmbeddedPostgres({ folder: cluster, onProgress: say });
  const opened = await openAndMigrateDatabase({ databaseUrl: postgres.url, dataDir: folder }, { onProgress: say });
  const { pool } = opened.db;
  if (made) {
    const { seconds } = await storeScale(opened.db, { workspaceSlug: 'scale', ...size }, say);
    say(`Seeded in ${seconds} s`);
  }
  const workspace = await getWorkspaceBySlug(opened.db, 'scale');
  await storeSuggestions(pool, workspace.id);
  const token = await issueBenchToken(opened);
  return {
    db: opened.db,
    url: postgres.url,
    postmaster: await findPostmaster(pool),
    workspace,
    token,
    facts: await findFacts(pool, workspace.id),
    keepWriting: () => keepWriting(pool, workspace.id),
    async close() {
      await opened.close();
      await postgres.stop();
    },
  };
}

/** Returns a token of a workspace with a thousand people, beside the one that is measured. */
export async function prepareNeighbour(db: Data['db']): Promise<string> {
  const { rows } = await db.pool.query(`select 1 from workspaces where slug = 'neighbour'`);
  if (rows.length === 0) {
    const size = { courses: 10, modules: 10, users: 1_000, progress: 5_000 };
    await storeScale(db, { workspaceSlug: 'neighbour', ...size }, () => undefined);
  }
  return issueBenchToken({ db }, 'neighbour');
}

async function issueBenchToken({ db }: Pick<Data, 'db'>, slug = 'scale'): Promise<string> {
  // Those of earlier runs: a workspace has only so many places.
  const workspace = await getWorkspaceBySlug(db, slug);
  await db.pool.query(`update api_tokens set revoked_at = now() where name = 'Bench' and workspace_id = $1`, [
    workspace.id,
  ]);
  const ctx: Context = {
    db,
    workspace,
    actor: { kind: 'system', name: 'Bench' },
    reach: 'workspace',
    now: new Date(),
    requestId: null,
    ip: null,
  };
  const { token } = await issueToken(ctx, {
    name: 'Bench',
    scopes: ['catalog:read', 'analytics:read', 'users:read', 'users:write', 'intake:create'],
  });
  return token;
}

async function findFacts(pool: pg.Pool, workspaceId: string): Promise<Data['facts']> {
  const { rows } = await pool.query<Data['facts']>(
    `select
       (select array_agg(email order by id) from users
        where workspace_id = $1 and role = 'learner' and is_active and email like 'person%') as emails,
       (select array_agg(id::text order by id) from departments where workspace_id = $1) as departments,
       (select user_id from enrollments e join users u using (workspace_id)
        where workspace_id = $1 and u.id = e.user_id and u.is_active and is_current limit 1) as "learnerId"`,
    [workspaceId],
  );
  return rows[0]!;
}

/** Milliseconds between two writes: far shorter than a catalog takes to build, so that none is ever asked for twice. */
const PAUSE = 2;

function keepWriting(pool: pg.Pool, workspaceId: string): () => Promise<void> {
  let going = true;
  const write = async () => {
    for (let n = 0; going; n++) {
      await pool.query(
        `update modules set title = 'Basics (' || $2 || ')' where workspace_id = $1 and id = (
           select id from modules where workspace_id = $1 order by id limit 1)`,
        [workspaceId, String(n)],
      );
      await new Promise((resolve) => setTimeout(resolve, PAUSE));
    }
  };
  const written = write();
  return async () => {
    going = false;
    await written;
  };
}
