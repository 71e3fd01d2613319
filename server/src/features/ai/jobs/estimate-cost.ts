import type { CostEstimate, EstimateCost } from '@training/shared/ai/ai-estimate';
import { AI_LIMITS } from '@training/shared/ai/ai-sources';
import { z } from 'zod';
import type { SectionKind } from '@training/shared/courses/courses';
import { ownDepartment, type AiContext } from '../../../core/context.ts';
import { defineStatement } from '../../../database/statements/statement.ts';
import { AppError } from '../../../core/errors.ts';
import { costOf, mostOf, NANO, pricedAt, priceOf, type Price } from '../../../providers/ai/prices.ts';
import { labelOfModel, usedModels } from '../gateway/used-models.ts';
import { ownerOf } from '../files/owner-of.ts';
import type { CallUsage } from '../../../providers/ai/calls.ts';
import { SPARE } from '../features/ask-in-chunks.ts';
import { partSizeFor } from '../features/source/chunks.ts';

/** Length of a source: code points, and bytes in UTF-8. */
type Length = { characters: number; bytes: number };

/** Number of calls, and the usage of each call. */
type Calls = { calls: number; each: CallUsage };
export type CallBounds = { low: Calls; high: Calls };
/** Calls that write items, and calls that check them, perhaps with another model. */
type EstimatedCalls = { write: CallBounds; check: CallBounds };

/**
 * Bytes of text per token. Measured in bytes rather than characters: a Chinese character is about one token and three
 * bytes, so the same two figures fit all scripts.
 */
export const BYTES_A_TOKEN = { low: 4.6, high: 2.2 };

/** Tokens of the instructions, the schema and the existing items, per call. */
export const INSTRUCTIONS = { low: 500, high: 4_000 };

/** Tokens per item. One call writes the item, and another reads and judges it. */
const ITEM: Record<SectionKind, { low: number; high: number }> = {
  flashcards: { low: 60, high: 300 },
  quiz: { low: 110, high: 500 },
};
/** Tokens of the second call's verdict, per item. */
const LOOK = { low: 20, high: 150 };
/** Share of the requested items that the model writes. */
const TAUGHT = { low: 0.5, high: 1 };
/** Reasoning tokens per call. */
export const THOUGHTS = { low: 0, high: 3_000 };

/** Number of replacement calls, and the factor for answers that are requested again. */
const MORE = { low: 0, high: 2 };
export const AGAIN = { low: 1, high: 1.2 };

/**
 * Estimates the model calls of a generation: per part of the source, one call writes items and another checks them. The
 * lower figures assume a source that teaches half as much as requested. The upper figures leave room for reasoning and
 * occasional failures. They aren't a limit; budgets are.
 */
function estimateCalls(
  section: SectionKind,
  count: number,
  { characters, bytes }: Length,
  partSize: number,
): EstimatedCalls {
  const parts = Math.max(1, Math.ceil(characters / partSize));
  // Requests at least one item per part.
  const asked = Math.max(parts, Math.ceil(count * SPARE)) / parts;
  const on = (side: 'low' | 'high') => {
    const items = asked * TAUGHT[side];
    const written = items * ITEM[section][side];
    const calls = ((2 * parts + MORE[side]) * AGAIN[side]) / 2;
    const read = INSTRUCTIONS[side] + bytes / parts / BYTES_A_TOKEN[side];
    const each = (input: number, output: number): CallUsage => ({
      inputTokens: Math.ceil(input),
      outputTokens: Math.ceil(THOUGHTS[side] + output),
      seconds: 0,
    });
    return {
      write: { calls, each: each(read, written) },
      // The checking call reads what the writing call wrote.
      check: { calls, each: each(read + written, items * LOOK[side]) },
    };
  };
  const [low, high] = [on('low'), on('high')];
  return { write: { low: low.write, high: high.write }, check: { low: low.check, high: high.check } };
}

const Lengths = z.strictObject({ characters: z.number(), bytes: z.number() });

