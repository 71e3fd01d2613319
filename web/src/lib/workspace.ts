import { createContext, use } from 'react';
import type { Membership, Session } from '@training/shared/sessions';
import { type Permission, type PermissionReach, permissionReachOf } from '@training/shared/permissions';

/** The signed-in user, and the current workspace. */
export interface WorkspaceSession extends Membership {
  /** `email` is the number of someone who signed in with a PIN. Browser storage is kept apart by it. */
  session: Omit<Session, 'email'> & { email: string; isByPin: boolean };
  /** Refetches the session, which is in a separate cache from the workspace's. */
  refreshSession: () => void;
}

export const WorkspaceContext = createContext<WorkspaceSession | null>(null);

/** Returns the workspace of the URL. Only for components inside the workspace layout. */
export function useWorkspaceSession(): WorkspaceSession {
  const workspace = use(WorkspaceContext);
  if (workspace === null) throw new Error('useWorkspace is for pages inside a workspace');
  return workspace;
}

/** Returns the reach of `permission` for the current user, or undefined if they lack it. */
export function usePermissionReach(permission: Permission): PermissionReach | undefined {
  return permissionReachOf(useWorkspaceSession().user.role, permission);
}

/** Returns the address of a picture, sound, film or captions by its digest. */
export function useMediaAddressOf(): (digest: string) => string {
  const { slug } = useWorkspaceSession().workspace;
  return (digest) => `/media/${slug}/${digest}`;
}
