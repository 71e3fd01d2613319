import { expect, test, vi } from 'vitest';
import { type KeyPress, ShortcutRegistry } from './shortcuts.ts';

const NEXT = { keys: 'j', does: 'Next item', group: 'Review' };
const HELP = { keys: '?', does: 'Show shortcuts', group: 'Everywhere' };
const FIND = { keys: 'mod+k', does: 'Search', group: 'Everywhere' };
const PEOPLE = { keys: 'g p', does: 'Go to People', group: 'Pages' };

const pressOf = (key: string, more: Partial<KeyPress> = {}): KeyPress => ({
  key,
  code: '',
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  repeat: false,
  isComposing: false,
  timeStamp: 0,
  isTyping: false,
  isInDialog: false,
  ...more,
});

function registryWith({ isMac = false, areSingleKeysOn = true } = {}) {
  const registry = new ShortcutRegistry({ isMac, areSingleKeysOn: () => areSingleKeysOn });
  const done: string[] = [];
  const removers = [NEXT, HELP, FIND, PEOPLE].map((shortcut) =>
    registry.register(shortcut, () => done.push(shortcut.keys)),
  );
  return { registry, done, removers };
}

test('a key does what it is registered for, once while it is held down', () => {
  const { registry, done } = registryWith();
  expect(registry.press(pressOf('j'))).toBe(true);
  expect(registry.press(pressOf('j', { repeat: true }))).toBe(false);
  expect(registry.press(pressOf('x'))).toBe(false);
  expect(done).toEqual(['j']);
});

test.each<[string, KeyPress]>([
  ['typing in a field', pressOf('j', { isTyping: true })],
  ['a dialog is open', pressOf('j', { isInDialog: true })],
  ['a dialog is open, with Ctrl', pressOf('k', { isInDialog: true, ctrlKey: true })],
  ['a character is composed', pressOf('j', { isComposing: true })],
  ['Ctrl is held', pressOf('j', { ctrlKey: true })],
  ['⌘ is held', pressOf('j', { metaKey: true })],
  ['Alt is held', pressOf('j', { altKey: true })],
  ['Shift is held with a letter', pressOf('J', { shiftKey: true })],
  ['Ctrl and Shift are held', pressOf('K', { ctrlKey: true, shiftKey: true })],
  ['Ctrl and Alt are held, which some keyboards send for a third sign', pressOf('k', { ctrlKey: true, altKey: true })],
  ['⌘ takes the place of Ctrl where there is no Mac', pressOf('k', { metaKey: true })],
])('nothing is done while %s', (_, press) => {
  const { registry, done } = registryWith();
  expect(registry.press(press)).toBe(false);
  expect(done).toEqual([]);
});

test('a sign that needs Shift is the sign, wherever the keyboard has it', () => {
  const { registry, done } = registryWith();
  registry.press(pressOf('?', { shiftKey: true, code: 'Minus' }));
  expect(done).toEqual(['?']);
});

test('letters are found with Caps Lock on, and on a keyboard of another script', () => {
  const { registry, done } = registryWith();
  registry.press(pressOf('J', { code: 'KeyJ' }));
  registry.press(pressOf('о', { code: 'KeyJ' }));
  expect(done).toEqual(['j', 'j']);
});

test('Ctrl and a key work from within a field too, on a Mac with ⌘ instead', () => {
  const { registry, done } = registryWith();
  registry.press(pressOf('k', { ctrlKey: true, isTyping: true }));
  expect(done).toEqual(['mod+k']);

  const mac = registryWith({ isMac: true });
  expect(mac.registry.press(pressOf('k', { ctrlKey: true }))).toBe(false);
  mac.registry.press(pressOf('k', { metaKey: true }));
  expect(mac.done).toEqual(['mod+k']);
});

test('two keys after each other lead to a page; a second key that belongs to nothing is not taken for itself', () => {
  const { registry, done } = registryWith();
  registry.register({ ...PEOPLE, keys: 'p' }, () => done.push('p'));
  registry.press(pressOf('g'));
  registry.press(pressOf('p', { timeStamp: 1000 }));
  expect(done).toEqual(['g p']);
  registry.press(pressOf('g', { timeStamp: 2000 }));
  expect(registry.press(pressOf('j', { timeStamp: 2100 }))).toBe(true);
  expect(done).toEqual(['g p']);
});

test('the first of two keys is forgotten after a while', () => {
  const { registry, done } = registryWith();
  registry.press(pressOf('g'));
  registry.press(pressOf('j', { timeStamp: 10_000 }));
  expect(done).toEqual(['j']);
});

test('with single keys switched off, only those with Ctrl or ⌘ are left', () => {
  const { registry, done } = registryWith({ areSingleKeysOn: false });
  for (const press of [pressOf('j'), pressOf('?'), pressOf('g'), pressOf('p'), pressOf('k', { ctrlKey: true })])
    registry.press(press);
  expect(done).toEqual(['mod+k']);
});

test('what is listed is what is there now, and who looks at the list is told of changes', () => {
  const { registry, removers } = registryWith();
  const listener = vi.fn<() => void>();
  const stop = registry.subscribe(listener);
  expect(registry.list()).toEqual([NEXT, HELP, FIND, PEOPLE]);
  expect(registry.list()).toBe(registry.list());
  removers[0]?.();
  expect(registry.list()).toEqual([HELP, FIND, PEOPLE]);
  stop();
  removers[1]?.();
  expect(listener).toHaveBeenCalledTimes(1);
});

test('of two with the same keys the later one counts, until it goes', () => {
  const { registry, done } = registryWith();
  const remove = registry.register({ ...NEXT, does: 'Next row' }, () => done.push('row'));
  expect(registry.list().filter(({ keys }) => keys === 'j')).toEqual([{ ...NEXT, does: 'Next row' }]);
  registry.press(pressOf('j'));
  remove();
  registry.press(pressOf('j'));
  expect(done).toEqual(['row', 'j']);
});
