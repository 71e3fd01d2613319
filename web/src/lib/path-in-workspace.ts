import type { AnyRouter } from '@tanstack/react-router';
import type { Membership } from '@training/shared/sessions';
import { lastWorkspace } from './last-workspace.ts';

/**
 * Where the page of an address without its workspace is in that one: `/demo/people` for `/people`. Null where there is
 * none.
 */
export function pathInWorkspace(router: AnyRouter, slug: string, path: string): string | null {
  const inside = `/${slug}${path}`;
  const [, params, page] = router.getMatchedRoutes(new URL(inside, location.origin).pathname);
  // The router's name for a rest that no route takes.
  return page === undefined || '**' in params ? null : inside;
}

/** The workspace that somebody was in last, or else their first. */
export function usualWorkspace(memberships: readonly Membership[]): string | undefined {
  const last = lastWorkspace();
  const slugs = memberships.map(({ workspace }) => workspace.slug);
  return slugs.find((slug) => slug === last) ?? slugs[0];
}

/** Whether a path lies in one of `workspaces` (slugs), or in whichever is theirs. */
export function isTheirs(path: string, workspaces: string[], router: AnyRouter): boolean {
  const [, slug] = new URL(path, location.origin).pathname.split('/');
  if (slug !== undefined && workspaces.includes(slug)) return true;
  return workspaces.some((workspace) => pathInWorkspace(router, workspace, path) !== null);
}
