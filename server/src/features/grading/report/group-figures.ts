import { GradingFigures, GradingGroup, REPORTED } from '@training/shared/grading/grading-report';
import { Timestamp } from '@training/shared/primitives';
import { Provider } from '@training/shared/provider-keys/provider-keys';
import { z } from 'zod';
import { defineStatement, type Runner } from '../../../database/statements/statement.ts';
import { kappaOf, type PairSums } from '../checks/agreement.ts';

/** The first part of the language's tag, and how the answer was given, of the grade `g`. */
export const LANGUAGE_AND_GIVEN = `split_part(lower(g.language), '-', 1) as language,
  case when g.typed then 'typed' else 'spoken' end as given` as const;

const Sums = z.strictObject({
  pairs: z.number(),
  model: z.number(),
  person: z.number(),
  modelSquares: z.number(),
  personSquares: z.number(),
  products: z.number(),
});

const FigureRow = z.strictObject({
  provider: Provider.nullable(),
  model: z.string().nullable(),
  prompt: z.string().nullable(),
  first: Timestamp,
  newest: Timestamp,
  ...GradingGroup.omit({ checked: true, kappa: true }).shape,
  sums: Sums,
});
type FigureRow = z.infer<typeof FigureRow>;

/**
 * A person's grade follows the model's directly: a trainer's the proposal, an override or the decision of an appeal the
 * grade that counted. Points are summed up in ten-thousandths.
 */
const GROUPS = defineStatement({
  name: 'read-grading-figures',
  scope: 'tenant',
  unprepared: true,
  row: FigureRow,
  sql: `
select g.provider, g.model, g.prompt, ${LANGUAGE_AND_GIVEN},
  to_iso(min(g.at)) as first, to_iso(max(g.at)) as newest,
  count(*)::integer as graded,
  count(*) filter (where g.counts)::integer as counted,
  count(*) filter (where not g.counts and g.compared is not null)::integer as unsure,
  count(*) filter (where not g.counts and g.compared is null)::integer as doubted,
  count(*) filter (where p.kind = 'trainer' and p.score = g.score)::integer as proposals_confirmed,
  count(*) filter (where p.kind = 'trainer' and p.score > g.score)::integer as proposals_raised,
  count(*) filter (where p.kind = 'trainer' and p.score < g.score)::integer as proposals_lowered,
  count(*) filter (where not g.counts and p.kind is null)::integer as proposals_waiting,
  count(*) filter (where p.kind = 'override' and p.score = g.score)::integer as overrides_confirmed,
  count(*) filter (where p.kind = 'override' and p.score > g.score)::integer as overrides_raised,
  count(*) filter (where p.kind = 'override' and p.score < g.score)::integer as overrides_lowered,
  count(o.answer_id)::integer as appeals_open,
  count(*) filter (where p.kind = 'appeal' and p.score = g.score)::integer as appeals_upheld,
  count(*) filter (where p.kind = 'appeal' and p.score > g.score)::integer as appeals_raised,
  count(*) filter (where p.kind = 'appeal' and p.score < g.score)::integer as appeals_lowered,
  count(k.answer_id)::integer as drawn,
  count(*) filter (where k.checked_at <= :until::timestamptz and k.score = g.score)::integer as agreed,
  json_build_object(
    'pairs', count(*) filter (where k.checked_at <= :until::timestamptz),
    'model', coalesce(sum(g.score * 10000) filter (where k.checked_at <= :until::timestamptz), 0)::bigint,
    'person', coalesce(sum(k.score * 10000) filter (where k.checked_at <= :until::timestamptz), 0)::bigint,
    'modelSquares', coalesce(sum(g.score * g.score * 100000000) filter (where k.checked_at <= :until::timestamptz), 0)::bigint,
    'personSquares', coalesce(sum(k.score * k.score * 100000000) filter (where k.checked_at <= :until::timestamptz), 0)::bigint,
    'products', coalesce(sum(g.score * k.score * 100000000) filter (where k.checked_at <= :until::timestamptz), 0)::bigint
  ) as sums
from grades g
left join grades p on p.workspace_id = :workspaceId and p.answer_id = g.answer_id and p.number = g.number + 1
  and p.kind <> 'model' and p.at <= :until::timestamptz
left join grade_checks k on k.workspace_id = :workspaceId and k.answer_id = g.answer_id and k.number = g.number
  and k.chosen_at <= :until::timestamptz
left join appeals o on o.workspace_id = :workspaceId and o.answer_id = g.answer_id and o.at <= :until::timestamptz
  and (o.decided_at is null or o.decided_at > :until::timestamptz) and g.counts and (p.at is null or p.at > o.at)
where g.workspace_id = :workspaceId and g.kind = 'model' and g.at <= :until::timestamptz
group by 1, 2, 3, 4, 5
order by max(g.at) desc, 1, 2, 3, 4, 5 limit ${REPORTED.groups + 1}`,
});

