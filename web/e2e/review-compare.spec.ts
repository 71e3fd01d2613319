import { expect, test } from '@playwright/test';
import { compareItems } from '../src/features/reviews/compare-items.ts';

/** Items as "id:text", compared; each as "id change", with `*` where it also moved. */
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
