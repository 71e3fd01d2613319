import { expect, onTestFinished, test } from 'vitest';
import { CoalescingWorkQueue } from './keyed-work-queue.ts';

/** Creates work that runs until it is released, in the order in which it started. */
function open(options: { atOnce: number; rest?: number }) {
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const work = (key: string) => {
    begun.push(key);
    return new Promise<void>((resolve) => ends.push(resolve));
  };
  const turns = new CoalescingWorkQueue({ rest: 0, ...options, work });
  onTestFinished(() => turns.close());
  return { turns, begun, endFirst: () => ends.shift()?.() };
}

test('who asks all the time waits behind the others, and is worked on once for many times', async () => {
  const { turns, begun, endFirst } = open({ atOnce: 1 });
  for (let n = 0; n < 5; n++) turns.ask('noisy');
  turns.ask('quiet');
  for (let n = 0; n < 5; n++) turns.ask('noisy');
  expect(begun).toEqual(['noisy']);
  endFirst();
  await expect.poll(() => begun).toEqual(['noisy', 'quiet']);
  endFirst();
  await expect.poll(() => begun).toEqual(['noisy', 'quiet', 'noisy']);
  endFirst();
  turns.ask('last');
  await expect.poll(() => begun.at(-1)).toBe('last');
  expect(begun).toHaveLength(4);
});

test('no more are under way at once than may be, and never two of one key', async () => {
  const { turns, begun, endFirst } = open({ atOnce: 2 });
  for (const key of ['one', 'one', 'two', 'three']) turns.ask(key);
  expect(begun).toEqual(['one', 'two']);
  endFirst();
  await expect.poll(() => begun).toEqual(['one', 'two', 'three']);
  endFirst();
  await expect.poll(() => begun).toEqual(['one', 'two', 'three', 'one']);
});

test('a key rests, and others go on meanwhile', async () => {
  const { turns, begun, endFirst } = open({ atOnce: 1, rest: 60_000 });
  turns.ask('one');
  endFirst();
  turns.ask('one');
  turns.ask('two');
  await expect.poll(() => begun).toEqual(['one', 'two']);
  endFirst();
  turns.ask('three');
  await expect.poll(() => begun).toEqual(['one', 'two', 'three']);
});
