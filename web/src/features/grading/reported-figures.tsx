import { Text, Title } from '@mantine/core';
import type { ModelGradingFigures, TransparencyReportModel } from '@training/shared/grading/grading-report';
import {
  CONFIDENCE_CALIBRATION,
  GRADE_CHECK_PARAMETERS,
  type ConfidenceThresholdSetting,
} from '@training/shared/grading/grading-trust';
import { AI_PROVIDER_TRAITS } from '@training/shared/provider-keys/provider-keys';
import { useId } from 'react';
import { trpc } from '../../lib/api/trpc.ts';
import { formatDayOfTimestamp } from '../../lib/i18n/dates.ts';
import { languageNameOfTag, formatPercent } from '../../lib/i18n/in-words.ts';
import { formatNumber } from '../../lib/i18n/numbers.ts';
import { type Column, DataTable } from '../../ui/lists/data-table.tsx';
import { modelLabelOf } from '../provider-keys/key-words.ts';
import classes from './grading-report.module.css';
import { locale } from '../../lib/i18n/language.ts';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('grading');

type Row = ModelGradingFigures & { key: string; label: string };

type Part = [key: 'up' | 'down' | 'upheld' | 'open', count: number];

const PARTS = new Intl.ListFormat(locale, { type: 'unit', style: 'short' });

/** Returns "12 (2 up, 10 down)", without parts that are 0. */
function total(...parts: Part[]): string {
  const some = parts.filter(([, count]) => count > 0);
  if (some.length === 0) return '0';
  const all = some.reduce((sum, [, count]) => sum + count, 0);
  return `${formatNumber(all)} (${PARTS.format(some.map(([key, count]) => t(key, { count })))})`;
}

const changed = (raised: number, lowered: number) => total(['up', raised], ['down', lowered]);

const columns = (): Column<Row>[] => [
  { key: 'of', header: t('answers'), cell: ({ label }) => label },
  { key: 'graded', header: t('graded'), align: 'end', cell: ({ graded }) => formatNumber(graded) },
  {
    key: 'counted',
    header: t('countedAtOnce'),
    align: 'end',
    nowrap: true,
    cell: ({ counted: grades, graded }) => `${formatNumber(grades)} (${formatPercent(grades / graded)})`,
  },
  { key: 'unsure', header: t('tooUnsure'), align: 'end', cell: ({ unsure }) => formatNumber(unsure) },
  { key: 'doubted', header: t('doubted'), align: 'end', cell: ({ doubted }) => formatNumber(doubted) },
  {
    key: 'proposals',
    header: t('changedByTrainers'),
    align: 'end',
    cell: ({ proposals_raised, proposals_lowered }) => changed(proposals_raised, proposals_lowered),
  },
  {
    key: 'overrides',
    header: t('overridden'),
    align: 'end',
    cell: ({ overrides_raised, overrides_lowered }) => changed(overrides_raised, overrides_lowered),
  },
  {
    key: 'appeals',
    header: t('appeals'),
    align: 'end',
    cell: ({ appeals_upheld, appeals_raised, appeals_lowered, appeals_open }) =>
      total(['upheld', appeals_upheld], ['up', appeals_raised], ['down', appeals_lowered], ['open', appeals_open]),
  },
  {
    key: 'checked',
    header: t('checked'),
    align: 'end',
    cell: ({ drawn, checked }) => (drawn === 0 ? '0' : t('checkedOf', { checked, drawn })),
  },
  {
    key: 'agreed',
    header: t('samePoints'),
    align: 'end',
    cell: ({ checked, agreed }) =>
      checked === 0 ? '–' : `${formatNumber(agreed)} (${formatPercent(agreed / checked)})`,
  },
  { key: 'kappa', header: t('kappa'), align: 'end', cell: ({ kappa }) => (kappa === null ? '–' : kappa.toFixed(2)) },
];

/** The figures of one model with one version of its instructions, by language and by how answers were given. */
export function GradingModelFigures({
  model,
  trust,
}: {
  model: TransparencyReportModel;
  trust: ConfidenceThresholdSetting;
}) {
  const id = useId();
  const models = trpc.providerKeys.list.useQuery().data?.models;
  const { provider, prompt, groups } = model;
  const name = provider === null ? t('noModel') : modelLabelOf(models, provider, model.model ?? '');
  const rows: Row[] = [
    { ...model, key: 'all', label: t('all') },
    ...groups.map(({ language, given, ...figures }) => ({
      ...figures,
      key: `${language} ${given}`,
      label: t('givenIn', { given, language: language === null ? t('languageUnknown') : languageNameOfTag(language) }),
    })),
  ];
  return (
    <section aria-labelledby={id} className={classes.version}>
      <Title order={3} id={id}>
        {name}
      </Title>
      <Text size="sm" c="dimmed" mb="xs">
        {summaryOf(model, trust)}
      </Text>
      <DataTable
        label={t('gradesOf', { name, prompt: prompt ?? '' })}
        columns={columns()}
        rows={rows}
        rowKey={({ key }) => key}
      />
    </section>
  );
}

function summaryOf(model: TransparencyReportModel, trust: ConfidenceThresholdSetting): string {
  const { provider, prompt } = model;
  const between = { first: formatDayOfTimestamp(model.first), newest: formatDayOfTimestamp(model.newest) };
  if (provider === null) return t('gradedByCode', between);
  const graded = t('gradedByModel', { ...between, provider: AI_PROVIDER_TRAITS[provider].label, prompt: prompt ?? '' });
  return [graded, thresholdInWords(model, trust), ...driftInWords(model)].join(' ');
}

function thresholdInWords({ threshold, missing }: TransparencyReportModel, { by }: ConfidenceThresholdSetting): string {
  if (threshold === null) {
    return by === 'nobody' ? t('noneCountsTrainersDecide') : t('noneCountsTooMany');
  }
  const confidence = formatPercent(threshold);
  if (by === 'figure') return t('countsAsSet', { confidence });
  return missing > 0
    ? t('countsAsUsual', { confidence, missing })
    : t('countsAsJudged', { confidence, oneIn: CONFIDENCE_CALIBRATION.oneIn });
}

function driftInWords({ drift: { verdicts, wrong, shift, alarm } }: TransparencyReportModel): string[] {
  const judged = t('peopleChanged', { wrong, verdicts });
  const points =
    shift === null ? [] : [t('newestDiffer', { newest: GRADE_CHECK_PARAMETERS.newest, shift: String(shift) })];
  return [...(alarm ? [t('drift')] : []), judged, ...points];
}
