import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { BrowserStorage } from '../../../test/browser-storage.ts';
import { FormInputStore } from './use-stored-form-input.ts';
import { type UnsavedPlace, deleteUnsavedInputsOf } from './unsaved-input.ts';

const place: UnsavedPlace = { email: 'robin@example.com', workspace: 'w', about: ['person', 'new'] };
const empty = { name: '', role: 'learner', scopes: ['read'], department: null, key: '' };

const storage = new BrowserStorage();
/** Listeners on the window, by event. */
const listeners = new Map<string, (event: { preventDefault: () => void }) => void>();

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('localStorage', storage);
  vi.stubGlobal('addEventListener', listeners.set.bind(listeners));
  vi.stubGlobal('document', { addEventListener: () => undefined });
});
afterEach(() => {
  vi.runAllTimers();
  new FormInputStore(place, empty).drop();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** Simulates a page after a reload, which knows only what is stored. */
function reload() {
  vi.advanceTimersByTime(1_000);
  return new FormInputStore(place, empty);
}

test('what is typed is there again, in this page at once and after a reload, and the rest is as it is by then', () => {
  const form = new FormInputStore(place, empty);
  expect(form.restored).toBeNull();
  form.save({ ...empty, name: 'Robin', scopes: ['read', 'write'] });
  expect(new FormInputStore(place, empty)).toMatchObject({ restored: 'restored', begin: { name: 'Robin' } });
  expect(reload().begin).toEqual({ ...empty, name: 'Robin', scopes: ['read', 'write'] });
  const later = new FormInputStore(place, { ...empty, role: 'trainer' });
  expect(later).toMatchObject({ restored: 'restored', begin: { name: 'Robin', role: 'trainer' } });
  expect(later.given).toEqual({ ...empty, role: 'trainer' });
});

test('what somebody else has saved since in the place of what was typed over is said', () => {
  new FormInputStore(place, { ...empty, name: 'Before' }).save({ ...empty, name: 'Mine' });
  const form = new FormInputStore(place, { ...empty, name: 'Theirs' });
  expect(form).toMatchObject({ restored: 'outdated', begin: { name: 'Mine' }, given: { name: 'Theirs' } });
});

test('nothing is offered any more once it is sent, given up, typed away or what the server has', () => {
  const typed = { ...empty, name: 'Robin' };
  const form = new FormInputStore(place, empty);
  form.save(typed);
  form.sent();
  expect(reload().restored).toBeNull();
  // A form that stays open continues from the sent values.
  form.save({ ...typed, role: 'trainer' });
  expect(reload().begin).toEqual({ ...empty, role: 'trainer' });
  form.drop();
  expect(reload().restored).toBeNull();

  const other = new FormInputStore(place, empty);
  other.save(typed);
  other.save(empty);
  expect(reload().restored).toBeNull();
  other.save(typed);
  expect(new FormInputStore(place, typed).restored).toBeNull();
});

test('secrets are never kept, and neither is anything of a form without a place', () => {
  const secret = { ...empty, name: 'Robin', key: 'sk-secret' };
  new FormInputStore(place, empty, ['key']).save(secret);
  new FormInputStore(null, empty).save(secret);
  vi.advanceTimersByTime(1_000);
  expect(JSON.stringify(storage)).toContain('Robin');
  expect(JSON.stringify(storage)).not.toContain('sk-secret');
  expect(new FormInputStore(place, empty, ['key']).begin).toEqual({ ...empty, name: 'Robin' });
});

test('what the browser keeps and the form cannot take, as from another version of it, is left out', () => {
  const form = new FormInputStore<Record<string, unknown>>(place, {
    name: '',
    role: 1,
    scopes: '',
    old: '',
    department: 1,
  });
  form.save({ name: ['a list'], role: true, scopes: 'a text', old: 'gone', department: 'd' });
  expect(reload().begin).toEqual({ ...empty, department: 'd' });
  storage.setItem('unsaved/robin%40example.com/w/person/new/form', '1 no JSON');
  form.drop();
  storage.setItem('unsaved/robin%40example.com/w/person/new/form', '1 no JSON');
  expect(new FormInputStore(place, empty).restored).toBeNull();
});

test('whoever leaves the page is asked first where the browser could not keep it, and only there', () => {
  const form = new FormInputStore(place, empty);
  const leave = () => {
    const preventDefault = vi.fn<() => void>();
    listeners.get('beforeunload')?.({ preventDefault });
    return preventDefault.mock.calls.length > 0;
  };
  form.save({ ...empty, name: 'Robin' });
  expect(leave()).toBe(false);
  form.save({ ...empty, name: 'x'.repeat(4_000_000) });
  expect(leave()).toBe(true);
  expect(new FormInputStore(place, empty).begin.name).toHaveLength(4_000_000);
  form.drop();
  expect(leave()).toBe(false);
});

test('whoever signs out leaves nothing behind, not even what is typed while the page goes', () => {
  const form = new FormInputStore(place, empty);
  form.save({ ...empty, name: 'Robin' });
  deleteUnsavedInputsOf(place.email);
  form.save({ ...empty, name: 'Robin Example' });
  expect(reload().restored).toBeNull();
  expect(JSON.stringify(storage)).toBe('{}');
});
