import type {
  GenerationCostEstimate,
  EstimateGenerationCost,
  EstimateDocumentReadingCost,
  DocumentReadingEstimate,
} from '@training/shared/ai/ai-jobs';
import { AI_INPUT_LIMITS } from '@training/shared/ai/ai-limits';
import type { SectionKind } from '@training/shared/courses/courses';
import { countCodePoints } from '@training/shared/text';
import { z } from 'zod';
import { type MediaContext, departmentLimitOf } from '../../../core/context.ts';
import { AppError } from '../../../core/errors.ts';
import { defineStatement } from '../../../database/statements/statement.ts';
import type { CallUsage, PictureSize } from '../../../providers/ai/calls.ts';
import { lookupDayOfOldestPrice, priceOfModel } from '../../../providers/ai/prices.ts';
import { SURPLUS_FACTOR } from '../features/generate-items-from-parts.ts';
import { partSizeFor } from '../features/source/chunks.ts';
import { requireJobOwnerId } from '../files/stored-file.ts';
import {
  type ProviderModel,
  labelOfModel,
  findPictureReadingModelLabel,
  findUsedModels,
} from '../gateway/used-models.ts';
import {
  RETRY_FACTOR,
  costBoundsOf,
  BYTES_A_TOKEN,
  type CallBounds,
  INSTRUCTION_TOKENS,
  BYTES_A_PAGE,
  estimatePageReadingCalls,
  sumCostBounds,
  REASONING_TOKENS,
} from './estimate-bounds.ts';
import { readUploadedFileContent, readContentForModel } from './file-content.ts';

/** Tokens that a model writes about a part of a text: what it teaches, with quotes. */
const TOPICS = { low: 200, high: 4_000 };

/**
 * Estimates what it costs to read an uploaded document and extract what it teaches. The document is read for it, but
 * nothing is sent to a model.
 * @throws AppError as `readUploadedFileContent`
 */
export async function estimateDocumentReadingCost(
  ctx: MediaContext,
  { file_id: fileId }: EstimateDocumentReadingCost,
  signal?: AbortSignal,
): Promise<DocumentReadingEstimate> {
  const { text, pictures } = await readUploadedFileContent(ctx, fileId, signal);
  const reader = await findPictureReadingModelLabel(ctx);
  const isUnread = pictures.length > 0 && reader === null;
  return {
    pages: pictures.length,
    reads_pictures: reader !== null,
    cost: isUnread && text === '' ? null : await costToRead(ctx, text, isUnread ? [] : pictures),
  };
}

async function costToRead(
  ctx: MediaContext,
  text: string,
  pictures: readonly PictureSize[],
): Promise<DocumentReadingEstimate['cost']> {
  const used = await findUsedModels(ctx);
  if (!used) return null;
  const model = used.of('extraction');
  const bytes = Buffer.byteLength(text);
  const topics = (side: 'low' | 'high') => {
    const whole = bytes + pictures.length * BYTES_A_PAGE[side];
    const parts = Math.max(1, Math.ceil(whole / partSizeFor(used.contextTokens)));
    const summing = parts > 1 ? 1 : 0;
    return {
      calls: (parts + summing) * RETRY_FACTOR[side],
      each: {
        inputTokens: Math.ceil(INSTRUCTION_TOKENS[side] + whole / parts / BYTES_A_TOKEN[side]),
        outputTokens: Math.ceil(REASONING_TOKENS[side] + TOPICS[side]),
        seconds: 0,
      },
    };
  };
  const work = [
    { model, calls: estimatePageReadingCalls(model.provider, pictures) },
    { model, calls: { low: topics('low'), high: topics('high') } },
  ];
  return { ...estimateOf(ctx, model, work), checked_by: null, own: used.own };
}

/** Adds up the estimates of the calls to models, of which `main` is named. */
function estimateOf(
  ctx: MediaContext,
  main: ProviderModel,
  work: readonly { model: ProviderModel; calls: CallBounds }[],
) {
  const prices = work.map(({ model }) => priceOfModel(ctx.ai.settings.models, model));
  const [low, high] = sumCostBounds(
    work.map(({ calls }, n) => (prices[n] ? costBoundsOf(prices[n], ctx.now, calls) : [])),
  );
  return {
    provider: main.provider,
    model: main.model,
    label: labelOfModel(ctx, main),
    calls: Math.ceil(work.reduce((sum, { calls }) => sum + calls.low.calls, 0)),
    low_usd: low,
    high_usd: high,
    priced_at: prices.every((price) => price !== undefined)
      ? lookupDayOfOldestPrice(prices.map((price) => ({ price })))
      : null,
  };
}

/** Length of a source: code points, and bytes in UTF-8. */
type Length = { characters: number; bytes: number };
/** Shortest and longest length that a source may turn out to have. */
type LengthBounds = { low: Length; high: Length };

/** Calls that write items, and calls that check them, perhaps with another model. */
type EstimatedCalls = { write: CallBounds; check: CallBounds };

