import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Note, editsOf, sections } from '../../../../test/notes.ts';
import { hasSameItemContent, type ModuleItem } from '../../items/item-fields.ts';
import { type ComparedItem, compareItems } from './compare-items.ts';

/** Compares items given as "id:text". Formats each as "id change", with `*` if it also moved. */
function compare(before: string, after: string): string[] {
  const rows = compareItems(itemsOf(before), itemsOf(after), (one, other) => one.text === other.text);
  return rows.map(({ id, change, isMoved }) => `${id} ${change}${isMoved ? '*' : ''}`);
}

function itemsOf(line: string) {
  return line
    .split(' ')
    .filter(Boolean)
    .map((item) => {
      const [id = '', text = ''] = item.split(':');
      return { id, text };
    });
}

test('content is compared itself, not by the words in which it is shown', () => {
  const asked = { id: 'a', prompt: 'Q', explanation: '' };
  const number: ModuleItem = {
    ...asked,
    kind: 'number',
    value: 1,
    units: ['kg / g'],
    tolerance: { by: 'amount', of: 1 },
  };
  const match: ModuleItem = { ...asked, kind: 'matching', options: ['A → B', 'C'], matches: ['D', 'E'] };
  const written: ModuleItem = { ...asked, kind: 'short_text', accepted: ['one\n– two'] };
  const changes: [ModuleItem, Partial<ModuleItem>][] = [
    [number, { value: 2 }],
    [number, { units: ['kg', 'g'] }],
    [number, { tolerance: { by: 'percent', of: 1 } }],
    [number, { tolerance: { by: 'amount', of: 2 } }],
    [number, { topic: 'Loads' }],
    [match, { options: ['A', 'C'], matches: ['B → D', 'E'] }],
    [match, { partial_credit: true }],
    [written, { accepted: ['one', 'two'] }],
    [written, { allow_typo: true }],
    [written, { media: [{ at: 'prompt', kind: 'picture', digest: 'a', alt: 'x' }] as never }],
  ];
  for (const [item, change] of changes)
    expect(hasSameItemContent(item, { ...item, ...change } as ModuleItem)).toBe(false);
  const { prompt, ...others } = number;
  expect(hasSameItemContent(number, { ...others, prompt, id: 'b', media: [] })).toBe(true);
});

test('only what was taken out of its order counts as moved', () => {
  expect(compare('a b c d', 'd a b c')).toEqual(['d moved*', 'a unchanged', 'b unchanged', 'c unchanged']);
  expect(compare('a b c d', 'b c d a')).toEqual(['b unchanged', 'c unchanged', 'd unchanged', 'a moved*']);
  expect(compare('a b c', 'x a y b z c').filter((row) => row.endsWith('*'))).toEqual([]);
});

test('what was removed stands where it was, and what is new where it is', () => {
  expect(compare('a b c', 'a c d')).toEqual(['a unchanged', 'b removed', 'c unchanged', 'd added']);
  expect(compare('a b c', 'c')).toEqual(['a removed', 'b removed', 'c unchanged']);
  expect(compare('', 'a')).toEqual(['a added']);
  expect(compare('a b', '')).toEqual(['a removed', 'b removed']);
});

test('what was changed and moved is both', () => {
  expect(compare('a:one b c', 'b c a:two')).toEqual(['b unchanged', 'c unchanged', 'a changed*']);
});

const isSame = (one: Note, other: Note) => one.text === other.text;
const idsOf = (items: readonly { id: string }[]) => items.map(({ id }) => id);

/** Checks a property for random edits of a section. */
function always(check: (rows: ComparedItem<Note>[], before: Note[], after: Note[]) => void): void {
  const versions = sections.chain((before) =>
    fc.record({ before: fc.constant(before), after: editsOf(before, 'new') }),
  );
  const property = fc.property(versions, ({ before, after }) =>
    check(compareItems(before, after, isSame), before, after),
  );
  fc.assert(property, { numRuns: 1_000 });
}

describe('whatever became of a section', () => {
  test('each item of either version stands there once, as it was and as it is', () => {
    always((rows, before, after) => {
      expect(idsOf(rows).toSorted()).toEqual([...new Set(idsOf([...before, ...after]))].toSorted());
      for (const row of rows) {
        expect(row.before).toBe(before.find(({ id }) => id === row.id));
        expect(row.after).toBe(after.find(({ id }) => id === row.id));
        expect(row.placeBefore).toBe(row.before && before.indexOf(row.before) + 1);
        expect(row.place).toBe(row.after ? after.indexOf(row.after) + 1 : row.placeBefore);
      }
    });
  });

  test('it is called what happened to it', () => {
    always((rows) => {
      for (const { before, after, change, isMoved } of rows) {
        if (before === undefined) expect(change).toBe('added');
        else if (after === undefined) expect(change).toBe('removed');
        else if (!isSame(before, after)) expect(change).toBe('changed');
        else expect(change).toBe(isMoved ? 'moved' : 'unchanged');
      }
    });
  });

  test('what is there stands in its order of now, and what has not moved in its order of before too', () => {
    always((rows, before, after) => {
      expect(idsOf(rows.filter((row) => row.after))).toEqual(idsOf(after));
      const unmoved = new Set(idsOf(rows.filter((row) => row.before && !row.isMoved)));
      const wereThere = idsOf(before).filter((id) => unmoved.has(id));
      const removed = new Set(idsOf(rows.filter((row) => row.after === undefined)));
      const stayed = (ids: string[]) => ids.filter((id) => !removed.has(id));
      expect(stayed(idsOf(rows).filter((id) => unmoved.has(id)))).toEqual(stayed(wereThere));
    });
  });

  test('what was removed follows what it followed', () => {
    always((rows, before) => {
      for (const [index, { id, after }] of rows.entries()) {
        if (after !== undefined) continue;
        expect(rows[index - 1]?.id).toBe(before[idsOf(before).indexOf(id) - 1]?.id);
      }
    });
  });

  test('as few as possible count as moved: each that stays has passed one that moved', () => {
    always((rows, before) => {
      const both = rows.filter((row) => row.before && row.after);
      const place = (id: string) => idsOf(before).indexOf(id);
      const inOrder = (chosen: ComparedItem<Note>[]) =>
        chosen.every(({ id }, index) => index === 0 || place(chosen[index - 1]?.id ?? '') < place(id));
      const count = both.filter(({ isMoved }) => !isMoved).length;
      const longest = Math.max(
        0,
        ...subsets(both)
          .filter(inOrder)
          .map(({ length }) => length),
      );
      expect(count).toBe(longest);
    });
  });

  test('seen from the other end, what was added was removed, and as much has moved', () => {
    always((rows, before, after) => {
      const back = compareItems(after, before, isSame);
      const named = (all: ComparedItem<Note>[], change: string) =>
        idsOf(all.filter((row) => row.change === change)).toSorted();
      expect(named(back, 'removed')).toEqual(named(rows, 'added'));
      expect(named(back, 'added')).toEqual(named(rows, 'removed'));
      expect(named(back, 'changed')).toEqual(named(rows, 'changed'));
      const movedIn = (all: ComparedItem<Note>[]) => all.filter(({ isMoved }) => isMoved).length;
      expect(movedIn(back)).toBe(movedIn(rows));
    });
  });
});

function subsets<Item>(items: Item[]): Item[][] {
  return items.reduce<Item[][]>((all, item) => [...all, ...all.map((some) => [...some, item])], [[]]);
}
