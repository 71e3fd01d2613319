import { expect, test } from '@playwright/test';
import { type Identified, isSame, merge } from '../src/features/authoring/merge.ts';

// No browser: the merge of two people's edits is a pure function.

interface Note extends Identified {
  text: string;
}

const notes = (...texts: string[]): Note[] => texts.map((text) => ({ id: text.charAt(0), text }));
const texts = (items: Note[]) => items.map(({ text }) => text);

test('changes to different items merge by themselves', () => {
  const { items, conflicts } = merge(notes('a', 'b', 'c'), notes('a mine', 'b', 'c'), notes('a', 'b', 'c theirs'));
  expect(conflicts).toEqual([]);
  expect(texts(items)).toEqual(['a mine', 'b', 'c theirs']);
});

test('what either side adds, removes or moves is taken over', () => {
  const base = notes('a', 'b', 'c');
  expect(texts(merge(base, notes('a', 'm', 'b', 'c'), notes('a', 'b', 'c', 't')).items)).toEqual([
    'a',
    'm',
    'b',
    'c',
    't',
  ]);
  expect(texts(merge(base, notes('a', 'c'), notes('a', 'b', 'c theirs')).items)).toEqual(['a', 'c theirs']);
  expect(texts(merge(base, notes('a', 'b mine', 'c'), notes('c', 'a', 'b')).items)).toEqual(['c', 'a', 'b mine']);
  expect(texts(merge(base, notes('b', 'a', 'c'), notes('a', 't', 'b', 'c')).items)).toEqual(['b', 'a', 't', 'c']);
  expect(texts(merge([], notes('m'), notes('t')).items).toSorted()).toEqual(['m', 't']);
});

test('the same item changed on both sides waits for a choice, and mine stands meanwhile', () => {
  const args = [notes('a', 'b'), notes('a mine', 'b'), notes('a theirs', 'b theirs')] as const;
  const undecided = merge(...args);
  expect(undecided.conflicts).toEqual([
    { id: 'a', mine: { id: 'a', text: 'a mine' }, theirs: { id: 'a', text: 'a theirs' } },
  ]);
  expect(texts(undecided.items)).toEqual(['a mine', 'b theirs']);
  expect(texts(merge(...args, new Map([['a', 'theirs']])).items)).toEqual(['a theirs', 'b theirs']);
  expect(merge(...args, new Map([['a', 'mine']]))).toMatchObject({ conflicts: [] });
});

test('an item that one side removed and the other changed is a conflict, not a loss', () => {
  const removed = merge(notes('a', 'b'), notes('b'), notes('a theirs', 'b'));
  expect(removed.conflicts).toEqual([{ id: 'a', mine: null, theirs: { id: 'a', text: 'a theirs' } }]);
  expect(texts(merge(notes('a'), notes('a mine'), []).items)).toEqual(['a mine']);
  expect(merge(notes('a'), [], []).conflicts).toEqual([]);
  expect(merge(notes('a'), notes('a same'), notes('a same')).conflicts).toEqual([]);
});

test('the order of fields and absent fields do not make a difference', () => {
  expect(
    isSame({ id: 'a', list: [1, { x: 1, y: 2 }] }, { list: [1, { y: 2, x: 1 }], id: 'a', source: undefined }),
  ).toBe(true);
  expect(isSame({ list: [1, 2] }, { list: [2, 1] })).toBe(false);
  expect(isSame({ list: [] }, { list: {} })).toBe(false);
  expect(isSame(null, {})).toBe(false);
});

/** A small generator of numbers from a seed, so that a failure can be repeated. */
function randomFrom(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

function edited(base: Note[], side: string, random: (below: number) => number): Note[] {
  const items = [...base];
  for (let step = random(4); step > 0; step -= 1) {
    const at = random(items.length + 1);
    const item = items[at];
    const what = random(4);
    if (what === 0 || item === undefined) items.splice(at, 0, { id: `${side}${step}`, text: `new of ${side}` });
    else if (what === 1) items.splice(at, 1);
    else if (what === 2) items[at] = { ...item, text: `${item.text} ${side}` };
    else items.splice(random(items.length), 0, ...items.splice(at, 1));
  }
  return items;
}

/** What is wrong about one merge; nothing, as it should be. */
function mistakesOf(base: Note[], mine: Note[], theirs: Note[]): string[] {
  const { items, conflicts } = merge(base, mine, theirs);
  const text = (list: Note[], id: string) => list.find((item) => item.id === id)?.text;
  const open = new Set(conflicts.map(({ id }) => id));
  const mistakes: string[] = [];
  if (new Set(items.map(({ id }) => id)).size !== items.length) mistakes.push('an item stands there twice');
  for (const id of new Set([...base, ...mine, ...theirs].map((item) => item.id))) {
    const [was, own, other] = [text(base, id), text(mine, id), text(theirs, id)];
    const isClash = own !== other && own !== was && other !== was;
    if (open.has(id) !== isClash) mistakes.push(`${id} is ${isClash ? 'no ' : 'a '}conflict`);
    if (text(items, id) !== (isClash || own !== was ? own : other)) mistakes.push(`${id} is lost or changed`);
  }
  if (!isSame(merge(base, mine, base).items, mine)) mistakes.push('mine alone is changed');
  if (!isSame(merge(base, base, theirs).items, theirs)) mistakes.push('theirs alone is changed');
  return mistakes;
}

test('no change of either side is lost, whatever both do', () => {
  const mistakes: string[] = [];
  for (let seed = 1; seed <= 20_000; seed += 1) {
    const random = randomFrom(seed);
    const base = notes(...['a', 'b', 'c', 'd', 'e'].slice(0, random(6)));
    const found = mistakesOf(base, edited(base, 'M', random), edited(base, 'T', random));
    mistakes.push(...found.map((mistake) => `seed ${seed}: ${mistake}`));
  }
  expect(mistakes).toEqual([]);
});
