import { GradingTrust } from '@training/shared/grading/grading-trust';
import { RequirePasskeys, UpdateWorkspace, WorkspaceSettings } from '@training/shared/workspaces/workspaces';
import { can, router } from '../../http/procedures.ts';
import { readSettings, requirePasskeys, setWorkspace } from './set-workspace.ts';

/** Operations on the workspace of the request. */
export const workspacesRouter = router({
  get: can('workspace:read')
    .output(WorkspaceSettings)
    .query(({ ctx }) => readSettings(ctx)),
  update: can('workspace:write')
    .input(UpdateWorkspace)
    .output(WorkspaceSettings)
    .mutation(({ ctx, input }) => setWorkspace(ctx, input)),
  /** Switches whether super admins need a passkey (rules/sign-in 12). */
  requirePasskeys: can('workspace:write')
    .input(RequirePasskeys)
    .output(WorkspaceSettings)
    .mutation(async ({ ctx, input }) => requirePasskeys(ctx, input, await ctx.session())),
  /** Sets the confidence above which a model’s grade counts immediately (rules/grading 11). */
  trustGrades: can('workspace:write')
    .input(GradingTrust)
    .output(WorkspaceSettings)
    .mutation(({ ctx, input }) => setWorkspace(ctx, { grading_trust: input })),
});
