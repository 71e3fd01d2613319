import { Text, Title } from '@mantine/core';
import type { GradingFigures, ReportedModel } from '@training/shared/grading/grading-report';
import { CALIBRATION, GRADE_CHECKS, type GradingTrust } from '@training/shared/grading/grading-trust';
import { PROVIDERS } from '@training/shared/provider-keys/provider-keys';
import { useId } from 'react';
import { trpc } from '../../lib/api/trpc.ts';
import { dayOfMoment } from '../../lib/dates.ts';
import { languageName, percent } from '../../lib/in-words.ts';
import { counted, inFull } from '../../lib/numbers.ts';
import { type Column, DataTable } from '../../ui/lists/data-table.tsx';
import { modelLabel } from '../provider-keys/key-words.ts';
import classes from './grading-report.module.css';

type Row = GradingFigures & { key: string; label: string };

/** Returns "12 (2 up, 10 down)", without parts that are 0. */
function total(...parts: [count: number, word: string][]): string {
  const some = parts.filter(([count]) => count > 0);
  if (some.length === 0) return '0';
  const all = some.reduce((sum, [count]) => sum + count, 0);
  return `${inFull(all)} (${some.map(([count, word]) => `${inFull(count)} ${word}`).join(', ')})`;
}

const changed = (raised: number, lowered: number) => total([raised, 'up'], [lowered, 'down']);

const COLUMNS: Column<Row>[] = [
  { key: 'of', header: 'Answers', cell: ({ label }) => label },
  { key: 'graded', header: 'Graded', align: 'end', cell: ({ graded }) => inFull(graded) },
  {
    key: 'counted',
    header: 'Counted at once',
    align: 'end',
    nowrap: true,
    cell: ({ counted: grades, graded }) => `${inFull(grades)} (${percent(grades / graded)})`,
  },
  { key: 'unsure', header: 'Too unsure', align: 'end', cell: ({ unsure }) => inFull(unsure) },
  { key: 'doubted', header: 'Doubted', align: 'end', cell: ({ doubted }) => inFull(doubted) },
  {
    key: 'proposals',
    header: 'Changed by trainers',
    align: 'end',
    cell: ({ proposals_raised, proposals_lowered }) => changed(proposals_raised, proposals_lowered),
  },
  {
    key: 'overrides',
    header: 'Overridden',
    align: 'end',
    cell: ({ overrides_raised, overrides_lowered }) => changed(overrides_raised, overrides_lowered),
  },
  {
    key: 'appeals',
    header: 'Appeals',
    align: 'end',
    cell: ({ appeals_upheld, appeals_raised, appeals_lowered, appeals_open }) =>
      total([appeals_upheld, 'upheld'], [appeals_raised, 'up'], [appeals_lowered, 'down'], [appeals_open, 'open']),
  },
  {
    key: 'checked',
    header: 'Checked',
    align: 'end',
    cell: ({ drawn, checked }) => (drawn === 0 ? '0' : `${inFull(checked)} of ${inFull(drawn)}`),
  },
  {
    key: 'agreed',
    header: 'Same points',
    align: 'end',
    cell: ({ checked, agreed }) => (checked === 0 ? '–' : `${inFull(agreed)} (${percent(agreed / checked)})`),
  },
  { key: 'kappa', header: 'Kappa', align: 'end', cell: ({ kappa }) => (kappa === null ? '–' : kappa.toFixed(2)) },
];

/** The figures of one model with one version of its instructions, by language and by how answers were given. */
export function ReportedFigures({ model, trust }: { model: ReportedModel; trust: GradingTrust }) {
  const id = useId();
  const models = trpc.providerKeys.list.useQuery().data?.models;
  const { provider, prompt, first, newest, groups } = model;
  const name = provider === null ? 'No model' : modelLabel(models, provider, model.model ?? '');
  const rows: Row[] = [
    { ...model, key: 'all', label: 'All' },
    ...groups.map(({ language, given, ...figures }) => ({
      ...figures,
      key: `${language} ${given}`,
      label: `${given === 'typed' ? 'Typed' : 'Spoken'}, ${language === null ? 'language unknown' : languageName(language)}`,
    })),
  ];
  return (
    <section aria-labelledby={id} className={classes.version}>
      <Title order={3} id={id}>
        {name}
      </Title>
      <Text size="sm" c="dimmed" mb="xs">
        {provider === null
          ? 'Nothing was said, or no model was recorded: code gives no points.'
          : `${PROVIDERS[provider].label}, instructions ${prompt}`}
        . Graded {dayOfMoment(first)} to {dayOfMoment(newest)}.{' '}
        {provider !== null && `${thresholdInWords(model, trust)} ${driftInWords(model)}`}
      </Text>
      <DataTable label={`Grades of ${name} ${prompt ?? ''}`} columns={COLUMNS} rows={rows} rowKey={({ key }) => key} />
    </section>
  );
}

function thresholdInWords({ threshold, missing }: ReportedModel, { by }: GradingTrust): string {
  if (threshold === null) {
    return by === 'nobody' ? 'None counts: trainers decide on all.' : 'None counts: too many of its grades were wrong.';
  }
  const from = `Its grades count from ${percent(threshold)} confidence`;
  if (by === 'figure') return `${from}, as a super admin has set.`;
  return missing > 0
    ? `${from}, the usual figure, until ${counted(missing, 'more grade is', 'more grades are')} known.`
    : `${from}, from which at most 1 in ${CALIBRATION.oneIn} was wrong by what people said.`;
}

function driftInWords({ drift: { verdicts, wrong, shift, alarm } }: ReportedModel): string {
  const points =
    shift === null
      ? ''
      : ` The newest ${GRADE_CHECKS.newest} differ by ${shift} from earlier answers to the same questions.`;
  const judged = `People changed ${inFull(wrong)} of the newest ${inFull(verdicts)} that they judged.${points}`;
  return alarm ? `Drift: it grades differently than before. ${judged}` : judged;
}
