import { expect, test } from 'vitest';
import { ByteBudget } from './byte-budget.ts';

const LIMITS = { most: 64, ofWorkspace: 32, ofNobody: 8 };

/** Takes all bytes that are free, one at a time. */
function takeAll(budget: ByteBudget, workspaceId: string): number {
  for (let taken = 0; ; taken++) {
    try {
      budget.take({ workspaceId }, 1);
    } catch {
      return taken;
    }
  }
}

test('a workspace has half, and several that take all they can leave the next as much as the last of them has', () => {
  const budget = new ByteBudget(LIMITS);
  expect(['a', 'b', 'c', 'd', 'e'].map((id) => takeAll(budget, id))).toEqual([32, 16, 8, 4, 2]);
  expect(takeAll(budget, 'f')).toBe(1);
});

test('what is given back is there again, once', () => {
  const budget = new ByteBudget(LIMITS);
  const release = budget.take({ workspaceId: 'a' }, 30);
  expect(() => budget.take({ workspaceId: 'a' }, 3)).toThrow('receiving too much at once');
  release();
  release();
  expect(takeAll(budget, 'a')).toBe(32);
});
