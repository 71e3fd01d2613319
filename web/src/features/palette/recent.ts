import { z } from 'zod';
import { Entry } from './entries.ts';

const MOST_RECENT = 5;

/** Returns the user's latest choices in a workspace and browser, newest first. */
export function recentEntries(email: string, workspace: string): Entry[] {
  try {
    const kept = z.array(Entry).safeParse(JSON.parse(localStorage.getItem(keyOf(email, workspace)) ?? '[]'));
    return kept.success ? kept.data.slice(0, MOST_RECENT) : [];
  } catch {
    // Storage is disabled, or contains invalid data.
    return [];
  }
}

export function rememberEntry(email: string, workspace: string, entry: Entry): void {
  const others = recentEntries(email, workspace).filter(({ path }) => path !== entry.path);
  try {
    localStorage.setItem(keyOf(email, workspace), JSON.stringify([entry, ...others].slice(0, MOST_RECENT)));
  } catch {
    // Storage is disabled or full.
  }
}

/** Deletes a user's entries at sign-out, because they contain names. */
export function forgetRecentOf(email: string): void {
  try {
    const prefix = keyOf(email, '');
    for (const key of Object.keys(localStorage)) if (key.startsWith(prefix)) localStorage.removeItem(key);
  } catch {
    // Storage is disabled.
  }
}

const keyOf = (email: string, workspace: string) =>
  ['recent', encodeURIComponent(email), encodeURIComponent(workspace)].join('/');
