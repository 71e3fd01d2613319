import { randomUUID } from 'node:crypto';
import { liveTopics } from '@training/shared/live';
import { expect, test } from 'vitest';
import { EventStream } from './event-stream.ts';
import { ended, news } from './streams-fixture.ts';

const [one, two, three] = [liveTopics.module(randomUUID()), liveTopics.module(randomUUID()), liveTopics.reviews];

function open() {
  const opener = { workspaceId: randomUUID(), person: randomUUID(), sessionId: 'session' };
  return new EventStream(opener, { tab: 'page', topics: [one, two, three] });
}

const step = (value: unknown) => ({ done: false, value });
const DONE = { done: true, value: undefined };

// rules/bounds 8
test('who reads slowly is told of each topic once, what is lost last, and then why it ends', async () => {
  const stream = open();
  for (let n = 0; n < 100; n++) stream.tell({ changed: [one, three], lost: [] });
  stream.tell({ changed: [one], lost: [three] });
  stream.end('full');
  stream.end('stopping');
  expect(await stream.next()).toEqual(step(news([one], [three])));
  expect(await stream.next()).toEqual(step(ended('full')));
  expect(await stream.next()).toEqual(DONE);
});

test('who waits is told at once, and one who has left waits no more', async () => {
  const stream = open();
  const waiting = stream.next();
  stream.tell({ changed: [two], lost: [] });
  expect(await waiting).toEqual(step(news([two])));
  const left = stream.next();
  await stream.return();
  expect(await left).toEqual(DONE);
  stream.tell({ changed: [two], lost: [] });
  expect(await stream.next()).toEqual(DONE);
});
