import { expect, test } from 'vitest';
import { chooseParts } from './choose-parts.ts';

const LINES = [
  'Check the brakes before the first drive of every shift.',
  'Keep three metres of distance from people who walk.',
  'Report every collision to the shift lead at once.',
  'Never carry people on the forks of the truck.',
];
const parts = LINES.map((text, n) => ({ n, text: `${text} More of it.` }));
const [brakes = '', distance = '', collision = ''] = LINES;
const chosen = (...asked: Parameters<typeof chooseParts<(typeof parts)[number]>>) =>
  chooseParts(...asked).map(({ n }) => n);

test('the part that has the passage is read, and no other', () => {
  expect(chosen(parts, { which: 'with', passage: distance.toLowerCase() })).toEqual([1]);
});

test('at most three parts are read of which there is least, the least first', () => {
  const passages = [brakes, brakes, distance, 'Somebody has worded this anew.'];
  expect(chosen(parts, { which: 'fewest', passages })).toEqual([2, 3, 1]);
  expect(chosen(parts, { which: 'fewest', passages: [] })).toEqual([0, 1, 2]);
  expect(chosen(parts.slice(0, 2), { which: 'fewest', passages })).toEqual([1, 0]);
});

test('a passage that several parts have counts for the first of them', () => {
  const twice = [...parts, { n: 4, text: collision }];
  expect(chosen(twice, { which: 'with', passage: collision })).toEqual([2]);
});

test('where no part has the passage, some are read all the same', () => {
  expect(chosen(parts, { which: 'with', passage: 'Nobody has ever written these words.' })).toEqual([0, 1, 2]);
});
