import { z } from 'zod';
import { placeOf } from './endpoint-label.ts';
import type { Measured } from './interval.ts';
import { MEASURES, MINIMA } from './minima.ts';
import { amount, boundOf, OUTCOMES, rangeOf, said, standingOf } from './verdict.ts';

const Figure = z.object({
  value: z.number().nullable(),
  of: z.number(),
  low: z.number().optional(),
  high: z.number().optional(),
});

const TableRow = z.object({
  task: z.enum(['cards', 'questions', 'grading']),
  language: z.string(),
  /** Share of right items to the judge; of grading, the weighted kappa with people. */
  quality: Figure,
  /** Share of planted faults that are caught; of grading, of wrong grades that go to a trainer. */
  caught: Figure,
  /** US$ for 100 cards, questions or grades; null if a price is unknown. */
  cost: z.number().nullable(),
  /** To an item, or a grade, for 95 of 100. */
  seconds: z.number().nullable(),
});
export type TableRow = z.infer<typeof TableRow>;

/** Relations of a judge to a model in which nobody else has looked at the items. */
export const OWN_JUDGE: ReadonlySet<string> = new Set(['the model itself', 'the same model elsewhere']);

/** Results of before have whole base URLs. */
const Place = z.string().transform(placeOf).nullable().default(null);

const Judge = z.object({
  name: z.string(),
  /** Place of its endpoint, as of `Result`. */
  endpoint: Place,
  /** Relation to the model that it judges. */
  is: z.enum([
    'the model itself',
    'the same model elsewhere',
    'of the same family',
    'of another family',
    'perhaps of the same family',
  ]),
  caught: Figure,
  alarms: Figure,
});

/** The result for one model, as `--json` prints it and `--last` reads it. An older one may lack a measure. */
export const Result = z.object({
  model: z.string(),
  /** Place of the customer's endpoint of the model or of its second look; null if both have another provider. */
  endpoint: Place,
  at: z.string(),
  /** The model of the second look; null where the model checked its own. */
  second_look: z.string().nullable().default(null),
  /** The requested language; null where each source kept its own. */
  language: z.string().nullable(),
  judge: Judge.nullable(),
  sources: z.array(z.string()),
  answers: z.object({ count: z.number(), people: z.number().nullable() }),
  /** SHA-256 of what it was measured with: texts, answers and numbers of items. An older one lacks it. */
  samples: z.string().nullable().default(null),
  figures: z.partialRecord(z.enum(MEASURES), Figure),
  table: z.array(TableRow),
  by_code: Figure,
  least_caught: z.array(z.string()),
  criteria: z.array(z.object({ criterion: z.string(), agreed: z.number(), of: z.number() })),
  differences: z.array(z.string()),
  cases: z.array(z.string()),
  problems: z.array(z.string()),
  /** US$ of all calls of the model. */
  spent: z.number().nullable(),
  outcome: z.enum(OUTCOMES),
  reasons: z.array(z.string()),
});
export type Result = z.infer<typeof Result>;

export const Results = z.object({ models: z.array(Result) });

const percent = (value: number | null) => (value === null ? '–' : `${(value * 100).toFixed(0)}%`);

function cell(unit: 'share' | 'kappa', measured: Measured): string {
  if (measured.value === null) return '–';
  const range = rangeOf({ unit }, measured);
  return `${unit === 'kappa' ? 'κ ' : ''}${amount({ unit }, measured.value)}${range === '' ? '' : ` (${range})`}`;
}

/** One table of all models, tasks and languages. */
export function managersTable(results: readonly Result[]): string[] {
  return [
    '| Model | Task | Language | Quality | Caught | Cost of 100 | Seconds |',
    '|---|---|---|---|---|--:|--:|',
    ...results.flatMap(({ model, judge, table }) =>
      table.map(({ task, language, quality, caught, cost, seconds }) =>
        [
          '',
          `${model}${judge && OWN_JUDGE.has(judge.is) && task !== 'grading' ? ' (judged by itself)' : ''}`,
          task,
          language,
          cell(task === 'grading' ? 'kappa' : 'share', quality),
          cell('share', caught),
          cost === null ? '–' : `$${cost.toFixed(2)}`,
          seconds === null ? '–' : seconds.toFixed(1),
          '',
        ]
          .join(' | ')
          .trim(),
      ),
    ),
  ];
}

export const LEGEND = [
  'Quality: cards and questions that are right to the judge, corrected for its proven errors; agreement with people (weighted kappa) for grading.',
  'Caught: planted faults that code or the second call objects to; wrong grades that go to a trainer. Ranges hold in nine of ten samples.',
];

const STANDINGS = { met: 'yes', missed: 'no', open: 'undecided' };

/** Everything that was measured of one model, with its verdict. */
export function linesOf(result: Result): string[] {
  const {
    model,
    second_look: checker,
    judge,
    answers,
    by_code,
    figures,
    criteria,
    differences,
    least_caught,
    cases,
    problems,
  } = result;
  const list = (title: string, items: readonly string[]) =>
    items.length === 0 ? [] : ['', title, ...items.map((each) => `- ${each}`)];
  return [
    `## ${model}`,
    '',
    judge
      ? `Judge: ${judge.name}, ${judge.is}. It found ${percent(judge.caught.value)} of ${judge.caught.of} wrong items and objected to ${percent(judge.alarms.value)} of ${judge.alarms.of} good ones.`
      : 'No judge was named: nobody has looked at the items.',
    ...(checker === null ? [] : [`Second look by ${checker}.`]),
    `Answers: ${answers.count}, each marked by two people, who agree with a weighted kappa of ${answers.people?.toFixed(2) ?? '–'}.`,
    `Code alone catches ${percent(by_code.value)} of ${by_code.of} planted faults.`,
    '',
    '| Measured | Needed | Reached |',
    '|---|---|---|',
    ...MEASURES.map((name) => {
      const measured = figures[name] ?? { value: null, of: 0 };
      const isLeftOut = MINIMA[name].isOptional && measured.value === null;
      const reached = isLeftOut ? '–' : STANDINGS[standingOf(name, measured)];
      return `| ${said(name, measured)} | ${boundOf(MINIMA[name])} | ${reached} |`;
    }),
    ...list('Kinds of faults that are caught least:', least_caught),
    ...list('Points that a difference costs:', differences),
    ...list(
      'Criteria with the least agreement:',
      criteria.slice(0, 5).map(({ criterion, agreed, of }) => `${criterion}: ${agreed} of ${of}`),
    ),
    ...list('Cases that are not as expected:', cases),
    ...list('Failed:', problems),
    '',
    `${result.outcome}${result.reasons.length > 0 ? ':' : ''}`,
    ...result.reasons.map((each) => `- ${each}`),
    ...(result.spent === null ? [] : [`This evaluation cost $${result.spent.toFixed(2)}, without the judge.`]),
  ];
}
