import type { EntityManager } from '@mikro-orm/postgresql';
import type { Context, Workspace } from '../../src/core/context.ts';
import { rebuildRollups } from '../../src/features/analytics/rollups/rebuild.ts';
import { AppError } from '../../src/core/errors.ts';
import { newId } from '../../src/platform/ids.ts';
import type { Database } from '../../src/database/database.ts';
import { execute } from '../execute.ts';
import { storeApprovals } from '../approvals.ts';
import { storeProgress } from './progress.ts';
import { AUTHORS } from './reviews.ts';
import { COURSES, DEPARTMENTS, MODULES, SECTIONS, USERS } from './statements.ts';
import { ASPECTS, DEPARTMENT_PLACES, DEPARTMENT_TRADES, EMOJI, FIRST_NAMES, LAST_NAMES, SUBJECTS } from './words.ts';

export type ScaleSize = {
  workspaceSlug: string;
  courses: number;
  /** In each course. */
  modules: number;
  users: number;
  /** Rows of progress, each of another pair of a person and a module. */
  progress: number;
};

const SEED = {
  actor: { kind: 'system', name: 'Seed' },
  reach: 'workspace',
  requestId: null,
  ip: null,
} as const;

/** The tables that are filled, for PostgreSQL to learn their new sizes. */
const TABLES =
  'departments, users, user_counts, courses, modules, sections, module_revisions, review_rounds, module_contributors, enrollments, catalog_revisions, workspaces, audit_events, module_stats, department_module_stats';

/**
 * Fills a workspace for measurements: all or nothing, in one transaction. It is made when it is
 * missing, and filled when it has neither courses nor people.
 * @throws AppError `workspace_not_empty`; `invalid_request` when there are too few pairs for so many rows of progress
 */
export async function storeScale(
  db: Database,
  { workspaceSlug, courses, modules, users, progress }: ScaleSize,
  onProgress: (line: string) => void = () => {},
): Promise<{ workspace: Workspace; adminEmail: string; seconds: number }> {
  const began = performance.now();
  const now = new Date();
  const domain = `${workspaceSlug}.example`;
  const workspace = await db.em.fork().transactional(async (em) => {
    // Its compilation takes longer than it saves on statements such as these.
    await execute(em, 'set local jit = off', []);
    const found = await emptyWorkspace(em, workspaceSlug, now);
    const { id } = found;
    await execute(em, DEPARTMENTS, [id, now, DEPARTMENT_PLACES, DEPARTMENT_TRADES]);
    await execute(em, USERS, [id, now, users, FIRST_NAMES, LAST_NAMES, domain]);
    onProgress(`People: ${users.toLocaleString('en')}`);
    await execute(em, COURSES, [id, now, courses, EMOJI, SUBJECTS, DEPARTMENT_TRADES]);
    await execute(em, MODULES, [id, modules, ASPECTS]);
    // What joins them is planned badly while nothing is known of them.
    await execute(em, 'analyze users, courses, modules', []);
    await execute(em, AUTHORS, [id, now]);
    await execute(em, SECTIONS, [id]);
    await storeApprovals(em, id, { submittedBy: 'Trainer', publishedBy: 'Reviewer' });
    onProgress(`Courses: ${courses.toLocaleString('en')}, modules: ${(courses * modules).toLocaleString('en')}`);
    await storeProgress(em, { workspaceId: id, rows: progress, now }, onProgress);
    const ctx: Context = { ...SEED, db, workspace: found, now, transaction: em };
    await rebuildRollups(ctx);
    return found;
  });
  // Outside of the transaction, where alone it can be; without it the first reads would pay for what was written.
  onProgress('Analysing the tables');
  await db.pool.query(`vacuum (analyze) ${TABLES}`);
  const seconds = Math.round((performance.now() - began) / 100) / 10;
  return { workspace, adminEmail: `admin@${domain}`, seconds };
}

/** Older than whatever is filled in: an audit log begins with the creation of its workspace. */
const CREATE_WORKSPACE = `
with created as (
  insert into workspaces (id, slug, name, created_at) values ($1, $2, $3, $4::timestamptz - interval '900 days')
  on conflict (slug) do nothing returning *
)
insert into audit_events (workspace_id, id, at, action, actor_kind, actor_name, subject_kind, subject_id, subject_name)
select id, $5, created_at, 'workspace.created', 'system', 'Seed', 'workspace', id, name from created`;

/** The workspace of the slug, locked, so that two seeds cannot both find it empty. */
async function emptyWorkspace(em: EntityManager, slug: string, now: Date): Promise<Workspace> {
  await execute(em, CREATE_WORKSPACE, [newId(), slug, slug === 'scale' ? 'Scale' : slug, now, newId()]);
  const [workspace] = await execute<Workspace>(em, 'select id, slug, name from workspaces where slug = $1 for update', [
    slug,
  ]);
  if (!workspace) throw new Error(`The workspace ${slug} vanished while it was filled`);
  const [held] = await execute<{ courses: boolean; users: boolean }>(
    em,
    `select exists (select from courses where workspace_id = $1) as courses,
       exists (select from users where workspace_id = $1) as users`,
    [workspace.id],
  );
  if (held?.courses || held?.users) {
    throw new AppError(
      'workspace_not_empty',
      `The workspace “${slug}” holds courses or people already; name another one with --workspace.`,
    );
  }
  return workspace;
}
