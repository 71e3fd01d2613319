import { createContext, use } from 'react';
import type { Membership, Session } from '@training/shared/sessions';
import { type Permission, type Reach, reachOf } from '@training/shared/permissions';

/** Who is signed in, and in which of their workspaces they are. */
export interface Workspace extends Membership {
  session: Session;
  /** Asks again who is signed in, and where: the answer stands beside the workspace's own cache. */
  refreshSession: () => void;
}

export const WorkspaceContext = createContext<Workspace | null>(null);

/** The workspace of the address; only for what the workspace layout shows. */
export function useWorkspace(): Workspace {
  const workspace = use(WorkspaceContext);
  if (workspace === null) throw new Error('useWorkspace is for pages inside a workspace');
  return workspace;
}

/** How far the signed-in person may use `permission` here, or undefined where not at all. */
export function useMay(permission: Permission): Reach | undefined {
  return reachOf(useWorkspace().user.role, permission);
}
