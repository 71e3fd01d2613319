import { useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import { type Shortcut, ShortcutRegistry } from './shortcut-registry.ts';

const SWITCH = 'single-key-shortcuts';
const isMac = 'navigator' in globalThis && /Mac|iPhone|iPad/.test(navigator.userAgent);
const registry = new ShortcutRegistry({ isMac, areSingleKeysOn });

/**
 * Does something at a key for as long as whoever asks is shown, and lists it behind `?`. Not while somebody types, in a
 * dialog, or during the composition of a character. Null: nothing to do at the moment.
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

/** What `?` shows: all that are there now. */
export function useShortcuts(): readonly Shortcut[] {
  return useSyncExternalStore(registry.subscribe, registry.list);
}

/** Listens to the keys of the whole page; once, in the shell. */
export function useShortcutKeys(): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented) return;
      const { key, code, ctrlKey, metaKey, altKey, shiftKey, repeat, isComposing, timeStamp } = event;
      const modifiers = { ctrlKey, metaKey, altKey, shiftKey };
      const press = { key, code, ...modifiers, repeat, isComposing, timeStamp, ...whereIs(event.target) };
      // Otherwise the sign would stand in the field that the shortcut leads to.
      if (registry.press(press)) event.preventDefault();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}

/** What takes letters: fields, and lists in which one types to get to an item. */
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

/** Whether what is pressed there is typed. */
export const isTyping = (element: Element | null): boolean => (element?.closest(TAKES_LETTERS) ?? null) !== null;

function whereIs(target: EventTarget | null) {
  const element = target instanceof Element ? target : null;
  // One that fades away has given the focus back already, and what is pressed then is for the page.
  const isInDialog =
    element === null || element === document.body
      ? document.querySelector('[aria-modal="true"]') !== null
      : element.closest('[role="dialog"], [role="alertdialog"]') !== null;
  return { isTyping: isTyping(element), isInDialog };
}

function areSingleKeysOn(): boolean {
  try {
    return localStorage.getItem(SWITCH) !== 'off';
  } catch {
    // Storage can be switched off; then they are on.
    return true;
  }
}

/** Whether shortcuts of single keys are on in this browser, and the switch. */
export function useSingleKeys(): [boolean, (isOn: boolean) => void] {
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
    // Storage can be switched off; then they stay on.
  }
  for (const watcher of watchers) watcher();
}

/** As they stand on the keys: `Ctrl` and `K` of `mod+k`. */
export function keyCaps(keys: string): string[] {
  return keys.split(/[ +]/).map((key) => (key === 'mod' ? (isMac ? '⌘' : 'Ctrl') : key.toUpperCase()));
}

/** For `aria-keyshortcuts`. */
export function ariaKeys(keys: string): string {
  return keys.replace('mod+', isMac ? 'Meta+' : 'Control+');
}
