import { ModelTrainerAgreementReport } from '@training/shared/grading/grade-checks';
import { AiProvider } from '@training/shared/provider-keys/provider-keys';
import { z } from 'zod';
import type { Context } from '../../../core/context.ts';
import { defineStatement } from '../../../database/statements/statement.ts';
import { ANSWER_FROM_CLAUSE, ASKED_QUESTION_JSON_SQL } from '../answer-view.ts';
import { computeModelGradingDrift } from './model-grading-drift.ts';

/** Points that a model and a person gave to one answer, 0 to 1. */
export type PointPair = { model: number; person: number };

/** Sums over pairs of points in ten-thousandths, as they are stored; whole numbers below 2^53. */
export type PairSums = {
  pairs: number;
  model: number;
  person: number;
  modelSquares: number;
  personSquares: number;
  products: number;
};

/**
 * Cohen's kappa, weighted by the squared difference of points, as 1 − (mean difference) ÷ (mean difference of each
 * grade of the model with each of the people), to three decimals. Null for fewer than two pairs, or if all points are
 * the same. Computed in whole numbers, so that other programs get the same result.
 */
export function weightedKappaOfSums(sums: PairSums): number | null {
  if (sums.pairs < 2) return null;
  const [pairs, model, person] = [BigInt(sums.pairs), BigInt(sums.model), BigInt(sums.person)];
  const squares = BigInt(sums.modelSquares) + BigInt(sums.personSquares);
  const byChance = pairs * squares - 2n * model * person;
  if (byChance === 0n) return null;
  const differs = pairs * (squares - 2n * BigInt(sums.products));
  return Number(roundedDown(2_000n * (byChance - differs) + byChance, 2n * byChance)) / 1_000;
}

/** The quotient, rounded towards minus infinity; `BigInt` rounds towards zero. */
function roundedDown(dividend: bigint, divisor: bigint): bigint {
  const quotient = dividend / divisor;
  return quotient * divisor > dividend ? quotient - 1n : quotient;
}

/** Returns `weightedKappaOfSums` of these pairs. */
export function computeWeightedKappa(pairs: readonly PointPair[]): number | null {
  const whole = pairs.map(({ model, person }) => [Math.round(model * 10_000), Math.round(person * 10_000)] as const);
  const sum = (of: (model: number, person: number) => number) =>
    whole.reduce((all, [model, person]) => all + of(model, person), 0);
  return weightedKappaOfSums({
    pairs: pairs.length,
    model: sum((model) => model),
    person: sum((_, person) => person),
    modelSquares: sum((model) => model ** 2),
    personSquares: sum((_, person) => person ** 2),
    products: sum((model, person) => model * person),
  });
}

function agreementOf(pairs: readonly PointPair[]) {
  const agreed = pairs.filter(({ model, person }) => model === person).length;
  return { checked: pairs.length, agreed, kappa: computeWeightedKappa(pairs) };
}

/** Maximum number of newest checks that are read, of questions per model, and of characters of a prompt. */
const MOST = { checks: 2_000, questions: 10, prompt: 200 };

const CheckedRow = z.strictObject({
  provider: AiProvider,
  model: z.string(),
  prompt: z.string(),
  language: z.string().nullable(),
  question_id: z.uuid(),
  question: z.string(),
  module: z.string(),
  given: z.number(),
  person: z.number().nullable(),
});

const CHECKS = defineStatement({
  name: 'read-checked-grades',
  scope: 'tenant',
  unprepared: true,
  row: CheckedRow,
  sql: `
select g.provider, g.model, g.prompt, coalesce(s.heard_language, s.language) as language, a.question_id,
  left(coalesce(${ASKED_QUESTION_JSON_SQL} ->> 'prompt', ''), ${MOST.prompt}) as question, r.title as module,
  g.score::float8 as given, k.score::float8 as person
${ANSWER_FROM_CLAUSE}
join (select * from grade_checks where workspace_id = :workspaceId order by chosen_at desc limit ${MOST.checks}) k
  on k.answer_id = a.id
join grades g on g.workspace_id = :workspaceId and g.answer_id = a.id and g.number = k.number
where a.workspace_id = :workspaceId order by k.chosen_at desc`,
});

/** Computes the agreement of each model with people who did not see its grades (rules/grading 12). */
export async function computeGradingAgreement({ db, workspace, now }: Context): Promise<ModelTrainerAgreementReport> {
  const rows = await CHECKS.all(db.pool, { workspaceId: workspace.id });
  const byModel = Map.groupBy(rows, ({ provider, model, prompt }) => JSON.stringify([provider, model, prompt]));
  const models = [...byModel.values()].map(async (all) => {
    const { provider, model, prompt } = all[0]!;
    const done = all.filter(({ person }) => person !== null);
    const languages = [...Map.groupBy(done, ({ language }) => language)];
    const questions = [...Map.groupBy(done, ({ question_id }) => question_id)].map(([question_id, of]) => ({
      question_id,
      prompt: of[0]!.question,
      module: of[0]!.module,
      ...agreementOf(pairsOf(of)),
    }));
    return {
      provider,
      model,
      prompt,
      ...agreementOf(pairsOf(done)),
      waiting: all.length - done.length,
      languages: languages.map(([language, of]) => ({ language, ...agreementOf(pairsOf(of)) })),
      questions: questions
        .toSorted((one, other) => other.checked - other.agreed - (one.checked - one.agreed))
        .slice(0, MOST.questions),
      drift: await computeModelGradingDrift(db.pool, { workspaceId: workspace.id, now }, { provider, model, prompt }),
    };
  });
  return { models: await Promise.all(models) };
}

const pairsOf = (rows: readonly z.infer<typeof CheckedRow>[]): PointPair[] =>
  rows.flatMap(({ given, person }) => (person === null ? [] : [{ model: given, person }]));
