import { useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import { type Shortcut, ShortcutRegistry } from './shortcut-registry.ts';

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
export function useShortcuts(): readonly Shortcut[] {
  return useSyncExternalStore(registry.subscribe, registry.list);
}

/** Listens to key presses on the whole page. Use it once, in the shell. */
export function useShortcutKeys(): void {
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
export const isTyping = (element: Element | null): boolean => (element?.closest(TAKES_LETTERS) ?? null) !== null;

function whereIs(target: EventTarget | null) {
  const element = target instanceof Element ? target : null;
  // A dialog that is fading out has already returned the focus, so key presses belong to the page.
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
    // Storage may be disabled; shortcuts are then enabled.
    return true;
  }
}

/** Returns whether single-key shortcuts are enabled in this browser, and a setter. */
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
    // Storage may be disabled; shortcuts then stay enabled.
  }
  for (const watcher of watchers) watcher();
}

/** Returns the labels of the keys: `Ctrl` and `K` for `mod+k`. */
export function keyCaps(keys: string): string[] {
  return keys.split(/[ +]/).map((key) => (key === 'mod' ? (isMac ? '⌘' : 'Ctrl') : key.toUpperCase()));
}

/** Formats keys for `aria-keyshortcuts`. */
export function ariaKeys(keys: string): string {
  return keys.replace('mod+', isMac ? 'Meta+' : 'Control+');
}
