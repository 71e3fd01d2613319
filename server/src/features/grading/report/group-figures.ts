import {
  AnswerMedium,
  type ModelGradingFigures,
  type ModelGradingFiguresGroup,
} from '@training/shared/grading/grading-report';
import { Timestamp } from '@training/shared/primitives';
import { AiProvider } from '@training/shared/provider-keys/provider-keys';
import { z } from 'zod';
import { defineStatement, type StatementRunner } from '../../../database/statements/statement.ts';
import { weightedKappaOfSums, type PairSums } from '../checks/grading-agreement.ts';

/** Maximum number of rows; a group of answers has about ten. */
const MOST = 20_000;

/** SQL columns: the first part of the language's tag, and the input (typed or spoken), of the grade `g`. */
export const GRADE_LANGUAGE_AND_INPUT_COLUMNS_SQL = `split_part(lower(g.language), '-', 1) as language,
  case when g.typed then 'typed' else 'spoken' end as given` as const;

const Group = z.strictObject({
  provider: AiProvider.nullable(),
  model: z.string().nullable(),
  prompt: z.string().nullable(),
  language: z.string().nullable(),
  given: AnswerMedium,
});

/** More points than the model gave, the same or fewer. */
const Way = z.union([z.literal(1), z.literal(0), z.literal(-1)]);

const GradedRow = z.strictObject({
  ...Group.shape,
  counted: z.boolean(),
  doubted: z.boolean(),
  by: z.enum(['trainer', 'override', 'appeal']).nullable(),
  way: Way.nullable(),
  grades: z.number(),
  first: Timestamp,
  newest: Timestamp,
});
type GradedRow = z.infer<typeof GradedRow>;

/**
 * A person's grade follows the model's directly: a trainer's the proposal, an override and the decision of an appeal
 * the grade that counted. Both are read from indexes alone. Tags of languages are shortened once the grades are
 * counted.
 */
const GRADED = defineStatement({
  name: 'count-grades-of-models',
  scope: 'tenant',
  replica: true,
  unprepared: true,
  row: GradedRow,
  sql: `
with counts as (
  select g.provider, g.model, g.prompt, g.language, g.typed, g.counts, g.compared is null as doubted, p.kind as by,
    sign(p.score - g.score) as way, count(*) as grades, min(g.at) as first, max(g.at) as newest
  from grades g
  left join grades p on p.workspace_id = :workspaceId and p.answer_id = g.answer_id and p.number = g.number + 1
    and p.kind <> 'model' and p.at <= :until::timestamptz
  where g.workspace_id = :workspaceId and g.kind = 'model' and g.at <= :until::timestamptz
  group by 1, 2, 3, 4, 5, 6, 7, 8, 9
)
select g.provider, g.model, g.prompt, ${GRADE_LANGUAGE_AND_INPUT_COLUMNS_SQL}, g.counts as counted, g.doubted, g.by,
  g.way::integer as way, g.grades::integer as grades, to_iso(g.first) as first, to_iso(g.newest) as newest
from counts g order by 1, 2, 3, 4, 5 limit ${MOST + 1}`,
});

const CheckedRow = z.strictObject({
  ...Group.shape,
  drawn: z.number(),
  checked: z.number(),
  agreed: z.number(),
  model_points: z.number(),
  person_points: z.number(),
  model_squares: z.number(),
  person_squares: z.number(),
  products: z.number(),
});
type CheckedRow = z.infer<typeof CheckedRow>;

/** Points are summed up in ten-thousandths, as whole numbers. */
const CHECKED = defineStatement({
  name: 'count-checked-grades',
  scope: 'tenant',
  replica: true,
  unprepared: true,
  row: CheckedRow,
  sql: `
select g.provider, g.model, g.prompt, ${GRADE_LANGUAGE_AND_INPUT_COLUMNS_SQL},
  count(*)::integer as drawn, count(k.score)::integer as checked,
  count(*) filter (where k.score = g.score)::integer as agreed,
  coalesce(sum(g.score * 10000) filter (where k.score is not null), 0)::float8 as model_points,
  coalesce(sum(k.score * 10000), 0)::float8 as person_points,
  coalesce(sum(g.score * g.score * 100000000) filter (where k.score is not null), 0)::float8 as model_squares,
  coalesce(sum(k.score * k.score * 100000000), 0)::float8 as person_squares,
  coalesce(sum(g.score * k.score * 100000000), 0)::float8 as products
from (
  select answer_id, number, case when checked_at <= :until::timestamptz then score end as score from grade_checks
  where workspace_id = :workspaceId and chosen_at <= :until::timestamptz) k
join grades g on g.workspace_id = :workspaceId and g.answer_id = k.answer_id and g.number = k.number and g.kind = 'model'
group by 1, 2, 3, 4, 5 limit ${MOST}`,
});

const AppealedRow = z.strictObject({ ...Group.shape, open: z.number() });
type AppealedRow = z.infer<typeof AppealedRow>;

