import { setImmediate as next } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { FairQueue } from './fair-queue.ts';

/** A queue whose work ends when it is told to, in the order in which it began. */
function queue(atOnce: number) {
  const fair = new FairQueue(atOnce);
  const began: string[] = [];
  const ends: (() => void)[] = [];
  return {
    began,
    add: (owner: string, name: string, signal?: AbortSignal) =>
      fair.run(
        owner,
        () => {
          began.push(name);
          return new Promise<void>((resolve) => ends.push(resolve));
        },
        signal,
      ),
    async end() {
      ends.shift()?.();
      await next();
    },
  };
}

test('so many run at once, and those that wait are taken in turn between their owners', async () => {
  const { began, add, end } = queue(2);
  const all = ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1'].map((name) => add(name[0] ?? '', name));
  expect(began).toEqual(['a1', 'a2']);
  for (let n = 0; n < all.length; n++) await end();
  await Promise.all(all);
  expect(began).toEqual(['a1', 'a2', 'a3', 'b1', 'c1', 'a4', 'b2']);
});

test('who gives up before the turn has come leaves no gap, and what fails gives its place on', async () => {
  const { began, add, end } = queue(1);
  const giving = new AbortController();
  const first = add('a', 'a1');
  const gone = add('b', 'b1', giving.signal);
  const last = add('c', 'c1');
  giving.abort(new Error('given up'));
  await expect(gone).rejects.toThrow('given up');
  await end();
  await end();
  await Promise.all([first, last]);
  expect(began).toEqual(['a1', 'c1']);

  const fair = new FairQueue(1);
  await expect(fair.run('a', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(await fair.run('a', () => Promise.resolve('done'))).toBe('done');
});
