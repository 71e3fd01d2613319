/** The owner of the text, and its subject, such as a module and its section. */
export interface UnsavedPlace {
  email: string;
  workspace: string;
  about: readonly string[];
}

const PREFIX = 'unsaved';
/** Storage limits. Beyond them, the oldest entries are deleted. */
const MAX_ENTRIES = 200;
const MAX_CHARACTERS = 3_000_000;

/** Milliseconds before text is stored, and thus the maximum loss in a crash. */
const PAUSE = 500;

/** True after signing out, when nothing may be stored. The page being left still tries to store its text. */
let isSignedOut = false;

/** Text waiting to be stored, or that couldn't be stored, by key. */
const waiting = new Map<string, { place: UnsavedPlace; id: string; input: unknown }>();
let pause: ReturnType<typeof setTimeout> | undefined;
let isWatching = false;

/**
 * Like `storeUnsavedInput`, but debounced. Text that the browser can't store lasts as long as the page, and the user is
 * warned before leaving it.
 */
export function storeUnsavedInputSoon(place: UnsavedPlace, id: string, input: unknown): void {
  if (isSignedOut) return;
  waiting.set(keyOf(place, id), { place, id, input });
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
  for (const [key, { place, id, input }] of waiting) if (storeUnsavedInput(place, id, input)) waiting.delete(key);
}

/** Stores unsaved text across reloads and browser restarts; returns true if it succeeded. */
export function storeUnsavedInput(place: UnsavedPlace, id: string, input: unknown): boolean {
  if (isSignedOut) return false;
  try {
    const key = keyOf(place, id);
    const text = `${Date.now()} ${JSON.stringify(input)}`;
    if (text.length > MAX_CHARACTERS) return false;
    makeRoom(key, text.length);
    localStorage.setItem(key, text);
    return true;
  } catch {
    // Storage is disabled or full.
    return false;
  }
}

export function deleteUnsavedInput(place: UnsavedPlace, id: string): void {
  const key = keyOf(place, id);
  waiting.delete(key);
  attempt(() => localStorage.removeItem(key));
}

/** Returns the text typed last, or undefined. It is untrusted: parse it. */
export function loadLastUnsavedInput(place: UnsavedPlace, id: string): unknown {
  const key = keyOf(place, id);
  const last = waiting.get(key);
  if (last !== undefined) return last.input;
  let found: unknown;
  attempt(() => {
    const text = localStorage.getItem(key);
    if (text !== null) found = JSON.parse(text.slice(text.indexOf(' ')));
  });
  return found;
}

/** Returns the stored texts by id, in the order of writing. They are untrusted: parse them. */
export function loadStoredUnsavedInputs(place: UnsavedPlace): Map<string, unknown> {
  const prefix = keyOf(place, '');
  const found = new Map<string, unknown>();
  attempt(() => {
    for (const { key, text } of entriesUnder(prefix)) {
      attempt(() => found.set(decodeURIComponent(key.slice(prefix.length)), JSON.parse(text.slice(text.indexOf(' ')))));
    }
  });
  return found;
}

/** Deletes all text of a user who signs out of this browser, in all workspaces. */
export function deleteUnsavedInputsOf(email: string): void {
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

/** Returns the entries, oldest first. */
function entriesUnder(prefix: string): { key: string; text: string }[] {
  return Object.entries(localStorage)
    .filter(([key]) => key.startsWith(prefix))
    .map(([key, text]) => ({ key, text: String(text) }))
    .toSorted((one, other) => Number.parseInt(one.text, 10) - Number.parseInt(other.text, 10));
}

const keyOf = ({ email, workspace, about }: UnsavedPlace, id: string) => pathOf(PREFIX, email, workspace, ...about, id);

const pathOf = (...parts: string[]) => parts.map(encodeURIComponent).join('/');

function attempt(work: () => unknown): void {
  try {
    work();
  } catch {
    // Storage is disabled, or contains invalid data.
  }
}
