/** Whose words they are, and what they belong to: a module and its section, say. */
export interface Place {
  email: string;
  workspace: string;
  about: readonly string[];
}

const PREFIX = 'unsaved';
/** The browser is no archive: beyond so many entries, or characters, those that were written first go. */
const MAX_ENTRIES = 200;
const MAX_CHARACTERS = 3_000_000;

/** How long what is typed waits until the browser keeps it; what a crash can take, in milliseconds. */
const PAUSE = 500;

/** Whoever signs out leaves nothing; the page that they leave says once more what it has. */
let isSignedOut = false;

/** What the browser keeps with the next pause, or could not keep, by its key. */
const waiting = new Map<string, { place: Place; id: string; words: unknown }>();
let pause: ReturnType<typeof setTimeout> | undefined;
let isWatching = false;

/**
 * As `storeUnsaved`, but not with each keystroke. What the browser cannot keep lasts as long as the page, and whoever
 * leaves that is asked first.
 */
export function storeUnsavedSoon(place: Place, id: string, words: unknown): void {
  if (isSignedOut) return;
  waiting.set(keyOf(place, id), { place, id, words });
  pause ??= setTimeout(storeWaiting, PAUSE);
  if (isWatching) return;
  isWatching = true;
  addEventListener('pagehide', storeWaiting);
  document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && storeWaiting());
  addEventListener('beforeunload', (event) => {
    storeWaiting();
    if (waiting.size > 0) event.preventDefault();
  });
}

function storeWaiting(): void {
  clearTimeout(pause);
  pause = undefined;
  for (const [key, { place, id, words }] of waiting) if (storeUnsaved(place, id, words)) waiting.delete(key);
}

/** Keeps words that the server does not have, past a reload and the end of the browser; answers whether it could. */
export function storeUnsaved(place: Place, id: string, words: unknown): boolean {
  if (isSignedOut) return false;
  try {
    const key = keyOf(place, id);
    const text = `${Date.now()} ${JSON.stringify(words)}`;
    if (text.length > MAX_CHARACTERS) return false;
    makeRoom(key, text.length);
    localStorage.setItem(key, text);
    return true;
  } catch {
    // Storage is switched off, or full.
    return false;
  }
}

export function dropUnsaved(place: Place, id: string): void {
  const key = keyOf(place, id);
  waiting.delete(key);
  attempt(() => localStorage.removeItem(key));
}

/** What was typed there last, undefined for nothing. It comes from outside: parse it. */
export function unsavedOf(place: Place, id: string): unknown {
  const key = keyOf(place, id);
  const last = waiting.get(key);
  if (last !== undefined) return last.words;
  let found: unknown;
  attempt(() => {
    const text = localStorage.getItem(key);
    if (text !== null) found = JSON.parse(text.slice(text.indexOf(' ')));
  });
  return found;
}

/** What is kept there, by its id, in the order in which it was written. It comes from outside: parse it. */
export function storedUnsaved(place: Place): Map<string, unknown> {
  const prefix = keyOf(place, '');
  const found = new Map<string, unknown>();
  attempt(() => {
    for (const { key, text } of entriesUnder(prefix)) {
      attempt(() => found.set(decodeURIComponent(key.slice(prefix.length)), JSON.parse(text.slice(text.indexOf(' ')))));
    }
  });
  return found;
}

/** Forgets all words of somebody who signs out of this browser, in each of their workspaces. */
export function forgetUnsavedOf(email: string): void {
  isSignedOut = true;
  waiting.clear();
  attempt(() => {
    for (const { key } of entriesUnder(pathOf(PREFIX, email, ''))) localStorage.removeItem(key);
  });
}

function makeRoom(key: string, length: number): void {
  const others = entriesUnder(pathOf(PREFIX, '')).filter((entry) => entry.key !== key);
  let characters = others.reduce((sum, { text }) => sum + text.length, length);
  let count = others.length + 1;
  for (const { key: oldest, text } of others) {
    if (count <= MAX_ENTRIES && characters <= MAX_CHARACTERS) return;
    localStorage.removeItem(oldest);
    characters -= text.length;
    count -= 1;
  }
}

/** Those that were written first come first. */
function entriesUnder(prefix: string): { key: string; text: string }[] {
  return Object.entries(localStorage)
    .filter(([key]) => key.startsWith(prefix))
    .map(([key, text]) => ({ key, text: String(text) }))
    .toSorted((one, other) => Number.parseInt(one.text, 10) - Number.parseInt(other.text, 10));
}

const keyOf = ({ email, workspace, about }: Place, id: string) => pathOf(PREFIX, email, workspace, ...about, id);

const pathOf = (...parts: string[]) => parts.map(encodeURIComponent).join('/');

function attempt(work: () => unknown): void {
  try {
    work();
  } catch {
    // Storage is switched off, or holds what is not ours.
  }
}
