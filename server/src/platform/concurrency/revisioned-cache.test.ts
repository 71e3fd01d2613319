import { expect, test } from 'vitest';
import { RevisionedCache } from './revisioned-cache.ts';

/** Builds responses of a hundred bytes and counts the builds per key. */
function builder(length = 100) {
  const builds: string[] = [];
  const build = (key: string, revision: string) => async () => {
    builds.push(key);
    return { revision, bytes: Buffer.alloc(length, revision) };
  };
  return { builds, build };
}

test('an answer is built again when another revision is in force, or when nobody knows which', async () => {
  const { builds, build } = builder();
  const cache = new RevisionedCache(1_000);
  expect((await cache.get('a', '1', build('a', '1'))).toString()).toBe('1'.repeat(100));
  await cache.get('a', '1', build('a', '1'));
  expect(builds).toEqual(['a']);
  expect((await cache.get('a', '2', build('a', '2'))).toString()).toBe('2'.repeat(100));
  await cache.get('a', undefined, build('a', '2'));
  expect(builds).toEqual(['a', 'a', 'a']);
});

test('what was used least lately goes first when the bytes are too many', async () => {
  const { builds, build } = builder();
  const cache = new RevisionedCache(210);
  for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) await cache.get(key, '1', build(key, '1'));
  expect(builds).toEqual(['a', 'b', 'c', 'b']);
});

test('an answer larger than all the room is given and not kept, and drives nothing out', async () => {
  const small = builder();
  const large = builder(1_000);
  const cache = new RevisionedCache(210);
  await cache.get('a', '1', small.build('a', '1'));
  expect(await cache.get('b', '1', large.build('b', '1'))).toHaveLength(1_000);
  await cache.get('a', '1', small.build('a', '1'));
  await cache.get('b', '1', large.build('b', '1'));
  expect(small.builds).toEqual(['a']);
  expect(large.builds).toEqual(['b', 'b']);
});

test('a crowd that comes while an older state is read shares one more build, and one that fails is no answer', async () => {
  const { builds, build } = builder();
  const cache = new RevisionedCache(1_000);
  const failing = cache.get('a', '1', () => Promise.reject(new Error('Away')));
  const crowd = Array.from({ length: 5 }, () => cache.get('a', '2', build('a', '2')));
  await expect(failing).rejects.toThrow('Away');
  expect(new Set((await Promise.all(crowd)).map(String))).toEqual(new Set(['2'.repeat(100)]));
  expect(builds).toEqual(['a']);
});
