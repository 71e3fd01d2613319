import { createDeflateRaw } from 'node:zlib';
import { deflatedRun, docxOf, paragraph, pdfOfStreams, pdfStream } from '../../test/documents/make-documents.ts';
import { pptxOf, shape, xlsxOf } from '../../test/documents/make-office.ts';
import { call, headersOf } from '../call.ts';
import { type Attack, type AttackPlan, repeat } from './attack.ts';

const COMMENTS_BYTES = 20 * 1024 * 1024 - 1024;

/** Documents that cost more to read than to send, made once. */
async function hostileDocuments(): Promise<Buffer[]> {
  const data = await deflatedRun(createDeflateRaw(), 512, 0);
  const entities = '<!DOCTYPE x [<!ENTITY a "lol"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>';
  return [
    Buffer.from('<!---->'.repeat(30) + 'x'),
    Buffer.from('<!-- -->'.repeat(COMMENTS_BYTES / 8)),
    Buffer.from(`<html>${'<div>'.repeat(100_000)}x`),
    docxOf(paragraph('Bomb'), { deflated: [{ name: 'word/media/image1.png', data, claims: 10 }] }),
    docxOf(paragraph('&b;'), { declaration: entities }),
    pptxOf([{ shapes: shape(['&b;']) }], { declaration: entities }),
    xlsxOf([{ name: 'Bomb', data: '' }], { deflated: [{ name: 'xl/worksheets/bomb.xml', data, claims: 10 }] }),
    docxOf('<w:p>'.repeat(100_000) + '</w:p>'.repeat(100_000)),
    // A page whose content draws itself.
    pdfOfStreams([pdfStream(Buffer.from('/X Do '.repeat(200_000)))], { padding: 1_000_000 }),
  ];
}

/** Uploads, twelve at once, each followed by a job that reads the document. */
export const documents: Attack = {
  name: 'hostile documents, twelve uploads at once',
  async run(plan, signal) {
    const made = await hostileDocuments();
    return repeat(12, signal, async (n) => {
      const base = plan.target.bases[n % plan.target.bases.length] ?? '';
      const id = await upload(plan, base, made[n % made.length] ?? Buffer.alloc(0), signal);
      if (typeof id === 'number') return id;
      const { tenant } = plan.target;
      const body = { file_id: id, name: 'Noise' };
      return (await call(base, { tenant, who: 'trainer', path: '/api/trpc/ai.extractDocument', body, signal })).status;
    });
  },
};

/** The file's id, or the status with which it was refused. */
async function upload(
  { target: { tenant } }: AttackPlan,
  base: string,
  bytes: Buffer,
  signal: AbortSignal,
): Promise<string | number> {
  try {
    const response = await fetch(`${base}/api/trpc/ai.upload`, {
      method: 'POST',
      headers: { ...headersOf(tenant, 'trainer', base), 'content-type': 'application/octet-stream' },
      body: new Uint8Array(bytes),
      signal,
    });
    const text = await response.text();
    return /"id":"([^"]+)"/.exec(text)?.[1] ?? response.status;
  } catch {
    return 0;
  }
}

/** Forty jobs of two trainers for a provider that never answers. */
export const silentJobs: Attack = {
  name: 'jobs for a provider that never answers',
  run: ({ target: { bases, tenant } }, signal) => {
    const text = 'A load is never lifted higher than fifteen centimetres while the forklift moves. '.repeat(200);
    return repeat(8, signal, async (n) => {
      const who = n % 2 === 0 ? 'trainer' : 'colleague';
      const body = { source: { title: `Noise ${n}`, text }, count: 5 };
      const path = '/api/trpc/ai.generateCards';
      return (await call(bases[n % bases.length] ?? '', { tenant, who, path, body, signal })).status;
    });
  },
};
