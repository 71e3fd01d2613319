import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { streamWithBoundedBackpressure } from './bounded-backpressure.ts';

const PIECE = 'x'.repeat(100_000);
const PIECES = 30;

/** Yields pieces, and records the number of pieces made and whether the generator was closed. */
function making() {
  const told = { made: 0, ended: false };
  async function* pieces() {
    try {
      for (; told.made < PIECES; told.made++) yield PIECE;
    } finally {
      told.ended = true;
    }
  }
  return { told, pieces: pieces() };
}

const nothing = () => {
  throw new Error('No room');
};

test('who reads at once gets the whole of it, and nothing is held for them', async () => {
  const { told, pieces } = making();
  const { body, made } = streamWithBoundedBackpressure(pieces, { patience: 60_000, reserveBytes: nothing });
  expect((await text(body)).length).toBe(PIECES * PIECE.length);
  await made;
  expect(told).toEqual({ made: PIECES, ended: true });
});

test('while a reader waits, little is made', async () => {
  const { told, pieces } = making();
  const { body } = streamWithBoundedBackpressure(pieces, { patience: 60_000, reserveBytes: nothing });
  await expect.poll(() => body.readableLength).toBeGreaterThan(200_000);
  expect(told.made).toBeLessThan(5);
  body.destroy();
  await expect.poll(() => told.ended).toBe(true);
});

// rules/analytics 16
test('who is too slow keeps nobody: the rest is held for them until they have read it', async () => {
  const { told, pieces } = making();
  let held = 0;
  const hold = (bytes: number) => {
    held += bytes;
    return () => (held -= bytes);
  };
  const { body, made } = streamWithBoundedBackpressure(pieces, { patience: 20, reserveBytes: hold });
  await made;
  expect(told).toEqual({ made: PIECES, ended: true });
  expect(held).toBeGreaterThan(2_000_000);
  expect((await text(body)).length).toBe(PIECES * PIECE.length);
  await expect.poll(() => held).toBe(0);
});

// rules/analytics 16
test('who is too slow while there is no room is cut off, and keeps nobody either', async () => {
  const { told, pieces } = making();
  const { body, made } = streamWithBoundedBackpressure(pieces, { patience: 20, reserveBytes: nothing });
  await made;
  expect(told.ended).toBe(true);
  await expect(text(body)).rejects.toThrow();
});

// rules/analytics 16
test('what fails while it is made ends the answer, never as if it were whole', async () => {
  async function* failing() {
    yield PIECE;
    await Promise.reject(new Error('The database went away'));
  }
  const { body } = streamWithBoundedBackpressure(failing(), { patience: 20, reserveBytes: nothing });
  await expect(text(body)).rejects.toThrow('The database went away');
});
