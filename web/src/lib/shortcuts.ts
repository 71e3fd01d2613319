import { useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import { translatorOf } from './i18n/translator.ts';

const t = translatorOf('frame');

interface Shortcut {
  /** A key (`j`, `/`), a combination with Ctrl or ⌘ (`mod+k`), or a sequence of two (`g p`). */
  keys: string;
  /** A description for the shortcut list: "Next item". */
  does: string;
  /** The heading in the shortcut list: "Review". */
  group: string;
}

/** A key press, mostly as in the browser's event. */
export interface KeyPress {
  key: string;
  code: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  shiftKey: boolean;
  /** True while the key is held down; a shortcut runs only once. */
  repeat: boolean;
  /** True while an input method is composing a character. */
  isComposing: boolean;
  /** Milliseconds since any fixed moment. */
  timeStamp: number;
  /** True if the focus is in a field, or in a list searched by typing. */
  isTyping: boolean;
  /** True while a dialog is open, which has its own keys. */
  isInDialog: boolean;
}

interface Options {
  isMac: boolean;
  /** Returns true if shortcuts without Ctrl or ⌘ are enabled: WCAG 2.1.4 requires an option to disable them. */
  areSingleKeysOn: () => boolean;
}

interface Entry {
  shortcut: Shortcut;
  handler: () => void;
}

/** Milliseconds within which the second key of a sequence must follow. */
const BETWEEN_KEYS = 1500;

/** The active shortcuts. If two have the same keys, the later one counts. */
export class ShortcutRegistry {
  private entries: Entry[] = [];
  private current: readonly Shortcut[] = [];
  private readonly listeners = new Set<() => void>();
  private begun: { key: string; at: number } | undefined;
  private readonly options: Options;

  constructor(options: Options) {
    this.options = options;
  }

  /** @returns A function that removes the shortcut. */
  register(shortcut: Shortcut, handler: () => void): () => void {
    const entry = { shortcut, handler };
    this.setEntries([...this.entries, entry]);
    return () => this.setEntries(this.entries.filter((other) => other !== entry));
  }

  /** Returns the same array until shortcuts change. */
  readonly list = (): readonly Shortcut[] => this.current;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** Runs the key's shortcut; returns true if there was one. */
  press(press: KeyPress): boolean {
    const keys = this.keysOf(press);
    if (keys === undefined) return false;
    const begun = this.begun;
    this.begun = undefined;
    if (begun !== undefined && press.timeStamp - begun.at <= BETWEEN_KEYS) {
      // An unknown second key does nothing, instead of running its own shortcut.
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

  private keysOf(press: KeyPress): string | undefined {
    if (press.isComposing || press.repeat || press.isInDialog || press.altKey) return undefined;
    const key = keyOf(press);
    const [modifier, other] = this.options.isMac ? [press.metaKey, press.ctrlKey] : [press.ctrlKey, press.metaKey];
    if (other || Array.from(key).length !== 1) return undefined;
    // Shift may be needed to type a symbol, such as ?; with a letter it is a different combination.
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

/** Returns the key in lower case, even with Caps Lock; on non-Latin keyboards, the Latin letter of that position. */
function keyOf({ key, code }: KeyPress): string {
  const letter = /^Key([A-Z])$/.exec(code)?.[1];
  const isAscii = Array.from(key).every((character) => character.charCodeAt(0) < 128);
  return (isAscii || letter === undefined ? key : letter).toLowerCase();
}

const SWITCH = 'single-key-shortcuts';
const isMac = 'navigator' in globalThis && /Mac|iPhone|iPad/.test(navigator.userAgent);
const registry = new ShortcutRegistry({ isMac, areSingleKeysOn });

/**
 * Registers a shortcut while the component is mounted, and lists it behind `?`. Inactive while the user types, in
 * dialogs, and during character composition. Pass null to disable it.
 */
export function useShortcut(shortcut: Shortcut | null, handler: () => void): void {
  const latest = useRef(handler);
  useLayoutEffect(() => {
    latest.current = handler;
  });
  const { keys, does, group } = shortcut ?? {};
  useEffect(() => {
    if (keys === undefined || does === undefined || group === undefined) return;
    return registry.register({ keys, does, group }, () => latest.current());
  }, [keys, does, group]);
}

/** Returns the active shortcuts, which `?` lists. */
export function useActiveShortcuts(): readonly Shortcut[] {
  return useSyncExternalStore(registry.subscribe, registry.list);
}

/** Listens to key presses on the whole page. Use it once, in the shell. */
export function useShortcutListener(): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented) return;
      const { key, code, ctrlKey, metaKey, altKey, shiftKey, repeat, isComposing, timeStamp } = event;
      const modifiers = { ctrlKey, metaKey, altKey, shiftKey };
      const press = { key, code, ...modifiers, repeat, isComposing, timeStamp, ...whereIs(event.target) };
      // Otherwise the character would appear in the field that the shortcut focuses.
      if (registry.press(press)) event.preventDefault();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}

/** Elements that accept letters: fields, and lists searched by typing. */
const TAKES_LETTERS = [
  'textarea',
  'select',
  'input:not([type="checkbox"], [type="radio"], [type="button"], [type="submit"], [type="file"])',
  '[contenteditable]:not([contenteditable="false"])',
  '[role="textbox"]',
  '[role="combobox"]',
  '[role="listbox"]',
  '[role="menu"]',
].join();

/** Returns true if key presses in the element are text input. */
export const isTextInputElement = (element: Element | null): boolean =>
  (element?.closest(TAKES_LETTERS) ?? null) !== null;

function whereIs(target: EventTarget | null) {
  const element = target instanceof Element ? target : null;
  // A dialog that is fading out has already returned the focus, so key presses belong to the page.
  const isInDialog =
    element === null || element === document.body
      ? document.querySelector('[aria-modal="true"]') !== null
      : element.closest('[role="dialog"], [role="alertdialog"]') !== null;
  return { isTyping: isTextInputElement(element), isInDialog };
}

function areSingleKeysOn(): boolean {
  try {
    return localStorage.getItem(SWITCH) !== 'off';
  } catch {
    // Storage may be disabled; shortcuts are then enabled.
    return true;
  }
}

/** Returns whether single-key shortcuts are enabled in this browser, and a setter. */
export function useSingleKeySetting(): [boolean, (isOn: boolean) => void] {
  return [useSyncExternalStore(subscribeToSwitch, areSingleKeysOn), setSingleKeys];
}

const watchers = new Set<() => void>();

function subscribeToSwitch(watcher: () => void): () => void {
  watchers.add(watcher);
  addEventListener('storage', watcher);
  return () => {
    watchers.delete(watcher);
    removeEventListener('storage', watcher);
  };
}

function setSingleKeys(isOn: boolean): void {
  try {
    if (isOn) localStorage.removeItem(SWITCH);
    else localStorage.setItem(SWITCH, 'off');
  } catch {
    // Storage may be disabled; shortcuts then stay enabled.
  }
  for (const watcher of watchers) watcher();
}

/** Returns the labels of the keys: `Ctrl` and `K` for `mod+k`. */
export function keyLabelsOf(keys: string): string[] {
  return keys.split(/[ +]/).map((key) => (key === 'mod' ? (isMac ? '⌘' : t('ctrl')) : key.toUpperCase()));
}

/** Formats keys for `aria-keyshortcuts`. */
export function formatAriaKeys(keys: string): string {
  return keys.replace('mod+', isMac ? 'Meta+' : 'Control+');
}