/** Tokens per item. One call writes the item, and another reads and judges it. */
const ITEM: Record<SectionKind, { low: number; high: number }> = {
  flashcards: { low: 60, high: 300 },
  quiz: { low: 110, high: 500 },
};
/** Tokens of the second call's verdict, per item. */
const LOOK = { low: 20, high: 150 };
/** Share of the requested items that the model writes. */
const TAUGHT = { low: 0.5, high: 1 };
/** Number of replacement calls. */
const MORE = { low: 0, high: 2 };

/**
 * Estimates the model calls of a generation: per part of the source, one call writes items and another checks them. The
 * lower figures assume a source that teaches half as much as requested. The upper figures leave room for reasoning and
 * occasional failures. They aren't a limit; budgets are.
 */
function estimateCalls(section: SectionKind, count: number, length: LengthBounds, partSize: number): EstimatedCalls {
  const on = (side: 'low' | 'high') => {
    const { characters, bytes } = length[side];
    const parts = Math.max(1, Math.ceil(characters / partSize));
    // Requests at least one item per part.
    const asked = Math.max(parts, Math.ceil(count * SURPLUS_FACTOR)) / parts;
    const items = asked * TAUGHT[side];
    const written = items * ITEM[section][side];
    const calls = ((2 * parts + MORE[side]) * RETRY_FACTOR[side]) / 2;
    const read = INSTRUCTION_TOKENS[side] + bytes / parts / BYTES_A_TOKEN[side];
    const each = (input: number, output: number): CallUsage => ({
      inputTokens: Math.ceil(input),
      outputTokens: Math.ceil(REASONING_TOKENS[side] + output),
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
 * prices (rules/ai 21). Returns null if there is no key, or nothing in the file can be read.
 * @throws AppError `ai_job_not_found`, `module_not_found`; of a file `file_not_found`, `unsupported_file`,
 * `document_unreadable`
 */
export async function estimateGenerationCost(
  ctx: MediaContext,
  input: EstimateGenerationCost,
  signal?: AbortSignal,
): Promise<GenerationCostEstimate | null> {
  const used = await findUsedModels(ctx);
  if (!used) return null;
  const [write, check, read] = [used.of('generation'), used.of('second_look'), used.of('extraction')];
  const most = input.section === 'quiz' ? AI_INPUT_LIMITS.questions : AI_INPUT_LIMITS.cards;
  const found = await sourceOf(ctx, input, signal);
  if (!found) return null;
  const { length, pictures } = found;
  const estimated = estimateCalls(input.section, Math.min(input.count, most), length, partSizeFor(used.contextTokens));
  const pages = estimatePageReadingCalls(read.provider, pictures);
  const work = [
    { model: write, calls: estimated.write },
    { model: check, calls: estimated.check },
    ...(pictures.length > 0 ? [{ model: read, calls: pages }] : []),
  ];
  const checkedBy = check.model === write.model ? null : labelOfModel(ctx, check);
  return { ...estimateOf(ctx, write, work), checked_by: checkedBy, own: used.own };
}

/** Returns the length of the source, and the pictures to read first; undefined if nothing in it can be read. */
async function sourceOf(ctx: MediaContext, { source }: EstimateGenerationCost, signal: AbortSignal | undefined) {
  if (source.from !== 'file') {
    const length = await lengthOf(ctx, source);
    return { length: { low: length, high: length }, pictures: [] };
  }
  const { text, pictures } = await readContentForModel(ctx, source.file_id, signal);
  if (text === '' && pictures.length === 0) return undefined;
  const [characters, bytes] = [countCodePoints(text), Buffer.byteLength(text)];
  const on = (side: 'low' | 'high') => {
    const more = pictures.length * BYTES_A_PAGE[side];
    return { characters: characters + more, bytes: bytes + more };
  };
  return { length: { low: on('low'), high: on('high') }, pictures };
}

async function lengthOf(
  ctx: MediaContext,
  source: Exclude<EstimateGenerationCost['source'], { from: 'file' }>,
): Promise<Length> {
  const workspaceId = ctx.workspace.id;
  switch (source.from) {
    case 'text':
      return source;
    case 'document': {
      const read = await DOCUMENT.first(ctx.db.pool, {
        workspaceId,
        jobId: source.job_id,
        owner: requireJobOwnerId(ctx),
      });
      if (read) return read;
      throw new AppError('ai_job_not_found', `You have no job ${source.job_id} that has read a document.`);
    }
    case 'suggestion': {
      const of = { workspaceId, moduleId: source.module_id, ownDepartment: departmentLimitOf(ctx) };
      const suggested = await SUGGESTION.first(ctx.db.pool, of);
      if (suggested) return suggested;
      const detail = `There is no module ${source.module_id} that you can see and that was made of a suggestion.`;
      throw new AppError('module_not_found', detail);
    }
  }
}
