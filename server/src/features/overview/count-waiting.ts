import { CountedPage, type OverviewCounts } from '@training/shared/overview/overview';
import { reachOf, type Permission } from '@training/shared/permissions';
import { actingPersonOf, ownDepartment, type Context } from '../../core/context.ts';
import { viewerParameters } from '../grading/viewer.ts';
import { withPermission } from './with-permission.ts';
import {
  COUNT_DECISIONS,
  COUNT_FAILING_KEYS,
  COUNT_GRADING,
  COUNT_QUERIES,
  COUNT_SUGGESTIONS,
  COUNT_TRAINING,
  IS_MANAGER,
} from './count-statements.ts';

type Counted = { permission: Permission; count: (ctx: Context) => Promise<{ waiting: number }> };

/** Counts per page, each for users who can act on it. */
const PAGES: Record<CountedPage, Counted> = {
  training: {
    permission: 'learning:study',
    count: (ctx) => COUNT_TRAINING.one(ctx.db.pool, { workspaceId: ctx.workspace.id, userId: actingPersonOf(ctx).id }),
  },
  courses: {
    permission: 'content:author',
    count: (ctx) =>
      COUNT_QUERIES.one(ctx.db.pool, { workspaceId: ctx.workspace.id, ownDepartment: ownDepartment(ctx) }),
  },
  recommended: {
    permission: 'suggestions:dismiss',
    count: (ctx) =>
      COUNT_SUGGESTIONS.one(ctx.db.pool, { workspaceId: ctx.workspace.id, ownDepartment: ownDepartment(ctx) }),
  },
  reviews: {
    permission: 'reviews:decide',
    count: (ctx) => COUNT_DECISIONS.one(ctx.db.pool, { workspaceId: ctx.workspace.id }),
  },
  grading: {
    permission: 'answers:grade',
    count: (ctx) => COUNT_GRADING.one(ctx.db.pool, viewerParameters(ctx)),
  },
  settings: {
    permission: 'provider_keys:write',
    count: (ctx) => COUNT_FAILING_KEYS.one(ctx.db.pool, { workspaceId: ctx.workspace.id }),
  },
};

/**
 * Counts the pending work on each page that the caller can act on (rules/overview 7). Each count is one short indexed
 * statement. They run sequentially, because a menu doesn't justify several connections.
 */
export async function countWaiting(ctx: Context): Promise<OverviewCounts> {
  const { actor, workspace } = ctx;
  if (actor.kind !== 'user') return { manages: false };
  const counts: OverviewCounts = await IS_MANAGER.one(ctx.db.pool, { workspaceId: workspace.id, userId: actor.id });
  for (const page of CountedPage.options) {
    const { permission, count } = PAGES[page];
    if (reachOf(actor.role, permission) === undefined) continue;
    counts[page] = (await count(withPermission(ctx, permission))).waiting;
  }
  return counts;
}
