const LAST_WORKSPACE = 'last-workspace';

export function storeLastWorkspaceSlug(slug: string): void {
  try {
    localStorage.setItem(LAST_WORKSPACE, slug);
  } catch {
    // Storage may be disabled; the user then chooses each time.
  }
}

export function loadLastWorkspaceSlug(): string | null {
  try {
    return localStorage.getItem(LAST_WORKSPACE);
  } catch {
    return null;
  }
}