/** Counts open appeals of a model's grade that counted when it was appealed, and not a person's. */
const APPEALED = defineStatement({
  name: 'count-open-appeals-of-models',
  scope: 'tenant',
  replica: true,
  unprepared: true,
  row: AppealedRow,
  sql: `
select g.provider, g.model, g.prompt, ${GRADE_LANGUAGE_AND_INPUT_COLUMNS_SQL}, count(*)::integer as open
from appeals o
join grades g on g.workspace_id = :workspaceId and g.answer_id = o.answer_id and g.kind = 'model' and g.counts
where o.workspace_id = :workspaceId and o.at <= :until::timestamptz
  and (o.decided_at is null or o.decided_at > :until::timestamptz) and not exists (
    select from grades p
    where p.workspace_id = :workspaceId and p.answer_id = o.answer_id and p.number = g.number + 1 and p.at <= o.at)
group by 1, 2, 3, 4, 5 limit ${MOST}`,
});

/** A model with a version of its instructions, or none where nothing was said. */
export type ModelVersionGradingFigures = Pick<GradedRow, 'provider' | 'model' | 'prompt' | 'first' | 'newest'> &
  ModelGradingFigures & { groups: ModelGradingFiguresGroup[] };

const versionOf = ({ provider, model, prompt }: z.infer<typeof Group>) => JSON.stringify([provider, model, prompt]);
const groupOf = (row: z.infer<typeof Group>) => JSON.stringify([versionOf(row), row.language, row.given]);

/** Reads the outcomes of grades until then, by version, the newest first, and in each by group, the largest first. */
export async function readGradingFiguresByModelAndPrompt(
  on: StatementRunner,
  asked: { workspaceId: string; until: Date },
): Promise<{ versions: ModelVersionGradingFigures[]; complete: boolean }> {
  const found = await GRADED.all(on, asked);
  const cut = found.length > MOST ? groupOf(found.at(-1)!) : undefined;
  const rows = cut === undefined ? found : found.filter((row) => groupOf(row) !== cut);
  const checks = Map.groupBy(await CHECKED.all(on, asked), groupOf);
  const appeals = Map.groupBy(await APPEALED.all(on, asked), groupOf);
  const figures = (these: readonly GradedRow[]) => {
    const groups = [...new Set(these.map(groupOf))];
    const of = <Row>(by: Map<string, Row[]>) => groups.flatMap((group) => by.get(group) ?? []);
    return figuresOf(these, of(checks), of(appeals));
  };
  const versions = [...Map.groupBy(rows, versionOf).values()].map((those): ModelVersionGradingFigures => {
    const { provider, model, prompt } = those[0]!;
    const groups = [...Map.groupBy(those, groupOf).values()].map((group) => {
      const { language, given } = group[0]!;
      return { language, given, ...figures(group) };
    });
    return {
      provider,
      model,
      prompt,
      first: those.map(({ first }) => first).toSorted()[0]!,
      newest: those
        .map(({ newest }) => newest)
        .toSorted()
        .at(-1)!,
      ...figures(those),
      groups: groups.toSorted((one, other) => other.graded - one.graded),
    };
  });
  const newestFirst = versions.toSorted((one, other) => Date.parse(other.newest) - Date.parse(one.newest));
  return { versions: newestFirst, complete: cut === undefined };
}

/** Adds up the figures of groups. */
function figuresOf(
  rows: readonly GradedRow[],
  checks: readonly CheckedRow[],
  appeals: readonly AppealedRow[],
): ModelGradingFigures {
  const grades = (is: (row: GradedRow) => boolean) => rows.reduce((all, row) => all + (is(row) ? row.grades : 0), 0);
  const followed = (by: GradedRow['by'], way: GradedRow['way']) => grades((row) => row.by === by && row.way === way);
  const sum = (name: Exclude<keyof CheckedRow, keyof z.infer<typeof Group>>) =>
    checks.reduce((all, check) => all + check[name], 0);
  const sums: PairSums = {
    pairs: sum('checked'),
    model: sum('model_points'),
    person: sum('person_points'),
    modelSquares: sum('model_squares'),
    personSquares: sum('person_squares'),
    products: sum('products'),
  };
  return {
    graded: grades(() => true),
    counted: grades(({ counted }) => counted),
    unsure: grades(({ counted, doubted }) => !counted && !doubted),
    doubted: grades(({ counted, doubted }) => !counted && doubted),
    proposals_confirmed: followed('trainer', 0),
    proposals_raised: followed('trainer', 1),
    proposals_lowered: followed('trainer', -1),
    proposals_waiting: grades(({ counted, by }) => !counted && by === null),
    overrides_confirmed: followed('override', 0),
    overrides_raised: followed('override', 1),
    overrides_lowered: followed('override', -1),
    appeals_open: appeals.reduce((all, { open }) => all + open, 0),
    appeals_upheld: followed('appeal', 0),
    appeals_raised: followed('appeal', 1),
    appeals_lowered: followed('appeal', -1),
    drawn: sum('drawn'),
    checked: sums.pairs,
    agreed: sum('agreed'),
    kappa: weightedKappaOfSums(sums),
  };
}
