import type { Role, Scope } from '@training/shared/permissions';
import { inWorkspace, operatorContext } from '../../server/src/cli/command.ts';
import { readConfig } from '../../server/src/config.ts';
import { openConfigured } from '../../server/src/database/open.ts';
import { findDepartmentId } from '../../server/src/features/departments/find-department.ts';
import { issueToken } from '../../server/src/features/tokens/issue-token.ts';
import { inviteUser } from '../../server/src/features/users/invite-user.ts';
import { createWorkspace } from '../../server/src/features/workspaces/create-workspace.ts';
import { createSignInUrl, PRINTED_LINK_MINUTES } from '../../server/src/auth/sign-in/sign-in-link.ts';

export interface Operator {
  /**
   * Invites a new person, a trainer to the warehouse, or gives the one with that e-mail another role; answers their
   * one-time link.
   */
  invite(role: Role, fullName: string, workspace?: string, email?: string): Promise<string>;
  /** Makes a workspace that holds nothing. */
  createWorkspace(slug: string): Promise<void>;
  /** Issues an API token of the demo workspace. */
  createToken(...scopes: Scope[]): Promise<string>;
  close(): Promise<void>;
}

/**
 * What the operator's commands do beside a running server, without a process for each: that takes longer than most of
 * what a test is about. The commands themselves are tested in `server/`.
 */
export async function openOperator(env: NodeJS.ProcessEnv, publicUrl: string): Promise<Operator> {
  const opened = await openConfigured(readConfig(env), { join: true });
  const { db } = opened;
  let people = 0;
  return {
    close: () => opened.close(),
    async invite(role, fullName, workspace = 'demo', email = `${role}-${(people += 1)}@browser-tests.example`) {
      const ctx = await inWorkspace({ db }, workspace);
      const department = role === 'trainer' ? await findDepartmentId(ctx, 'Warehouse') : undefined;
      await inviteUser(ctx, { email, full_name: fullName, role, department_id: department });
      return createSignInUrl(db, email, { publicUrl, minutes: PRINTED_LINK_MINUTES });
    },
    async createWorkspace(slug) {
      await createWorkspace(operatorContext({ db }), { name: slug, slug });
    },
    async createToken(...scopes) {
      const { token } = await issueToken(await inWorkspace({ db }, 'demo'), { name: 'Browser tests', scopes });
      return token;
    },
  };
}