const DOCUMENT = defineStatement({
  name: 'length-of-read-document',
  scope: 'tenant',
  row: Lengths,
  sql: `
select char_length(text) as characters, octet_length(text) as bytes from (
  select coalesce(source_text, result ->> 'text') as text from ai_jobs
  where workspace_id = :workspaceId and id = :jobId and created_by = :owner
    and (feature = 'document_extraction' or source_text is not null) and state = 'succeeded') read`,
});

const SUGGESTION = defineStatement({
  name: 'length-of-suggestion-of-module',
  scope: 'tenant',
  row: Lengths,
  sql: `
select char_length(g.content) as characters, octet_length(g.content) as bytes from modules m
join courses c on c.workspace_id = :workspaceId and c.id = m.course_id
join suggestions g on g.workspace_id = :workspaceId and g.id = m.suggestion_id
where m.workspace_id = :workspaceId and m.id = :moduleId
  and (:ownDepartment::uuid is null or c.department_id = :ownDepartment)`,
});

/**
 * Estimates the cost of generating cards or questions with the models that the workspace would use now, from list
 * prices (rules/ai 21). Returns null if there is no key.
 * @throws AppError `ai_job_not_found`, `module_not_found`
 */
export async function estimateCost(ctx: AiContext, input: EstimateCost): Promise<CostEstimate | null> {
  const used = await usedModels(ctx);
  if (!used) return null;
  const { own } = used;
  const [write, check] = [used.of('generation'), used.of('second_look')];
  const most = input.section === 'quiz' ? AI_LIMITS.questions : AI_LIMITS.cards;
  const length = await lengthOf(ctx, input);
  const estimated = estimateCalls(input.section, Math.min(input.count, most), length, partSizeFor(used.contextTokens));
  const { models } = ctx.ai.settings;
  const prices = { write: priceOf(models, write), check: priceOf(models, check) };
  const bounds = [
    prices.write && boundsOf(prices.write, ctx.now, estimated.write),
    prices.check && boundsOf(prices.check, ctx.now, estimated.check),
  ];
  const sum = (side: 0 | 1) => {
    const amounts = bounds.map((each) => each?.[side]);
    return amounts.every((amount) => amount !== undefined)
      ? dollars(amounts.reduce((all, each) => all + each, 0))
      : null;
  };
  const { provider, model } = write;
  return {
    provider,
    model,
    label: labelOfModel(ctx, write),
    checked_by: check.model === model ? null : labelOfModel(ctx, check),
    own,
    calls: Math.ceil(estimated.write.low.calls + estimated.check.low.calls),
    low_usd: sum(0),
    high_usd: sum(1),
    priced_at: prices.write && prices.check ? pricedAt([{ price: prices.write }, { price: prices.check }]) : null,
  };
}

async function lengthOf(ctx: AiContext, { source }: EstimateCost): Promise<Length> {
  const workspaceId = ctx.workspace.id;
  switch (source.from) {
    case 'text':
      return source;
    case 'document': {
      const read = await DOCUMENT.first(ctx.db.pool, { workspaceId, jobId: source.job_id, owner: ownerOf(ctx) });
      if (read) return read;
      throw new AppError('ai_job_not_found', `You have no job ${source.job_id} that has read a document.`);
    }
    case 'suggestion': {
      const of = { workspaceId, moduleId: source.module_id, ownDepartment: ownDepartment(ctx) };
      const suggested = await SUGGESTION.first(ctx.db.pool, of);
      if (suggested) return suggested;
      const detail = `There is no module ${source.module_id} that you can see and that was made of a suggestion.`;
      throw new AppError('module_not_found', detail);
    }
  }
}

/** CallBounds in nano-dollars; empty if no price is valid today. */
export function boundsOf(price: Price, at: Date, { low, high }: CallBounds): [] | [number, number] {
  const least = costOf(price, at, low.each);
  const most = mostOf(price, at, high.each);
  return least === undefined || most === undefined ? [] : [least * low.calls, Math.max(least, most) * high.calls];
}

export const dollars = (nano: number) => Number((nano / NANO).toFixed(6));
