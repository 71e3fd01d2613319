import type { AnyRouter } from '@tanstack/react-router';
import type { Membership } from '@training/shared/sessions';
import { loadLastWorkspaceSlug } from './last-workspace.ts';

/** Returns the path of a page within a workspace: `/demo/people` for `/people`. Null if there is no such page. */
export function prefixPathWithWorkspace(router: AnyRouter, slug: string, path: string): string | null {
  const inside = `/${slug}${path}`;
  const [, params, page] = router.getMatchedRoutes(new URL(inside, location.origin).pathname);
  // The router's name for an unmatched rest.
  return page === undefined || '**' in params ? null : inside;
}

/** Returns the last used workspace, or else the user's first. */
export function defaultWorkspaceSlugOf(memberships: readonly Membership[]): string | undefined {
  const last = loadLastWorkspaceSlug();
  const slugs = memberships.map(({ workspace }) => workspace.slug);
  return slugs.find((slug) => slug === last) ?? slugs[0];
}

/** Returns true if a path belongs to one of `workspaces` (slugs), or is a page of any workspace. */
export function isPathInWorkspaces(path: string, workspaces: string[], router: AnyRouter): boolean {
  const [, slug] = new URL(path, location.origin).pathname.split('/');
  if (slug !== undefined && workspaces.includes(slug)) return true;
  return workspaces.some((workspace) => prefixPathWithWorkspace(router, workspace, path) !== null);
}
