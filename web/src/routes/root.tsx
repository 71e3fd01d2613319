import { Outlet, createRootRoute, createRoute } from '@tanstack/react-router';
import { WorkspaceLayout } from '../shell/workspace-layout.tsx';

export const rootRoute = createRootRoute({ component: Outlet });

/** The parent of all routes in a workspace. The routes of each area are in the files next to this one. */
export const workspaceRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/$workspace',
  component: WorkspaceLayout,
});
