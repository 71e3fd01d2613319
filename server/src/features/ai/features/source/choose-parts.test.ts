import type { SourcePartsToRead } from '@training/shared/ai/generated-items';
import { expect, test } from 'vitest';
import { LONGEST_STALL, measured } from '../../../../../test/hostile-servers/measured.ts';
import { createPartChooser } from './choose-parts.ts';

const LINES = [
  'Check the brakes before the first drive of every shift.',
  'Keep three metres of distance from people who walk.',
  'Report every collision to the shift lead at once.',
  'Never carry people on the forks of the truck.',
];
const parts = LINES.map((text, n) => ({ n, text: `${text} More of it.` }));
const [brakes = '', distance = '', collision = ''] = LINES;
const chosen = async (of: typeof parts, toRead: SourcePartsToRead) =>
  (await createPartChooser(of)(toRead)).map(({ n }) => n);

test('the part that has the passage is read, and no other', async () => {
  expect(await chosen(parts, { which: 'with', passage: distance.toLowerCase() })).toEqual([1]);
});

test('at most three parts are read of which there is least, the least first', async () => {
  const passages = [brakes, brakes, distance, 'Somebody has worded this anew.'];
  expect(await chosen(parts, { which: 'fewest', passages })).toEqual([2, 3, 1]);
  expect(await chosen(parts, { which: 'fewest', passages: [] })).toEqual([0, 1, 2]);
  expect(await chosen(parts.slice(0, 2), { which: 'fewest', passages })).toEqual([1, 0]);
});

test('a passage that several parts have counts for the first of them', async () => {
  const twice = [...parts, { n: 4, text: collision }];
  expect(await chosen(twice, { which: 'with', passage: collision })).toEqual([2]);
});

test('where no part has the passage, some are read all the same', async () => {
  expect(await chosen(parts, { which: 'with', passage: 'Nobody has ever written these words.' })).toEqual([0, 1, 2]);
});

// rules/bounds 2
test('the longest source, and the longest passages of a section, stall nobody', { tags: ['deep'] }, async () => {
  const long = Array.from({ length: 21 }, () => ({ text: 'a '.repeat(24_000) }));
  const passages = Array.from({ length: 500 }, (_, n) => `${'a '.repeat(700)}${n}`);
  const { stall } = await measured(() => createPartChooser(long)({ which: 'fewest', passages }));
  expect(stall).toBeLessThan(LONGEST_STALL);
});
