import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Note, editsOf, sections } from '../../../../test/notes.ts';
import { hasEditsMissingFrom, isEqualAsJson, mergeItems } from './merge.ts';

const notes = (...texts: string[]): Note[] => texts.map((text) => ({ id: text.charAt(0), text }));
const texts = (items: Note[]) => items.map(({ text }) => text);

test('changes to different items merge by themselves', () => {
  const { items, conflicts } = mergeItems(notes('a', 'b', 'c'), notes('a mine', 'b', 'c'), notes('a', 'b', 'c theirs'));
  expect(conflicts).toEqual([]);
  expect(texts(items)).toEqual(['a mine', 'b', 'c theirs']);
});

test('what either side adds, removes or moves is taken over', () => {
  const base = notes('a', 'b', 'c');
  expect(texts(mergeItems(base, notes('a', 'm', 'b', 'c'), notes('a', 'b', 'c', 't')).items)).toEqual([
    'a',
    'm',
    'b',
    'c',
    't',
  ]);
  expect(texts(mergeItems(base, notes('a', 'c'), notes('a', 'b', 'c theirs')).items)).toEqual(['a', 'c theirs']);
  expect(texts(mergeItems(base, notes('a', 'b mine', 'c'), notes('c', 'a', 'b')).items)).toEqual(['c', 'a', 'b mine']);
  expect(texts(mergeItems(base, notes('b', 'a', 'c'), notes('a', 't', 'b', 'c')).items)).toEqual(['b', 'a', 't', 'c']);
  expect(texts(mergeItems([], notes('m'), notes('t')).items).toSorted()).toEqual(['m', 't']);
});

test('the same item changed on both sides waits for a choice, and mine stands meanwhile', () => {
  const args = [notes('a', 'b'), notes('a mine', 'b'), notes('a theirs', 'b theirs')] as const;
  const undecided = mergeItems(...args);
  expect(undecided.conflicts).toEqual([
    { id: 'a', mine: { id: 'a', text: 'a mine' }, theirs: { id: 'a', text: 'a theirs' } },
  ]);
  expect(texts(undecided.items)).toEqual(['a mine', 'b theirs']);
  expect(texts(mergeItems(...args, new Map([['a', 'theirs']])).items)).toEqual(['a theirs', 'b theirs']);
  expect(mergeItems(...args, new Map([['a', 'mine']]))).toMatchObject({ conflicts: [] });
});

test('an item that one side removed and the other changed is a conflict, not a loss', () => {
  const removed = mergeItems(notes('a', 'b'), notes('b'), notes('a theirs', 'b'));
  expect(removed.conflicts).toEqual([{ id: 'a', mine: null, theirs: { id: 'a', text: 'a theirs' } }]);
  expect(texts(mergeItems(notes('a'), notes('a mine'), []).items)).toEqual(['a mine']);
  expect(mergeItems(notes('a'), [], []).conflicts).toEqual([]);
  expect(mergeItems(notes('a'), notes('a same'), notes('a same')).conflicts).toEqual([]);
});

test('the order of fields and absent fields do not make a difference', () => {
  expect(
    isEqualAsJson({ id: 'a', list: [1, { x: 1, y: 2 }] }, { list: [1, { y: 2, x: 1 }], id: 'a', source: undefined }),
  ).toBe(true);
  expect(isEqualAsJson({ list: [1, 2] }, { list: [2, 1] })).toBe(false);
  expect(isEqualAsJson({ list: [] }, { list: {} })).toBe(false);
  expect(isEqualAsJson(null, {})).toBe(false);
});

const ids = (items: readonly Note[]) => items.map(({ id }) => id);
const textOf = (items: readonly Note[], id: string) => items.find((item) => item.id === id)?.text;
const among = (items: readonly Note[], others: readonly Note[]) =>
  ids(items).filter((id) => others.some((other) => other.id === id));

/** Generates the edits of two people of the same section. */
const bothSides = sections.chain((base) =>
  fc.record({ base: fc.constant(base), mine: editsOf(base, 'mine'), theirs: editsOf(base, 'theirs') }),
);

