import { QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { createQueryClient } from './trpc.ts';

/** Queries a list whose responses the test triggers. */
function list() {
  const cache = createQueryClient(() => undefined);
  const answers: ((answer: string) => void)[] = [];
  const observer = new QueryObserver(cache, {
    queryKey: ['list'],
    queryFn: () => new Promise<string>((resolve) => answers.push(resolve)),
  });
  const stop = observer.subscribe(() => undefined);
  return { cache, observer, answers, stop };
}

test('what changes while a list is asked for the first time is in it in the end', async () => {
  const { cache, observer, answers, stop } = list();
  expect(answers.length).toBe(1);
  void cache.invalidateQueries();
  void cache.invalidateQueries();
  answers[0]?.('of before');
  await expect.poll(() => answers.length).toBe(2);
  expect(observer.getCurrentResult().data).toBe('of before');
  answers[1]?.('with what is new');
  await expect.poll(() => observer.getCurrentResult().data).toBe('with what is new');
  expect([observer.getCurrentResult().fetchStatus, answers.length]).toEqual(['idle', 2]);
  stop();
});

test('a list that is there is asked for again, and what is not looked at is not', async () => {
  const { cache, observer, answers, stop } = list();
  answers[0]?.('first');
  await expect.poll(() => observer.getCurrentResult().data).toBe('first');
  const refreshed = cache.invalidateQueries();
  answers[1]?.('second');
  await refreshed;
  expect(observer.getCurrentResult().data).toBe('second');
  stop();
  await cache.invalidateQueries();
  expect(answers.length).toBe(2);
});
