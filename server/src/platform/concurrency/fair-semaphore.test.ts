import { setImmediate as next } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, onTestFinished, test, vi } from 'vitest';
import { FairSemaphore, QueueRefusedError, type ReleaseSlot } from './fair-semaphore.ts';

const OPEN = { slots: 4, share: 3, waiting: 1_000, waitingOfKey: 1_000, patience: 60_000 };

/** Creates work that ends when the test says so, in the order of its admission. */
function watched(options: Partial<ConstructorParameters<typeof FairSemaphore>[0]> = {}) {
  const queue = new FairSemaphore({ ...OPEN, ...options });
  const admitted: string[] = [];
  const under: { key: string; release: ReleaseSlot }[] = [];
  const refused: string[] = [];
  const ask = (key: string, signal?: AbortSignal) =>
    Promise.resolve(queue.take(key, () => signal)).then(
      (release) => {
        admitted.push(key);
        under.push({ key, release });
      },
      (error: unknown) => void refused.push(error instanceof QueueRefusedError ? 'refused' : 'left'),
    );
  const settle = async () => {
    for (let n = 0; n < 5; n++) await Promise.resolve();
  };
  return { queue, admitted, under, refused, ask, settle };
}

/** Returns true if some key has its whole share: only requests of such a key wait beside a free slot. */
const wholeShares = (under: { key: string }[], share: number) =>
  ['a', 'b', 'c', 'd'].some((key) => under.filter((each) => each.key === key).length === share);

const Step = fc.oneof(
  fc.record({ ask: fc.constantFrom('a', 'b', 'c', 'd'), leaves: fc.boolean() }),
  fc.record({ end: fc.nat(50) }),
  fc.record({ leave: fc.nat(50) }),
);

test('whatever comes, ends and leaves: no more than the slots and shares are under way, none is free while one waits for it, and all are served', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.record({ slots: fc.integer({ min: 1, max: 5 }), share: fc.integer({ min: 1, max: 5 }) }),
      fc.array(Step, { maxLength: 60 }),
      async ({ slots, share }, steps) => {
        const { queue, under, refused, ask, settle } = watched({ slots, share, waiting: 20, waitingOfKey: 8 });
        const leaving: AbortController[] = [];
        const asked: Promise<void>[] = [];
        let refusals = 0;
        for (const step of steps) {
          if ('ask' in step) {
            const gone = new AbortController();
            if (step.leaves) leaving.push(gone);
            asked.push(ask(step.ask, gone.signal));
          } else if ('end' in step) under.splice(step.end % Math.max(1, under.length), 1)[0]?.release();
          else leaving[step.leave % Math.max(1, leaving.length)]?.abort();
          await settle();
          refusals = refused.filter((why) => why === 'refused').length;
          expect(queue.used).toBe(under.length);
          expect(queue.used).toBeLessThanOrEqual(slots);
          expect(queue.waiting).toBeLessThanOrEqual(20);
          expect(queue.used === slots || queue.waiting === 0 || wholeShares(under, share)).toBe(true);
          for (const key of 'abcd') {
            expect(under.filter((each) => each.key === key).length).toBeLessThanOrEqual(share);
          }
        }
        while (under.length > 0) {
          under.shift()?.release();
          await settle();
        }
        await Promise.all(asked);
        expect([queue.used, queue.waiting]).toEqual([0, 0]);
        expect(refused.filter((why) => why === 'refused')).toHaveLength(refusals);
      },
    ),
  );
});

// rules/bounds 7
test('a key has less while others ask, and its whole share again once nobody has for a while', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const { admitted, under, ask, settle } = watched({ slots: 8, share: 6, besideOthers: { share: 2, within: 2_000 } });
  const end = async (key: string) => {
    under
      .splice(
        under.findIndex((each) => each.key === key),
        1,
      )[0]
      ?.release();
    await settle();
  };
  for (let n = 0; n < 20; n++) void ask('loud');
  await settle();
  expect(admitted).toHaveLength(6);
  await ask('quiet');
  // The key frees slots until it has no more than its share beside others.
  for (let n = 0; n < 4; n++) await end('loud');
  expect(under.map(({ key }) => key)).toEqual(['loud', 'loud', 'quiet']);
  await end('loud');
  await end('quiet');
  expect(under).toHaveLength(2);
  vi.advanceTimersByTime(2_000);
  // A new request of the key doesn't overtake those that wait, all of which fit into its share at once.
  void ask('loud');
  await settle();
  expect(under).toHaveLength(6);
});

