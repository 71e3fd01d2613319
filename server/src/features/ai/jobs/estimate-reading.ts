import type { EstimateReading, ReadingEstimate } from '@training/shared/ai/ai-estimate';
import type { FileKind } from '@training/shared/ai/ai-jobs';
import { z } from 'zod';
import type { AiContext } from '../../../core/context.ts';
import { AppError } from '../../../core/errors.ts';
import { defineStatement } from '../../../database/statements/statement.ts';
import { readPicture, readWithScans } from '../../../platform/documents/read-document.ts';
import { UnreadableDocument } from '../../../platform/documents/unreadable-document.ts';
import type { CallUsage } from '../../../providers/ai/calls.ts';
import { tokensOfPicture, type PictureSize } from '../../../providers/ai/picture-tokens.ts';
import { pricedAt, priceOf } from '../../../providers/ai/prices.ts';
import { partSizeFor } from '../features/source/chunks.ts';
import { MOST_SCANNED } from '../features/source/read-scans.ts';
import { describeFile, FILE_BYTES } from '../files/stored-file.ts';
import { ownerOf } from '../files/owner-of.ts';
import { labelOfModel, pictureReader, usedModels } from '../gateway/used-models.ts';
import { AGAIN, boundsOf, BYTES_A_TOKEN, dollars, INSTRUCTIONS, THOUGHTS, type CallBounds } from './estimate-cost.ts';

/** Size of a page's picture for A4. */
const A4: PictureSize = { width: 1_212, height: 1_568 };

/** Bytes of the text of a page. */
const PAGE = { low: 500, high: 6_000 };

/** Tokens that a model writes about a part of a text: what it teaches, with quotes. */
const TOPICS = { low: 200, high: 4_000 };

const OWN_FILE = defineStatement({
  name: 'own-ai-file',
  scope: 'tenant',
  row: z.strictObject({ found: z.number() }),
  sql: `
select 1 as found from ai_files
where workspace_id = :workspaceId and id = :fileId and created_by = :owner and state = 'stored'`,
});

/**
 * Estimates what it costs to read an uploaded document and extract what it teaches. The document is read for it, but
 * nothing is sent to a model.
 * @throws AppError `file_not_found`, `unsupported_file`, `document_unreadable`
 */
export async function estimateReading(ctx: AiContext, { file_id: fileId }: EstimateReading): Promise<ReadingEstimate> {
  const workspaceId = ctx.workspace.id;
  const file = { workspaceId, id: fileId };
  const own = await OWN_FILE.first(ctx.db.pool, { workspaceId, fileId, owner: ownerOf(ctx) });
  const facts = own && (await describeFile(ctx.db, file));
  if (!facts) throw new AppError('file_not_found', 'The file is gone. Upload it again.');
  const load = () => loadFile(ctx, file, facts.size);
  const { text, pictures } = await contentOf(load, facts.kind, workspaceId);
  const reader = await pictureReader(ctx);
  const isUnread = pictures.length > 0 && reader === null;
  return {
    pages: pictures.length,
    reads_pictures: reader !== null,
    cost: isUnread && text === '' ? null : await costOf(ctx, text, isUnread ? [] : pictures),
  };
}

async function loadFile(ctx: AiContext, file: { workspaceId: string; id: string }, size: number): Promise<Uint8Array> {
  const bytes = await FILE_BYTES.readWhole(ctx.db, file, size);
  if (!bytes) throw new AppError('file_not_found', 'The file is gone. Upload it again.');
  return bytes;
}

/** Returns the text of a file, and the sizes of the pictures that a model has to read. */
async function contentOf(load: () => Promise<Uint8Array>, kind: FileKind, owner: string) {
  if (kind === 'audio') throw new AppError('unsupported_file', 'A recording can’t be read as a document.');
  try {
    if (kind === 'image') {
      const picture = await readPicture(load, { kind: 'picture' }, { owner });
      return { text: '', pictures: picture ? [picture] : [] };
    }
    const { text, scan } = await readWithScans(load, kind, { owner });
    const readable = scan?.parts.filter(({ picture }) => picture?.size !== null) ?? [];
    return { text, pictures: readable.slice(0, MOST_SCANNED).map(({ picture }) => picture?.size ?? A4) };
  } catch (error) {
    throw error instanceof UnreadableDocument ? new AppError('document_unreadable', error.message) : error;
  }
}

async function costOf(
  ctx: AiContext,
  text: string,
  pictures: readonly PictureSize[],
): Promise<ReadingEstimate['cost']> {
  const used = await usedModels(ctx);
  if (!used) return null;
  const model = used.of('extraction');
  const price = priceOf(ctx.ai.settings.models, model);
  const bytes = Buffer.byteLength(text);
  const scanned = pictures.length;
  const pictured = pictures.reduce((sum, size) => sum + tokensOfPicture(model.provider, size), 0);
  const on = (side: 'low' | 'high') => {
    const usage = (input: number, output: number): CallUsage => ({
      inputTokens: Math.ceil(INSTRUCTIONS[side] + input),
      outputTokens: Math.ceil(THOUGHTS[side] + output),
      seconds: 0,
    });
    const whole = bytes + scanned * PAGE[side];
    const parts = Math.max(1, Math.ceil(whole / partSizeFor(used.contextTokens)));
    const summing = parts > 1 ? 1 : 0;
    return {
      pages: { calls: scanned * AGAIN[side], each: usage(pictured / Math.max(scanned, 1), PAGE[side] / BYTES_A_TOKEN[side]) },
      topics: {
        calls: (parts + summing) * AGAIN[side],
        each: usage(whole / parts / BYTES_A_TOKEN[side], TOPICS[side]),
      },
    };
  };
  const [low, high] = [on('low'), on('high')];
  const work: CallBounds[] = [
    { low: low.pages, high: high.pages },
    { low: low.topics, high: high.topics },
  ];
  const bounds = work.map((each) => (price ? boundsOf(price, ctx.now, each) : []));
  const sum = (side: 0 | 1) => {
    const amounts = bounds.map((each) => each[side]);
    return amounts.every((amount) => amount !== undefined)
      ? dollars(amounts.reduce((all, each) => all + each, 0))
      : null;
  };
  return {
    provider: model.provider,
    model: model.model,
    label: labelOfModel(ctx, model),
    checked_by: null,
    own: used.own,
    calls: Math.ceil(low.pages.calls + low.topics.calls),
    low_usd: sum(0),
    high_usd: sum(1),
    priced_at: price ? pricedAt([{ price }]) : null,
  };
}
