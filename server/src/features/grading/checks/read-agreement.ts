import { GradingAgreement } from '@training/shared/grading/grade-checks';
import { Provider } from '@training/shared/provider-keys/provider-keys';
import { z } from 'zod';
import type { Context } from '../../../core/context.ts';
import { defineStatement } from '../../../database/statements/statement.ts';
import { FROM_ANSWER, QUESTION } from '../answer-view.ts';
import { agreementOf, type Pair } from './agreement.ts';
import { driftOf } from './warn-of-drift.ts';

/** Maximum number of newest checks that are read, of questions per model, and of characters of a prompt. */
const MOST = { checks: 2_000, questions: 10, prompt: 200 };

const CheckedRow = z.strictObject({
  provider: Provider,
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
  left(coalesce(${QUESTION} ->> 'prompt', ''), ${MOST.prompt}) as question, r.title as module,
  g.score::float8 as given, k.score::float8 as person
${FROM_ANSWER}
join (select * from grade_checks where workspace_id = :workspaceId order by chosen_at desc limit ${MOST.checks}) k
  on k.answer_id = a.id
join grades g on g.workspace_id = :workspaceId and g.answer_id = a.id and g.number = k.number
where a.workspace_id = :workspaceId order by k.chosen_at desc`,
});

/** Computes the agreement of each model with people who did not see its grades (rules/grading 12). */
export async function readAgreement({ db, workspace, now }: Context): Promise<GradingAgreement> {
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
      drift: await driftOf(db.pool, { workspaceId: workspace.id, now }, { provider, model, prompt }),
    };
  });
  return { models: await Promise.all(models) };
}

const pairsOf = (rows: readonly z.infer<typeof CheckedRow>[]): Pair[] =>
  rows.flatMap(({ given, person }) => (person === null ? [] : [{ model: given, person }]));