test('a key with a long queue has one slot, empty for twice as long as its last work took, while others ask', async () => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const besideOthers = { share: 2, within: 2_000, rest: 250 };
  const { queue, admitted, under, ask, settle } = watched({ slots: 4, share: 3, besideOthers });
  const endOf = (key: string) =>
    under
      .splice(
        under.findIndex((each) => each.key === key),
        1,
      )[0]
      ?.release();
  const countOf = (key: string) => admitted.filter((each) => each === key).length;
  const pass = async (ms: number) => {
    vi.advanceTimersByTime(ms);
    await settle();
  };
  await ask('quiet');
  for (let n = 0; n < 8; n++) void ask('noisy');
  await settle();
  expect(countOf('noisy')).toBe(2);
  // Six wait; with four slots that is a long queue.
  endOf('noisy');
  await pass(100);
  expect(countOf('noisy')).toBe(2);
  endOf('noisy');
  await pass(199);
  expect(countOf('noisy')).toBe(2);
  // Another key is served meanwhile.
  await ask('third');
  expect(queue.used).toBe(2);
  await pass(1);
  expect(countOf('noisy')).toBe(3);
  // Never longer than `rest`.
  await pass(1_000);
  endOf('noisy');
  await pass(249);
  expect(countOf('noisy')).toBe(3);
  await pass(1);
  expect(countOf('noisy')).toBe(4);
  // Four wait. Once one of them is admitted, the queue is short, and both slots of the share are used again.
  endOf('noisy');
  await pass(0);
  expect(countOf('noisy')).toBe(6);
});

test('a key that asks once is served after at most one piece of each other key, however much of those waits', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 4 }),
      fc.array(fc.constantFrom('b', 'c', 'd'), { minLength: 12, maxLength: 80 }),
      async (slots, noise) => {
        const { admitted, under, ask, settle } = watched({ slots, share: slots });
        for (const key of noise) void ask(key);
        await settle();
        const before = admitted.length;
        void ask('quiet');
        while (!admitted.includes('quiet')) {
          under.shift()?.release();
          await settle();
        }
        const between = admitted.slice(before, admitted.indexOf('quiet'));
        expect(new Set(between).size).toBe(between.length);
      },
    ),
  );
});

test('past what may wait, of all and of a key, the answer is no at once; past its patience, later', async () => {
  const { queue, under, refused, ask, settle } = watched({ slots: 1, share: 1, waiting: 3, waitingOfKey: 2 });
  for (const key of ['a', 'a', 'a', 'a', 'b', 'c']) void ask(key);
  await settle();
  expect([queue.used, queue.waiting, refused.length]).toEqual([1, 3, 2]);
  under[0]?.release();
  under[0]?.release();
  await settle();
  expect(queue.used, 'a slot that is given back twice is one').toBe(1);
  const short = watched({ slots: 1, share: 1, patience: 5 });
  void short.ask('a');
  await short.ask('b');
  expect([short.refused, short.queue.waiting]).toEqual([['refused'], 0]);
});

/** Creates a queue whose work ends on demand, in the order in which it started. */
function queue(atOnce: number) {
  const fair = new FairSemaphore({ slots: atOnce });
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
    end: async () => {
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

  const fair = new FairSemaphore({ slots: 1 });
  await expect(fair.run('a', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(await fair.run('a', () => Promise.resolve('done'))).toBe('done');
});

// rules/bounds 7
test('once all places are taken, who has fewer waiting gets the last place of who has most', async () => {
  const { queue, refused, admitted, under, ask, settle } = watched({ slots: 1, share: 1, waiting: 4 });
  const asked = ['a', 'a', 'a', 'a', 'a', 'b', 'b', 'b', 'a'].map((key) => ask(key));
  await settle();
  // The last two of a made room for b. Then b has as many waiting as a, and no key has more.
  expect(refused).toHaveLength(4);
  expect(queue.waiting).toBe(4);
  while (under.length > 0) {
    under.shift()?.release();
    await settle();
  }
  await Promise.all(asked);
  expect(admitted).toEqual(['a', 'a', 'b', 'a', 'b']);
});

test('with a rest, a key’s slot stays empty for as long as its last work took, and other keys go on', async () => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const { admitted, under, ask, settle } = watched({ slots: 1, share: 1, rest: 1_000 });
  const end = async (after: number) => {
    vi.advanceTimersByTime(after);
    under.shift()?.release();
    await settle();
  };
  for (let n = 0; n < 3; n++) void ask('one');
  await settle();
  await end(300);
  expect(admitted).toEqual(['one']);
  await ask('other');
  await end(299);
  expect(admitted).toEqual(['one', 'other']);
  vi.advanceTimersByTime(1);
  await settle();
  expect(admitted).toEqual(['one', 'other', 'one']);
  // Never longer than `rest`.
  await end(4_000);
  vi.advanceTimersByTime(1_000);
  await settle();
  expect(admitted).toEqual(['one', 'other', 'one', 'one']);
});
