import { expect, test } from 'vitest';
import { findMatchingChoices } from './choices.ts';

const CHOICES = [
  {
    group: 'Training',
    items: [
      { value: '1', label: 'Module assigned' },
      { value: '2', label: 'Module completed' },
    ],
  },
  { group: 'People', items: [{ value: '3', label: 'Person assigned' }] },
];
const found = (search: string, limit?: number) =>
  findMatchingChoices(CHOICES, search, limit).map(({ group, items }) => [group, ...items.map(({ value }) => value)]);

test('a choice is found by part of its name or of its group’s, and groups without one are left out', () => {
  expect(found('ASSIGNED')).toEqual([
    ['Training', '1'],
    ['People', '3'],
  ]);
  expect(found(' train')).toEqual([['Training', '1', '2']]);
  expect(found('nothing')).toEqual([]);
});

test('no more choices are shown than the limit', () => {
  expect(found('', 1)).toEqual([['Training', '1']]);
  expect(found('', 3)).toHaveLength(2);
});
