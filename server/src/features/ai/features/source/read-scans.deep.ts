import type { AiJob } from '@training/shared/ai/ai-jobs';
import { expect, test } from 'vitest';
import type { Client } from '../../../../../test/server.ts';
import { docxWithPictures, pictureOf, scannedPdf } from '../../../../../test/documents/make-scans.ts';
import { startJobsServer, untilJob } from '../../jobs/ai-jobs-fixture.ts';

const { providers, trainer } = await startJobsServer();

const bytesOf = (file: Buffer) => new Blob([new Uint8Array(file)]);

/** Uploads a file and has it extracted. */
async function extracted(client: Awaited<ReturnType<typeof trainer>>['client'], file: Buffer, name = 'a.pdf') {
  const { id: file_id } = await client.ai.upload.mutate(bytesOf(file));
  const { id } = await client.ai.extractDocument.mutate({ file_id, name });
  const job = await untilJob(client, id, 'succeeded', 'failed');
  if (job.feature !== 'document_extraction') throw new Error('It is another job.');
  return job;
}

const pageCalls = () => providers.requests.filter(({ body }) => body.includes('Step: read_page'));

// rules/ai 27
test('a picture is a document of one page, and cards of it are flagged', { timeout: 60_000 }, async () => {
  const { client } = await trainer();
  const { id: file_id, kind } = await client.ai.upload.mutate(bytesOf(pictureOf()));
  expect(kind).toBe('image');
  const { id } = await client.ai.generateCards.mutate({ source: { file_id, name: 'sign.png' }, count: 2 });
  const job = await untilJob(client, id, 'succeeded', 'failed');
  if (job.feature !== 'card_generation') throw new Error('It is another job.');
  expect(job.result?.cards.length).toBeGreaterThan(0);
  for (const { flags } of job.result!.cards) expect(flags).toContainEqual({ kind: 'scanned', detail: '1' });
});

/** Makes cards, and returns them with the pages of their flags. */
async function cardsFrom(client: Client, source: object) {
  const { id } = await client.ai.generateCards.mutate({ source: source as { title: string; text: string }, count: 4 });
  return { id, ...pagesOf(await untilJob(client, id, 'succeeded')) };
}

function pagesOf(job: AiJob) {
  if (job.feature !== 'card_generation') throw new Error('It is another job.');
  const cards = job.result?.cards ?? [];
  const pages = cards.map(({ quote, flags }) => ({
    isOfScan: quote.includes('button') || quote.includes('seconds'),
    pages: flags.flatMap(({ kind, detail }) => (kind === 'scanned' ? [detail] : [])),
  }));
  return { job, pages };
}

const GATES = 'Gate 7 stays closed at night and is opened by the shift lead only.';

// rules/ai 27
test('cards of a text that “Read the document” read are flagged with its pages', { timeout: 60_000 }, async () => {
  const { client } = await trainer();
  const { result } = await extracted(client, scannedPdf([GATES, null]));
  const { pages } = await cardsFrom(client, { title: 'Gates', text: result!.text });
  expect(pages.some(({ isOfScan }) => isOfScan)).toBe(true);
  for (const each of pages) expect(each.pages).toEqual(each.isOfScan ? ['2'] : []);
});

// rules/ai 27
test('pictures inside a Word document are read where they stand, each once', { timeout: 60_000 }, async () => {
  const { client } = await trainer();
  providers.requests.length = 0;
  const sign = pictureOf();
  const large = pictureOf();
  large.writeUInt32BE(100_000, 16);
  const docx = docxWithPictures([
    GATES,
    sign,
    'Report every damage to the shift lead.',
    sign,
    pictureOf(20, 20),
    large,
  ]);
  const { result } = await extracted(client, docx, 'gates.docx');
  expect(result?.scan).toEqual({ model: 'Claude Opus 5.5', of: 'pictures', pages: [1], unread: [2] });
  expect(result?.text.split('\n\n')).toEqual([
    GATES,
    'Press the red button to stop the machine. Wait 30 seconds before you open the cover.',
    'Report every damage to the shift lead.',
  ]);
  expect(pageCalls()).toHaveLength(1);
  const { job } = await cardsFrom(client, { title: 'Gates', text: result!.text });
  const flagged = job.result!.cards.filter(({ flags }) => flags.some(({ kind }) => kind === 'pictured'));
  expect(flagged.length).toBeGreaterThan(0);
  for (const { quote, flags } of flagged) {
    expect(quote).toMatch(/button|seconds/);
    expect(flags).toContainEqual({ kind: 'pictured', detail: '1' });
  }
});

// rules/ai 27
test('a Word document that has pictures only is read from them', { timeout: 60_000 }, async () => {
  const { client } = await trainer();
  const { result } = await extracted(client, docxWithPictures([pictureOf(300, 400), pictureOf()]), 'scan.docx');
  expect(result?.scan).toMatchObject({ of: 'pictures', pages: [1, 2], unread: [] });
});

test('pages that the model cannot read are named, and the others are used', { timeout: 60_000 }, async () => {
  const { client } = await trainer();
  let asked = 0;
  providers.respond('page', () => (++asked > 3 ? { text: 'Gate 8 is opened at six in the morning.' } : 'not JSON'));
  try {
    const { result } = await extracted(client, scannedPdf([null, null]));
    expect(result?.scan).toMatchObject({ pages: [2], unread: [1] });
    expect(result?.text).toBe('Gate 8 is opened at six in the morning.');
  } finally {
    providers.respond('page', undefined);
  }
});

test('a picture with too many pixels fails with what to do', { timeout: 60_000 }, async () => {
  const { client } = await trainer();
  const bomb = pictureOf();
  bomb.writeUInt32BE(100_000, 16);
  const { state, error } = await extracted(client, bomb, 'bomb.png');
  expect(state).toBe('failed');
  expect(error).toMatchObject({ code: 'document_unreadable' });
  expect(error?.detail).toContain('Save it smaller');
});