/** A model with a version of its instructions, or none where nothing was said. */
export type Version = Pick<FigureRow, 'provider' | 'model' | 'prompt' | 'first' | 'newest'> &
  GradingFigures & { groups: GradingGroup[] };

/** Reads what became of grades until then, by version, the newest first, and in each by group, the largest first. */
export async function readVersions(
  on: Runner,
  asked: { workspaceId: string; until: Date },
): Promise<{ versions: Version[]; complete: boolean }> {
  const found = await GROUPS.all(on, asked);
  const rows = found.slice(0, REPORTED.groups);
  const byVersion = Map.groupBy(rows, ({ provider, model, prompt }) => JSON.stringify([provider, model, prompt]));
  const versions = [...byVersion.values()].map((groups): Version => {
    const { provider, model, prompt, newest } = groups[0]!;
    const first = groups.map((group) => group.first).toSorted()[0]!;
    const bySize = groups.toSorted((one, other) => other.graded - one.graded);
    return {
      provider,
      model,
      prompt,
      first,
      newest,
      ...figuresOf(groups),
      groups: bySize.map((group) => ({ language: group.language, given: group.given, ...figuresOf([group]) })),
    };
  });
  return { versions, complete: found.length <= REPORTED.groups };
}

/** Adds up the figures of groups. */
function figuresOf(groups: readonly FigureRow[]): GradingFigures {
  const sum = (of: (group: FigureRow) => number) => groups.reduce((all, group) => all + of(group), 0);
  const sumOf = (name: Exclude<keyof GradingFigures, 'checked' | 'kappa'>) => sum((group) => group[name]);
  const pairSum = (name: keyof PairSums) => sum(({ sums }) => sums[name]);
  return {
    graded: sumOf('graded'),
    counted: sumOf('counted'),
    unsure: sumOf('unsure'),
    doubted: sumOf('doubted'),
    proposals_confirmed: sumOf('proposals_confirmed'),
    proposals_raised: sumOf('proposals_raised'),
    proposals_lowered: sumOf('proposals_lowered'),
    proposals_waiting: sumOf('proposals_waiting'),
    overrides_confirmed: sumOf('overrides_confirmed'),
    overrides_raised: sumOf('overrides_raised'),
    overrides_lowered: sumOf('overrides_lowered'),
    appeals_open: sumOf('appeals_open'),
    appeals_upheld: sumOf('appeals_upheld'),
    appeals_raised: sumOf('appeals_raised'),
    appeals_lowered: sumOf('appeals_lowered'),
    drawn: sumOf('drawn'),
    checked: pairSum('pairs'),
    agreed: sumOf('agreed'),
    kappa: kappaOf({
      pairs: pairSum('pairs'),
      model: pairSum('model'),
      person: pairSum('person'),
      modelSquares: pairSum('modelSquares'),
      personSquares: pairSum('personSquares'),
      products: pairSum('products'),
    }),
  };
}
