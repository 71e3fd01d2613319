import { toArrayItems, readFieldText } from '../../lib/json.ts';
import { type PaletteEntry, ENTRY_KINDS } from './entries.ts';

const MOST_RECENT = 5;

/** Returns the user's latest choices in a workspace and browser, newest first. */
export function loadRecentEntries(email: string, workspace: string): PaletteEntry[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(email, workspace)) ?? '[]');
    return toArrayItems(stored).slice(0, MOST_RECENT).flatMap(storedEntry);
  } catch {
    // Storage is disabled, or contains invalid data.
    return [];
  }
}

/** Returns a stored entry; an empty array if it is of a version that had other entries. */
function storedEntry(stored: unknown): PaletteEntry[] {
  const [path, title, detail] = [
    readFieldText(stored, 'path'),
    readFieldText(stored, 'title'),
    readFieldText(stored, 'detail'),
  ];
  const kind = ENTRY_KINDS.find((each) => each === readFieldText(stored, 'kind'));
  if (path?.startsWith('/') !== true || title === undefined || detail === undefined || kind === undefined) return [];
  return [{ path, title, detail, kind }];
}

export function storeRecentEntry(email: string, workspace: string, entry: PaletteEntry): void {
  const others = loadRecentEntries(email, workspace).filter(({ path }) => path !== entry.path);
  try {
    localStorage.setItem(keyOf(email, workspace), JSON.stringify([entry, ...others].slice(0, MOST_RECENT)));
  } catch {
    // Storage is disabled or full.
  }
}

/** Deletes a user's entries at sign-out, because they contain names. */
export function deleteRecentEntriesOf(email: string): void {
  try {
    const prefix = keyOf(email, '');
    for (const key of Object.keys(localStorage)) if (key.startsWith(prefix)) localStorage.removeItem(key);
  } catch {
    // Storage is disabled.
  }
}

const keyOf = (email: string, workspace: string) =>
  ['recent', encodeURIComponent(email), encodeURIComponent(workspace)].join('/');
