import { expect, test } from 'vitest';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  asHeading,
  docxWithPictures,
  inTable,
  pictureOf,
  scannedPdf,
} from '../../../../../test/documents/make-scans.ts';
import { startJobsServer, untilJob } from '../../jobs/ai-jobs-fixture.ts';

const file = path.join(mkdtempSync(path.join(tmpdir(), 'models-')), 'models.json');
const price = { input: 1, output: 2 };
writeFileSync(
  file,
  JSON.stringify({ anthropic: [{ id: 'claude-blind', label: 'Claude Blind', tier: 'large', price }] }),
);
const { providers, trainer } = await startJobsServer({ env: { AI_MODELS_FILE: file } });

// rules/ai 27
test('scanned pages beside others are named, and the others are used', { tags: ['deep'] }, async () => {
  const { client } = await trainer();
  const pdf = scannedPdf(['Gate 7 stays closed at night and is opened by the shift lead only.', null, null]);
  const upload = async () => (await client.ai.upload.mutate(new Blob([new Uint8Array(pdf)]))).id;
  const scan = { model: null, of: 'pages', pages: [], unread: [2, 3] };
  const { id: read } = await client.ai.extractDocument.mutate({ file_id: await upload(), name: 'a.pdf' });
  expect(await untilJob(client, read, 'succeeded', 'failed')).toMatchObject({ state: 'succeeded', result: { scan } });
  const source = { file_id: await upload(), name: 'a.pdf' };
  for (const make of [client.ai.generateCards, client.ai.generateQuiz]) {
    const { id } = await make.mutate({ source, count: 1 });
    expect(await untilJob(client, id, 'succeeded', 'failed')).toMatchObject({ state: 'succeeded', result: { scan } });
    source.file_id = await upload();
  }
  expect(providers.requests.filter(({ body }) => body.includes('read_page'))).toEqual([]);
});

async function isRefused(_: string, bytes: Uint8Array, advice: RegExp): Promise<void> {
  const { client } = await trainer();
  const { id: file_id } = await client.ai.upload.mutate(new Blob([new Uint8Array(bytes)]));
  const { id } = await client.ai.extractDocument.mutate({ file_id, name: 'a.pdf' });
  const job = await untilJob(client, id, 'failed', 'succeeded');
  expect(job.error).toMatchObject({ code: 'document_unreadable', detail: expect.stringMatching(advice) });
  expect(providers.requests.filter(({ body }) => body.includes('read_page'))).toEqual([]);
}

// rules/ai 27
test.each([
  ['a scan', scannedPdf([null]), /OCR/],
  ['a picture', pictureOf(), /Choose a model that does/],
])('%s is refused where the model has no vision, and nothing is sent', isRefused);

test.each([
  ['a Word document of pictures', docxWithPictures([pictureOf()]), /choose a model that reads pictures/],
  ['a table of pictures', docxWithPictures([pictureOf()], inTable), /choose a model that reads pictures/],
  ['a heading that is a picture', docxWithPictures([pictureOf()], asHeading), /choose a model that reads pictures/],
])('%s is refused where the model has no vision, and nothing is sent', { tags: ['deep'] }, isRefused);
