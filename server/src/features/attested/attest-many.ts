import {
  AttestCompletionsResponse,
  PastCompletionInput,
  type AttestCompletions,
  type AttestedCompletionEffect,
} from '@training/shared/attested/attested';
import { applyEachRow } from '../../core/apply-each-row.ts';
import type { Context } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { applyOneByOne } from '../../core/apply-one-by-one.ts';
import { createPreparedJson } from '../../platform/prepared-json.ts';
import { attestCompletion, previewAttestation, type CompletionToAttest } from './attest.ts';
import { findCompletionSubjects } from './find-completion-subjects.ts';
import { throwDocumentUnavailable } from './take-document.ts';

type Done = { id: string | null; result: AttestedCompletionEffect };

/** Completions that are written before a busy server lets others go first (rules/bounds 7). */
const AT_ONCE = 25;

/**
 * Attests the completions of a request, each in its own transaction and with its own result or problem. Of a request
 * that is repeated because some were refused `busy`, only these are tried (rules/attested 5).
 */
export async function attestCompletions(
  ctx: Context,
  { completions, preview }: AttestCompletions,
): Promise<AttestCompletionsResponse> {
  const results = await applyEachRow(ctx, {
    sent: completions,
    schema: PastCompletionInput,
    instance: '/api/v1/attested-completions',
    earlier: ctx.unfinished === undefined ? [] : AttestCompletionsResponse.parse(JSON.parse(ctx.unfinished)).results,
    apply: (rows) => attestEach(ctx, rows, preview),
    resultOf: ({ id, result }: Done, index) =>
      ({ index, status: result === 'unchanged' || preview ? 200 : 201, id, result }) as const,
  });
  const counts = { counted: 0, history: 0, unchanged: 0, refused: 0 };
  for (const each of results) counts['result' in each ? each.result : 'refused']++;
  return createPreparedJson(JSON.stringify({ results, counts } satisfies AttestCompletionsResponse));
}

async function attestEach(ctx: Context, rows: PastCompletionInput[], preview: boolean): Promise<(Done | AppError)[]> {
  const concernedBy = await findCompletionSubjects(ctx.transaction ?? ctx.db.pool, ctx, rows);
  const checked = rows.map((completion): CompletionToAttest | AppError => {
    try {
      return { completion, concerned: concernedBy(completion) };
    } catch (error) {
      if (error instanceof AppError) return error;
      throw error;
    }
  });
  const valid = checked.filter((row): row is CompletionToAttest => !(row instanceof AppError));
  const foreseen = preview ? foresight(ctx) : undefined;
  let done = 0;
  const outcomes = await applyOneByOne(valid, async (to): Promise<Done> => {
    if (foreseen) return foreseen(to);
    const attested = await attestCompletion(ctx, to);
    // Never in a transaction, which holds its locks meanwhile.
    if (++done % AT_ONCE === 0 && !ctx.transaction) await ctx.rest?.();
    return attested;
  });
  let next = 0;
  return checked.map((row) => {
    if (row instanceof AppError) return row;
    const { done: attested, refused } = outcomes[next++]!;
    return attested ?? new AppError(refused?.code ?? 'busy', refused?.detail ?? '');
  });
}

/** Returns a preview of one completion after another, which takes those before it as written. */
function foresight(ctx: Context) {
  const entered = new Set<string>();
  const until = new Map<string, number>();
  const files = new Set<string>();
  return async (to: CompletionToAttest): Promise<Done> => {
    const { id, result, validity } = await previewAttestation(ctx.transaction ?? ctx.db.pool, ctx, to);
    const { person, module } = to.concerned;
    const of = `${person.id} ${module.id}`;
    const key = `${of} ${validity.completedOn} ${to.completion.source}`;
    if (result === 'unchanged' || entered.has(key)) return { id, result: 'unchanged' };
    entered.add(key);
    const { file_id: fileId } = to.completion;
    if (fileId !== undefined && files.size === files.add(fileId).size) throwDocumentUnavailable();
    const end = validity.expiresAt === null ? Infinity : Date.parse(validity.expiresAt);
    if (result === 'history' || end <= (until.get(of) ?? -Infinity)) return { id, result: 'history' };
    until.set(of, end);
    return { id, result };
  };
}
