/** Only a path of ours: a link that someone else made must not lead a signed-in person away. */
export function isConsolePath(path: string): boolean {
  return /^\/(?![/\\])/.test(path) && URL.parse(path, location.origin)?.origin === location.origin;
}

const NEXT_PAGE = 'next-page';

/** Keeps where somebody wanted to go while they look for the mailed link, which opens in a tab of its own. */
export function saveNextPage(path: string | undefined): void {
  try {
    if (path === undefined) localStorage.removeItem(NEXT_PAGE);
    else localStorage.setItem(NEXT_PAGE, path);
  } catch {
    // Storage can be switched off; then the link leads to the start page.
  }
}

/** The kept path, once. */
export function keptNextPage(): string | null {
  try {
    const kept = localStorage.getItem(NEXT_PAGE);
    localStorage.removeItem(NEXT_PAGE);
    return kept !== null && isConsolePath(kept) ? kept : null;
  } catch {
    return null;
  }
}

/** Where somebody signs in who wanted to go to `path`, and goes on to then. */
export function signInAddress(path: string): string {
  return path === '/' ? '/sign-in' : `/sign-in?${new URLSearchParams({ next: path })}`;
}
