import { ConfidenceThresholdSetting } from '@training/shared/grading/grading-trust';
import { RequireSuperAdminPasskeys, UpdateWorkspace, WorkspaceSettings } from '@training/shared/workspaces/workspaces';
import { permittedProcedure, router } from '../../http/procedures.ts';
import {
  readWorkspaceSettings,
  setSuperAdminPasskeyRequirement,
  updateWorkspaceSettings,
} from './update-workspace-settings.ts';

/** Operations on the workspace of the request. */
export const workspacesRouter = router({
  get: permittedProcedure('workspace:read')
    .output(WorkspaceSettings)
    .query(({ ctx }) => readWorkspaceSettings(ctx)),
  update: permittedProcedure('workspace:write')
    .input(UpdateWorkspace)
    .output(WorkspaceSettings)
    .mutation(({ ctx, input }) => updateWorkspaceSettings(ctx, input)),
  /** Switches whether super admins need a passkey (rules/sign-in 12). */
  requirePasskeys: permittedProcedure('workspace:write')
    .input(RequireSuperAdminPasskeys)
    .output(WorkspaceSettings)
    .mutation(async ({ ctx, input }) => setSuperAdminPasskeyRequirement(ctx, input, await ctx.session())),
  /** Sets the confidence above which a model’s grade counts immediately (rules/grading 11). */
  trustGrades: permittedProcedure('workspace:write')
    .input(ConfidenceThresholdSetting)
    .output(WorkspaceSettings)
    .mutation(({ ctx, input }) => updateWorkspaceSettings(ctx, { grading_trust: input })),
});
