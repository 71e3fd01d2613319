import { TRPCClientError } from '@trpc/client';
import { expect, test } from 'vitest';
import { readersOf } from '../../../../test/documents/reader-processes.ts';
import { scannedPdf } from '../../../../test/documents/make-scans.ts';
import { startJobsServer, untilJob } from './ai-jobs-fixture.ts';

const { server, trainer, person } = await startJobsServer();

// rules/ai 27
test('what a scan costs in the end lies between the bounds shown before', { tags: ['deep'] }, async () => {
  const { client, workspace } = await trainer();
  const { id: file_id } = await client.ai.upload.mutate(new Blob([new Uint8Array(scannedPdf([null, null, null]))]));
  const { pages, reads_pictures, cost } = await client.ai.estimateReading.query({ file_id });
  expect({ pages, reads_pictures }).toEqual({ pages: 3, reads_pictures: true });
  expect(cost).toMatchObject({ calls: 4, label: 'Claude Opus 5.5', own: false });
  const { id } = await client.ai.extractDocument.mutate({ file_id, name: 'a.pdf' });
  await untilJob(client, id, 'succeeded');
  const { rows } = await server.db.pool.query<{ usd: number }>(
    'select sum(cost_usd)::float8 as usd from ai_calls where workspace_id = $1',
    [workspace.id],
  );
  expect(rows[0]!.usd).toBeGreaterThan(0);
  expect(rows[0]!.usd).toBeLessThanOrEqual(cost!.high_usd!);
  expect(cost!.low_usd).toBeLessThan(cost!.high_usd!);
});

test('somebody else’s file is not found', async () => {
  const { client, workspace } = await trainer();
  const other = await person(workspace);
  const { id: file_id } = await client.ai.upload.mutate(new Blob(['Some words.']));
  await expect(other.client.ai.estimateReading.query({ file_id })).rejects.toMatchObject({
    data: { code: 'NOT_FOUND' },
  });
});

// rules/ai 27, rules/bounds 7
test('while documents are read for estimates, colleagues are answered', { tags: ['deep'] }, async () => {
  const { client, workspace } = await trainer();
  const colleague = await person(workspace);
  // Takes the longest that a document may.
  const slow = new Blob([`a${'\u0300\u0316'.repeat(400_000)}`]);
  const { id: file_id } = await client.ai.upload.mutate(slow);
  const leaving = new AbortController();
  const ended: string[] = [];
  const asked = Array.from({ length: 10 }, () =>
    client.ai.estimateReading.query({ file_id }, { signal: leaving.signal }).then(
      () => ended.push('read'),
      (error: unknown) => ended.push(error instanceof TRPCClientError ? error.message : 'failed'),
    ),
  );
  await expect.poll(() => readersOf(process.pid)).toHaveLength(1);
  expect(await colleague.client.courses.list.query({})).toMatchObject({ courses: [] });
  // More than a few at once are refused.
  await expect.poll(() => ended).toHaveLength(6);
  expect(new Set(ended)).toEqual(new Set(['Your other documents are still being read. Try again in a moment.']));
  leaving.abort();
  await Promise.all(asked);
  // A page that was closed leaves no document to be read.
  await expect.poll(() => readersOf(process.pid)).toEqual([]);
  const { id: next } = await client.ai.upload.mutate(new Blob(['Some words.']));
  await expect.poll(() => client.ai.estimateReading.query({ file_id: next }).catch(String)).toMatchObject({ pages: 0 });
});

async function costsWhatWasShown(file: Uint8Array, pages: number): Promise<void> {
  const { client, workspace } = await trainer();
  const { id: file_id } = await client.ai.upload.mutate(new Blob([new Uint8Array(file)]));
  const asked = { section: 'flashcards' as const, count: 2, source: { from: 'file' as const, file_id } };
  const cost = await client.ai.estimate.query(asked);
  expect(cost).toMatchObject({ calls: 2 + pages, label: 'Claude Opus 5.5' });
  const { id } = await client.ai.generateCards.mutate({ source: { file_id, name: 'a' }, count: 2 });
  await untilJob(client, id, 'succeeded');
  const { rows } = await server.db.pool.query<{ usd: number }>(
    'select sum(cost_usd)::float8 as usd from ai_calls where workspace_id = $1',
    [workspace.id],
  );
  // The stand-in counts small pictures by their bytes.
  expect(rows[0]!.usd).toBeGreaterThanOrEqual(pages === 0 ? cost!.low_usd! : 0);
  expect(rows[0]!.usd).toBeLessThanOrEqual(cost!.high_usd!);
}

// rules/ai 21
test('cards made of a file of text cost what was shown before', () =>
  costsWhatWasShown(Buffer.from('Gate 7 stays closed at night.\n\nWait 30 seconds before you open the cover.'), 0));

// rules/ai 21, 27
test('cards made of a file of scans cost what was shown before', { tags: ['deep'] }, () =>
  costsWhatWasShown(scannedPdf([null, null]), 2),
);
