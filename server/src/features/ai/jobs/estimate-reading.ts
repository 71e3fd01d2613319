import type { EstimateReading, ReadingEstimate } from '@training/shared/ai/ai-estimate';
import type { AiContext } from '../../../core/context.ts';
import type { PictureSize } from '../../../providers/ai/calls.ts';
import { pricedAt, priceOf } from '../../../providers/ai/prices.ts';
import { partSizeFor } from '../features/source/chunks.ts';
import { labelOfModel, pictureReader, usedModels } from '../gateway/used-models.ts';
import {
  AGAIN,
  boundsOf,
  BYTES_A_TOKEN,
  INSTRUCTIONS,
  PAGE,
  pageCalls,
  sumOf,
  THOUGHTS,
  type CallBounds,
} from './estimate-bounds.ts';
import { fileContent } from './file-content.ts';

/** Tokens that a model writes about a part of a text: what it teaches, with quotes. */
const TOPICS = { low: 200, high: 4_000 };

/**
 * Estimates what it costs to read an uploaded document and extract what it teaches. The document is read for it, but
 * nothing is sent to a model.
 * @throws AppError as `fileContent`
 */
export async function estimateReading(
  ctx: AiContext,
  { file_id: fileId }: EstimateReading,
  signal?: AbortSignal,
): Promise<ReadingEstimate> {
  const { text, pictures } = await fileContent(ctx, fileId, signal);
  const reader = await pictureReader(ctx);
  const isUnread = pictures.length > 0 && reader === null;
  return {
    pages: pictures.length,
    reads_pictures: reader !== null,
    cost: isUnread && text === '' ? null : await costToRead(ctx, text, isUnread ? [] : pictures),
  };
}

async function costToRead(
  ctx: AiContext,
  text: string,
  pictures: readonly PictureSize[],
): Promise<ReadingEstimate['cost']> {
  const used = await usedModels(ctx);
  if (!used) return null;
  const model = used.of('extraction');
  const price = priceOf(ctx.ai.settings.models, model);
  const bytes = Buffer.byteLength(text);
  const topics = (side: 'low' | 'high') => {
    const whole = bytes + pictures.length * PAGE[side];
    const parts = Math.max(1, Math.ceil(whole / partSizeFor(used.contextTokens)));
    const summing = parts > 1 ? 1 : 0;
    return {
      calls: (parts + summing) * AGAIN[side],
      each: {
        inputTokens: Math.ceil(INSTRUCTIONS[side] + whole / parts / BYTES_A_TOKEN[side]),
        outputTokens: Math.ceil(THOUGHTS[side] + TOPICS[side]),
        seconds: 0,
      },
    };
  };
  const work: CallBounds[] = [pageCalls(model.provider, pictures), { low: topics('low'), high: topics('high') }];
  const [low, high] = sumOf(work.map((each) => (price ? boundsOf(price, ctx.now, each) : [])));
  return {
    provider: model.provider,
    model: model.model,
    label: labelOfModel(ctx, model),
    checked_by: null,
    own: used.own,
    calls: Math.ceil(work.reduce((sum, each) => sum + each.low.calls, 0)),
    low_usd: low,
    high_usd: high,
    priced_at: price ? pricedAt([{ price }]) : null,
  };
}
