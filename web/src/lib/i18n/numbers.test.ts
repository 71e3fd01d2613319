import { expect, test } from 'vitest';
import { formatToTenths } from './numbers.ts';

test('a median of days has one decimal at most', () => {
  expect([18.99, 6.5, 0.04, 12].map(formatToTenths)).toEqual(['19', '6.5', '0', '12']);
});
