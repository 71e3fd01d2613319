export interface Shortcut {
  /** A key (`j`, `/`), one with Ctrl, on a Mac with ⌘ (`mod+k`), or two after each other (`g p`). */
  keys: string;
  /** What it does, as a heading of a help page would say it: "Next item". */
  does: string;
  /** Under what it is listed: "Review". */
  group: string;
}

/** What is known of a key that was pressed; most of it as the browser's event has it. */
export interface Press {
  key: string;
  code: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  shiftKey: boolean;
  /** Held down: what a shortcut does, it does once. */
  repeat: boolean;
  /** An input method is making a character of several keys. */
  isComposing: boolean;
  /** In milliseconds, since any moment. */
  timeStamp: number;
  /** In a field, or in a list that is searched by typing. */
  isTyping: boolean;
  /** A dialog is open, and has its own keys. */
  isInDialog: boolean;
}

interface Options {
  isMac: boolean;
  /** Whether shortcuts without Ctrl or ⌘ are on: WCAG 2.1.4 wants a way to switch them off. */
  areSingleKeysOn: () => boolean;
}

interface Entry {
  shortcut: Shortcut;
  handler: () => void;
}

/** For so long the first key of two is remembered, in milliseconds. */
const BETWEEN_KEYS = 1500;

/** The shortcuts that there are at the moment. Of two with the same keys, the one that came later counts. */
export class ShortcutRegistry {
  private entries: Entry[] = [];
  private current: readonly Shortcut[] = [];
  private readonly listeners = new Set<() => void>();
  private begun: { key: string; at: number } | undefined;
  private readonly options: Options;

  constructor(options: Options) {
    this.options = options;
  }

  /** @returns Removes it. */
  register(shortcut: Shortcut, handler: () => void): () => void {
    const entry = { shortcut, handler };
    this.setEntries([...this.entries, entry]);
    return () => this.setEntries(this.entries.filter((other) => other !== entry));
  }

  /** The same array until something comes or goes. */
  readonly list = (): readonly Shortcut[] => this.current;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** Does what the key is for; answers whether it was for anything. */
  press(press: Press): boolean {
    const keys = this.keysOf(press);
    if (keys === undefined) return false;
    const begun = this.begun;
    this.begun = undefined;
    if (begun !== undefined && press.timeStamp - begun.at <= BETWEEN_KEYS) {
      // A second key that belongs to nothing does nothing, rather than what it does alone.
      this.run(`${begun.key} ${keys}`);
      return true;
    }
    if (this.run(keys)) return true;
    if (!this.entries.some(({ shortcut }) => shortcut.keys.startsWith(`${keys} `))) return false;
    this.begun = { key: keys, at: press.timeStamp };
    return true;
  }

  private run(keys: string): boolean {
    const entry = this.entries.findLast(({ shortcut }) => shortcut.keys === keys);
    entry?.handler();
    return entry !== undefined;
  }

  private keysOf(press: Press): string | undefined {
    if (press.isComposing || press.repeat || press.isInDialog || press.altKey) return undefined;
    const key = keyOf(press);
    const [modifier, other] = this.options.isMac ? [press.metaKey, press.ctrlKey] : [press.ctrlKey, press.metaKey];
    if (other || Array.from(key).length !== 1) return undefined;
    // Shift makes a sign of another one, as ? of ß; with a letter it is a combination of its own.
    if (press.shiftKey && (modifier || key.toLowerCase() !== key.toUpperCase())) return undefined;
    if (modifier) return `mod+${key}`;
    return press.isTyping || !this.options.areSingleKeysOn() ? undefined : key;
  }

  private setEntries(entries: Entry[]): void {
    this.entries = entries;
    const byKeys = new Map(entries.map(({ shortcut }) => [shortcut.keys, shortcut]));
    this.current = [...byKeys.values()];
    for (const listener of this.listeners) listener();
  }
}

/** Small, also while Caps Lock is on; on a keyboard of another script, the Latin letter of that place. */
function keyOf({ key, code }: Press): string {
  const letter = /^Key([A-Z])$/.exec(code)?.[1];
  const isAscii = Array.from(key).every((character) => character.charCodeAt(0) < 128);
  return (isAscii || letter === undefined ? key : letter).toLowerCase();
}
