import { MenuPageWithCount, type MenuCounts } from '@training/shared/overview/overview';
import { permissionReachOf, type Permission } from '@training/shared/permissions';
import { requireActingPerson, departmentLimitOf, type Context } from '../../core/context.ts';
import { viewerParametersOf } from '../grading/viewer.ts';
import { createContextWithPermission } from './context-with-permission.ts';
import {
  COUNT_REVIEWS_AND_TRANSLATIONS,
  COUNT_FAILING_KEYS,
  COUNT_ANSWERS_AND_APPEALS_TO_GRADE,
  COUNT_DEPARTMENT_SENT_BACK_MODULES,
  COUNT_PENDING_SUGGESTIONS,
  COUNT_OWN_OPEN_TRAINING,
  FIND_WHETHER_MANAGER,
} from './count-statements.ts';

type Counted = { permission: Permission; count: (ctx: Context) => Promise<{ waiting: number }> };

/** Counts per page, each for users who can act on it. */
const PAGES: Record<MenuPageWithCount, Counted> = {
  training: {
    permission: 'learning:study',
    count: (ctx) =>
      COUNT_OWN_OPEN_TRAINING.one(ctx.db.pool, { workspaceId: ctx.workspace.id, userId: requireActingPerson(ctx).id }),
  },
  courses: {
    permission: 'content:author',
    count: (ctx) =>
      COUNT_DEPARTMENT_SENT_BACK_MODULES.one(ctx.db.pool, {
        workspaceId: ctx.workspace.id,
        ownDepartment: departmentLimitOf(ctx),
      }),
  },
  recommended: {
    permission: 'suggestions:dismiss',
    count: (ctx) =>
      COUNT_PENDING_SUGGESTIONS.one(ctx.db.pool, {
        workspaceId: ctx.workspace.id,
        ownDepartment: departmentLimitOf(ctx),
      }),
  },
  reviews: {
    permission: 'reviews:decide',
    count: (ctx) => COUNT_REVIEWS_AND_TRANSLATIONS.one(ctx.db.pool, { workspaceId: ctx.workspace.id }),
  },
  grading: {
    permission: 'answers:grade',
    count: (ctx) => COUNT_ANSWERS_AND_APPEALS_TO_GRADE.one(ctx.db.pool, viewerParametersOf(ctx)),
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
export async function countPendingWork(ctx: Context): Promise<MenuCounts> {
  const { actor, workspace } = ctx;
  if (actor.kind !== 'user') return { manages: false };
  const counts: MenuCounts = await FIND_WHETHER_MANAGER.one(ctx.db.pool, {
    workspaceId: workspace.id,
    userId: actor.id,
  });
  for (const page of MenuPageWithCount.options) {
    const { permission, count } = PAGES[page];
    if (permissionReachOf(actor.role, permission) === undefined) continue;
    counts[page] = (await count(createContextWithPermission(ctx, permission))).waiting;
  }
  return counts;
}