/** Checks a property for random edits of two people. */
function always(check: (sides: { base: Note[]; mine: Note[]; theirs: Note[] }) => void): void {
  fc.assert(fc.property(bothSides, check), { numRuns: 1_000 });
}

describe('whatever two people do to a section', () => {
  test('each item stands there once, and as the only side left it that changed it', () => {
    always(({ base, mine, theirs }) => {
      const { items, conflicts } = mergeItems(base, mine, theirs);
      expect(new Set(ids(items)).size).toBe(items.length);
      const open = conflicts.map(({ id }) => id);
      for (const id of new Set(ids([...base, ...mine, ...theirs, ...items]))) {
        const [was, own, other] = [textOf(base, id), textOf(mine, id), textOf(theirs, id)];
        const isClash = own !== other && own !== was && other !== was;
        expect(open.includes(id)).toBe(isClash);
        expect(textOf(items, id)).toBe(isClash || own !== was ? own : other);
      }
    });
  });

  test('both see the same conflicts, each from their side, and nothing else differs in what they get', () => {
    always(({ base, mine, theirs }) => {
      const here = mergeItems(base, mine, theirs);
      const there = mergeItems(base, theirs, mine);
      const mirrored = there.conflicts.map((conflict) => ({
        ...conflict,
        mine: conflict.theirs,
        theirs: conflict.mine,
      }));
      const sorted = <Item extends { id: string }>(items: Item[]) => items.toSorted((a, b) => (a.id < b.id ? -1 : 1));
      expect(sorted(here.conflicts)).toEqual(sorted(mirrored));
      const open = new Set(here.conflicts.map(({ id }) => id));
      const settled = (items: Note[]) => sorted(items.filter(({ id }) => !open.has(id)));
      expect(settled(here.items)).toEqual(settled(there.items));
    });
  });

  test('an order that one side changed stands, and mine where both did', () => {
    always(({ base, mine, theirs }) => {
      const { items } = mergeItems(base, mine, theirs);
      const hasMoved = (side: Note[]) => !isEqualAsJson(among(side, base), among(base, side));
      if (hasMoved(mine)) expect(among(items, mine)).toEqual(among(mine, items));
      else expect(among(items, theirs)).toEqual(among(theirs, items));
    });
  });

  test('once the merge is saved, the other side comes to the same, and merging again changes nothing', () => {
    always(({ base, mine, theirs }) => {
      const { items } = mergeItems(base, mine, theirs);
      expect(mergeItems(theirs, theirs, items)).toEqual({ items, conflicts: [] });
      expect(mergeItems(theirs, items, theirs)).toEqual({ items, conflicts: [] });
      expect(mergeItems(base, mine, base).items).toEqual(mine);
      expect(mergeItems(base, base, theirs).items).toEqual(theirs);
    });
  });

  test('a choice for each conflict leaves none, and each item as it was chosen', () => {
    const withChoices = fc.tuple(bothSides, fc.infiniteStream(fc.constantFrom('mine' as const, 'theirs' as const)));
    const property = fc.property(withChoices, ([{ base, mine, theirs }, stream]) => {
      const { conflicts } = mergeItems(base, mine, theirs);
      const choices = new Map(conflicts.map(({ id }) => [id, stream.next().value] as const));
      const chosen = mergeItems(base, mine, theirs, choices);
      expect(chosen.conflicts).toEqual([]);
      for (const [id, side] of choices) {
        expect(textOf(chosen.items, id)).toBe(textOf(side === 'mine' ? mine : theirs, id));
      }
    });
    fc.assert(property, { numRuns: 1_000 });
  });

  test('what is merged is not new to anybody, and what is not there is', () => {
    always(({ base, mine, theirs }) => {
      const { items, conflicts } = mergeItems(base, mine, theirs);
      if (conflicts.length === 0) expect(hasEditsMissingFrom({ from: base, items: mine }, items)).toBe(false);
      const isThere = mine.every(({ id, text }) => textOf(base, id) === text || textOf(theirs, id) === text);
      if (!isThere) expect(hasEditsMissingFrom({ from: base, items: mine }, theirs)).toBe(true);
    });
  });
});
