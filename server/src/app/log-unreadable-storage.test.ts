import { once } from 'node:events';
import { createServer } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { openBucketStorage } from '../platform/storage/s3-storage.ts';
import { logUnreadableStorage } from './log-unreadable-storage.ts';

// rules/operation 17
test.each([
  ['NoSuchBucket', 404, 1],
  ['AccessDenied', 403, 1],
  ['NoSuchKey', 404, 0],
])('a bucket that answers %s is told at the start, unless it only lacks an object', async (code, status, errors) => {
  const bucket = createServer((_, answer) => answer.writeHead(status).end(`<Error><Code>${code}</Code></Error>`));
  bucket.listen(0, '127.0.0.1');
  await once(bucket, 'listening');
  onTestFinished(() => void bucket.close());
  const { port } = z.object({ port: z.number() }).parse(bucket.address());
  const said: string[] = [];
  await logUnreadableStorage(openBucketStorage(`http://key:hidden@127.0.0.1:${port}/media`), {
    error: (_: object, message?: string) => void said.push(message ?? ''),
  });
  expect(said).toHaveLength(errors);
  for (const line of said)
    expect(line).toMatch(new RegExp(`^The storage .*/media can’t be used: ${status} ${code}. Check STORAGE_URL`));
  expect(said.join('')).not.toContain('hidden');
});
