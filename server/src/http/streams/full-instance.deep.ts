import { expect, test } from 'vitest';
import { startTestServer } from '../../../test/server.ts';
import { ended, news, streamsOf } from './streams-fixture.ts';

/** Starts an instance with a low limit of streams. */
async function smallInstance(limit: number) {
  const server = await startTestServer({ bounds: { streams: limit } });
  const { open, moduleAndTrainer, count } = streamsOf(server);

  /** Creates a user who opens streams of a module in their department. */
  async function somebody(workspace?: Awaited<ReturnType<typeof moduleAndTrainer>>['workspace']) {
    const { cookie, topic, workspace: of } = await moduleAndTrainer(workspace);
    return {
      workspace: of,
      async opens() {
        const stream = open(cookie, of, { topics: [topic] });
        await expect.poll(() => stream.told.length).toBe(1);
        return stream;
      },
      heard: [news([topic])],
    };
  }
  return { somebody, count };
}

const FULL = [ended('full')];

// rules/bounds 8
test('who has no stream yet takes the place of a second one of a colleague', async () => {
  const { somebody, count } = await smallInstance(3);
  const one = await somebody();
  const two = await somebody(one.workspace);
  const first = await one.opens();
  const second = await one.opens();
  const third = await one.opens();
  const theirs = await two.opens();
  expect(theirs.told).toEqual(two.heard);
  await third.closed;
  expect(third.told).toEqual([...one.heard, ...FULL]);
  expect([first.told, second.told]).toEqual([one.heard, one.heard]);
  // A user who already has a stream takes no one else's place.
  expect((await two.opens()).told).toEqual(FULL);
  expect((await one.opens()).told).toEqual(FULL);
  expect(await count()).toBe(3);
});

test('a workspace with less than its share takes the place of one that has more, and no further', async () => {
  const { somebody, count } = await smallInstance(4);
  const noisy = await somebody();
  const crowd = [noisy];
  while (crowd.length < 4) crowd.push(await somebody(noisy.workspace));
  const held = [];
  for (const each of crowd) held.push(await each.opens());
  const quiet = await somebody();
  const others = [await somebody(quiet.workspace), await somebody(quiet.workspace)];
  expect((await quiet.opens()).told).toEqual(quiet.heard);
  await held[3]!.closed;
  expect(held[3]!.told.slice(1)).toEqual(FULL);
  expect((await others[0]!.opens()).told).toEqual(others[0]!.heard);
  await held[2]!.closed;
  // Two streams each now: no workspace has more than its share.
  expect((await others[1]!.opens()).told).toEqual(FULL);
  expect((await crowd[3]!.opens()).told).toEqual(FULL);
  expect(held.slice(0, 2).map(({ told }) => told.length)).toEqual([1, 1]);
  expect(await count()).toBe(4);
});
