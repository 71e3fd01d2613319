import { Outlet, createRootRoute, createRoute } from '@tanstack/react-router';
import { WorkspaceLayout } from '../shell/workspace-layout.tsx';

export const root = createRootRoute({ component: Outlet });

/** Everything of a workspace; the pages of each area are in the files beside this one. */
export const workspace = createRoute({ getParentRoute: () => root, path: '/$workspace', component: WorkspaceLayout });
