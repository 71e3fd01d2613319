/** Returns true for a path of this site, so that a crafted link can't redirect a signed-in user elsewhere. */
export function isSameOriginPath(path: string): boolean {
  return /^\/(?![/\\])/.test(path) && URL.parse(path, location.origin)?.origin === location.origin;
}

const NEXT_PAGE = 'next-page';

/** Stores the path to open after signing in, because the mailed link opens in a different tab. */
export function storePathAfterSignIn(path: string | undefined): void {
  try {
    if (path === undefined) localStorage.removeItem(NEXT_PAGE);
    else localStorage.setItem(NEXT_PAGE, path);
  } catch {
    // Storage may be disabled; the link then leads to the start page.
  }
}

/** Returns the stored path and deletes it. */
export function takePathAfterSignIn(): string | null {
  try {
    const kept = localStorage.getItem(NEXT_PAGE);
    localStorage.removeItem(NEXT_PAGE);
    return kept !== null && isSameOriginPath(kept) ? kept : null;
  } catch {
    return null;
  }
}

/** Returns the sign-in URL that continues to `path`. */
export function createConsoleSignInUrl(path: string): string {
  return path === '/' ? '/sign-in' : `/sign-in?${new URLSearchParams({ next: path })}`;
}
