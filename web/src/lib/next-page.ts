import type { AnyRouter } from '@tanstack/react-router';
import { z } from 'zod';
import { pathInWorkspace } from './path-in-workspace.ts';

/** Only a path of ours: a link that someone else made must not lead a signed-in person away. */
export const ConsolePath = z
  .string()
  .regex(/^\/(?![/\\])/)
  .refine((path) => URL.parse(path, location.origin)?.origin === location.origin);

const NEXT_PAGE = 'next-page';

/** Keeps where somebody wanted to go while they look for the mailed link, which opens in a tab of its own. */
export function keepNextPage(path: string | undefined): void {
  try {
    if (path === undefined) localStorage.removeItem(NEXT_PAGE);
    else localStorage.setItem(NEXT_PAGE, path);
  } catch {
    // Storage can be switched off; then the link leads to the start page.
  }
}

/** The kept path, once, and only if it lies in one of `workspaces` (slugs), or in whichever is theirs. */
export function takeNextPage(workspaces: string[], router: AnyRouter): string | null {
  try {
    const kept = ConsolePath.safeParse(localStorage.getItem(NEXT_PAGE));
    localStorage.removeItem(NEXT_PAGE);
    if (!kept.success) return null;
    const [, slug] = new URL(kept.data, location.origin).pathname.split('/');
    if (slug !== undefined && workspaces.includes(slug)) return kept.data;
    return workspaces.some((workspace) => pathInWorkspace(router, workspace, kept.data)) ? kept.data : null;
  } catch {
    return null;
  }
}
