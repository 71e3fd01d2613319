import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { BrowserStorage } from '../../../../test/browser-storage.ts';
import { type Note, editsOf, sections } from '../../../../test/notes.ts';
import {
  type UnsavedPlace,
  storeUnsavedInput,
  loadStoredUnsavedInputs,
} from '../../../lib/unsaved-input/unsaved-input.ts';
import { mergeItems } from './merge.ts';
import { SectionDraft } from './section-draft.ts';
import { startStoringEdits, fromStoredEdits, toStoredEdits, loadStoredUnsavedEdits } from './use-section-drafts.ts';

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('localStorage', new BrowserStorage());
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const Item = z.strictObject({ id: z.string(), text: z.string() });
const placeOf = (module: string, email = 'robin@example.com'): UnsavedPlace => ({
  email,
  workspace: 'w',
  about: [module, 'flashcards'],
});
const place = placeOf('m');
const note = (id: string, text = id): Note => ({ id, text });
const typed = (id: string, text: string) => (items: Note[]) =>
  items.map((item) => (item.id === id ? note(id, text) : item));

/** Opens a page for a section with `items`. `isUp` returns whether the server accepts saves. */
function open(items: Note[], isUp: () => boolean) {
  let version = 1;
  const present = () => ({ version, items, by: null, lock: null });
  const save = async (_: number, next: Note[]) => {
    if (!isUp()) throw new Error('The server is away');
    version += 1;
    items = next;
    return {
      module_id: 'm',
      section: 'quiz' as const,
      state: 'editable' as const,
      version,
      saved_at: '',
      content_hash: '',
    };
  };
  const draft = new SectionDraft<Note>(
    present(),
    { save, look: async () => present() },
    loadStoredUnsavedEdits(place, Item, items),
  );
  return { draft, keep: startStoringEdits(draft, place) };
}

test('words that the server does not have are kept, offered to the next page, and gone once they are saved', async () => {
  const items = [note('a'), note('b')];
  let isUp = false;
  const first = open(items, () => isUp);
  first.draft.edit(typed('a', 'typed'));
  await vi.advanceTimersByTimeAsync(1_500);
  const second = open(items, () => isUp);
  expect(second.draft.read().kept).toMatchObject([{ from: items, items: [note('a', 'typed'), note('b')] }]);

  // Edits of the next page are stored separately.
  second.draft.edit(typed('b', 'typed too'));
  expect(second.keep()).toBe(true);
  expect(
    open(items, () => isUp)
      .draft.read()
      .kept.map((kept) => kept.items),
  ).toEqual([
    [note('a', 'typed'), note('b')],
    [note('a'), note('b', 'typed too')],
  ]);

  isUp = true;
  const id = second.draft.read().kept[0]?.id ?? '';
  await second.draft.putBack(id);
  expect(await second.draft.flush()).toBe(true);
  expect(second.draft.read().items).toEqual([note('a', 'typed'), note('b', 'typed too')]);
  expect(loadStoredUnsavedInputs(place).size).toBe(0);
});

test('what somebody discards is not offered again, nor what the server has meanwhile', () => {
  const items = [note('a')];
  const first = open(items, () => false);
  first.draft.edit(typed('a', 'typed'));
  first.keep();
  expect(open([note('a', 'typed')], () => false).draft.read().kept).toEqual([]);
  expect(loadStoredUnsavedInputs(place).size).toBe(0);

  const second = open(items, () => false);
  second.draft.edit(typed('a', 'typed again'));
  second.keep();
  const third = open(items, () => false);
  third.draft.dropKept(third.draft.read().kept[0]?.id ?? '');
  expect(open(items, () => false).draft.read().kept).toEqual([]);
});

test('words are one person’s, and one module’s', () => {
  storeUnsavedInput(place, '1', 'mine');
  storeUnsavedInput(placeOf('m/other'), '2', 'of another');
  storeUnsavedInput(placeOf('m', 'robin@example.com/w'), '3', 'of somebody else');
  expect([...loadStoredUnsavedInputs(place)]).toEqual([['1', 'mine']]);
});

test('the oldest words go when there are too many, or too long ones', () => {
  for (let count = 1; count <= 210; count += 1) {
    vi.advanceTimersByTime(1);
    storeUnsavedInput(placeOf(`module ${count}`), 'one', count);
  }
  expect(loadStoredUnsavedInputs(placeOf('module 10')).size).toBe(0);
  expect(loadStoredUnsavedInputs(placeOf('module 11')).size).toBe(1);
  for (const module of ['first', 'second', 'third']) {
    vi.advanceTimersByTime(1);
    expect(storeUnsavedInput(placeOf(module), 'one', 'x'.repeat(1_400_000))).toBe(true);
  }
  expect(['first', 'second', 'third'].map((module) => loadStoredUnsavedInputs(placeOf(module)).size)).toEqual([
    0, 1, 1,
  ]);
  // Text that doesn't fit is reported, so that leaving asks first.
  expect(storeUnsavedInput(place, 'one', 'x'.repeat(3_000_000))).toBe(false);
  expect(loadStoredUnsavedInputs(placeOf('third')).size).toBe(1);
});

test('what was kept merges as if all of it had been kept, into whatever stands there by then', () => {
  const story = sections.chain((from) =>
    fc.record({ from: fc.constant(from), items: editsOf(from, 'mine'), present: editsOf(from, 'theirs') }),
  );
  const property = fc.property(story, ({ from, items, present }) => {
    const short = toStoredEdits({ from, items });
    expect(fromStoredEdits(short, from)).toEqual({ from, items });
    const [whole, kept] = [mergeItems(from, items, present), fromStoredEdits(short, present)];
    const merged = mergeItems(kept.from, kept.items, present);
    const sorted = <Any extends { id: string }>(all: Any[]) => all.toSorted((a, b) => (a.id < b.id ? -1 : 1));
    expect(sorted(merged.conflicts)).toEqual(sorted(whole.conflicts));
    expect(sorted(merged.items)).toEqual(sorted(whole.items));
  });
  fc.assert(property, { numRuns: 1_000 });
});
