import { SegmentedControl, Stack, Text, Title } from '@mantine/core';
import { type AiUsageReport, AI_USAGE_REPORT_DAYS, MAX_MODULE_COSTS_SHOWN } from '@training/shared/ai-usage/ai-usage';
import { useState } from 'react';
import { AI_PROVIDER_TRAITS } from '@training/shared/provider-keys/provider-keys';
import { formatDay, formatPercent } from '../../lib/i18n/in-words.ts';
import { createDollarFormatter, formatNumber, formatCompactNumber, formatDuration } from '../../lib/i18n/numbers.ts';
import { SLOW_QUERY_OPTIONS, trpc } from '../../lib/api/trpc.ts';
import { PageState } from '../../ui/pages/page-state.tsx';
import { PageHeader } from '../../ui/pages/page-header.tsx';
import { PooledKeyBudget } from './budget.tsx';
import { type ModelsByProvider, modelLabelOf } from './key-words.ts';
import { AiUsageTable } from './usage-table.tsx';
import { type UsageMeasure, AiUsageChart } from './usage-chart.tsx';
import classes from './provider-keys.module.css';
import { type Column, DataTable } from '../../ui/lists/data-table.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { formatDayOfTimestamp } from '../../lib/i18n/dates.ts';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('provider-keys');
const names = translatorOf('ai-names');

/** This month's cost of pooled keys, and all calls in numbers, by day and by feature (rules/provider-keys 13). */
export function AiUsagePage() {
  const usage = trpc.providerKeys.usage.useQuery(undefined, SLOW_QUERY_OPTIONS);
  const models = trpc.providerKeys.list.useQuery().data?.models;
  return (
    <>
      <PageHeader title={t('aiUsage')} />
      <PageState query={usage} what={t('theUsage')}>
        {(found) => (
          <Stack gap="xl">
            <PooledKeyBudget budget={found.budget} />
            <section aria-labelledby="usage-by-day">
              <Title order={2} size="h3" id="usage-by-day" mb={4}>
                {t('lastDays', { days: AI_USAGE_REPORT_DAYS })}
              </Title>
              {found.by_feature.length === 0 ? (
                <Text c="dimmed">{t('noCallsYet')}</Text>
              ) : (
                <UsageOf usage={found} models={models} />
              )}
            </section>
            <UsageOutcomes rows={found.outcomes} models={models} />
          </Stack>
        )}
      </PageState>
    </>
  );
}

function UsageOf({ usage, models }: { usage: AiUsageReport; models: ModelsByProvider | undefined }) {
  const [measure, setMeasure] = useState<UsageMeasure>('calls');
  return (
    <Stack>
      <Text c="dimmed">
        {usage.priced_at === null
          ? t('costsAreEstimates')
          : t('costsAreEstimatesOf', { day: formatDay(usage.priced_at) })}
        {usage.unpriced_calls > 0 && ` ${t('unpricedCalls', { count: usage.unpriced_calls })}`}
      </Text>
      <UsageNumbers totals={usage.totals} />
      <UsageSavings totals={usage.totals} />
      <div>
        <SegmentedControl
          aria-label={t('chart')}
          size="xs"
          value={measure}
          onChange={setMeasure}
          data={[
            { value: 'calls', label: t('calls') },
            { value: 'cost_usd', label: t('estimatedCost') },
          ]}
        />
        <AiUsageChart days={usage.days} measure={measure} />
      </div>
      <AiUsageTable rows={usage.by_feature} models={models} />
      <UsageModules rows={usage.by_module} />
    </Stack>
  );
}

type ModuleRow = AiUsageReport['by_module'][number];

/** The cost of generation, grading and transcription per module, the most expensive first. */
function UsageModules({ rows }: { rows: ModuleRow[] }) {
  if (rows.length === 0) return null;
  const inDollars = createDollarFormatter(rows.flatMap(({ own_usd, pooled_usd }) => [own_usd, pooled_usd]));
  const columns: Column<ModuleRow>[] = [
    {
      key: 'module',
      header: t('module'),
      cell: ({ module_id, course_id, title, course }) => (
        <>
          <TextLink to="/$workspace/courses/$course/$module" params={{ course: course_id, module: module_id }}>
            <bdi>{title}</bdi>
          </TextLink>
          <Text size="xs" fw={400} c="dimmed">
            <bdi>{course}</bdi>
          </Text>
        </>
      ),
    },
    { key: 'calls', header: t('calls'), align: 'end', cell: ({ calls }) => formatNumber(calls) },
    { key: 'own', header: t('onOwnKeys'), align: 'end', cell: ({ own_usd }) => inDollars(own_usd) },
    { key: 'pooled', header: t('onPooledKeys'), align: 'end', cell: ({ pooled_usd }) => inDollars(pooled_usd) },
  ];
  return (
    <section aria-labelledby="usage-by-module">
      <Title order={3} size="h4" id="usage-by-module">
        {t('byModule')}
      </Title>
      <Text c="dimmed" mb="xs">
        {t('byModuleExplained')}
        {rows.length === MAX_MODULE_COSTS_SHOWN && ` ${t('mostExpensive', { count: MAX_MODULE_COSTS_SHOWN })}`}
      </Text>
      <DataTable label={t('aiUsageByModule')} columns={columns} rows={rows} rowKey={({ module_id }) => module_id} />
    </section>
  );
}

type Amounts = AiUsageReport['totals']['own'];

/** The totals of all calls, split by own and pooled keys. */
function UsageNumbers({ totals: { own, pooled } }: { totals: AiUsageReport['totals'] }) {
  const all = sumOf(own, pooled);
  const inDollars = createDollarFormatter([all, own, pooled].map(({ cost_usd }) => cost_usd));
  const numbers: [string, (amounts: Amounts) => string][] = [
    [t('calls'), ({ calls }) => formatNumber(calls)],
    [t('failed'), ({ failed }) => formatNumber(failed)],
    [t('tokens'), ({ input_tokens, output_tokens }) => formatCompactNumber(input_tokens + output_tokens)],
    [t('estimatedCost'), ({ cost_usd }) => inDollars(cost_usd)],
  ];
  // Shown only if speech was transcribed.
  if (all.seconds > 0) numbers.splice(3, 0, [t('audio'), ({ seconds }) => formatDuration(seconds)]);
  return (
    <dl className={classes.numbers}>
      {numbers.map(([name, format]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className={classes.number}>{format(all)}</dd>
          <dd>
            {t('ownAmount', { amount: format(own) })}
            <br />
            {t('pooledAmount', { amount: format(pooled) })}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Savings by prompt caching and the providers' flex tiers, once there are any. */
function UsageSavings({ totals: { own, pooled } }: { totals: AiUsageReport['totals'] }) {
  const { input_tokens, cached_tokens, cache_saved_usd: caching, flex_saved_usd: flex } = sumOf(own, pooled);
  const inDollars = createDollarFormatter([Math.abs(caching), flex]);
  const sentences = [
    cached_tokens > 0 && t('tokensCached', { cached: cached_tokens, all: input_tokens }),
    caching > 0 && t('savedByCaching', { amount: inDollars(caching) }),
    caching < 0 && t('cachingCostMore', { amount: inDollars(-caching) }),
    flex > 0 && t('savedBySlowerCalls', { amount: inDollars(flex) }),
  ].filter(Boolean);
  return sentences.length === 0 ? null : <Text>{sentences.join(' ')}</Text>;
}

function sumOf(a: Amounts, b: Amounts): Amounts {
  return {
    calls: a.calls + b.calls,
    failed: a.failed + b.failed,
    input_tokens: a.input_tokens + b.input_tokens,
    output_tokens: a.output_tokens + b.output_tokens,
    seconds: a.seconds + b.seconds,
    cost_usd: a.cost_usd + b.cost_usd,
    cached_tokens: a.cached_tokens + b.cached_tokens,
    cache_saved_usd: a.cache_saved_usd + b.cache_saved_usd,
    flex_saved_usd: a.flex_saved_usd + b.flex_saved_usd,
  };
}

type OutcomeRow = AiUsageReport['outcomes'][number];

/**
 * The share of each model's items that trainers kept: the best available measure of quality, and of what the checks
 * miss.
 */
function UsageOutcomes({ rows, models }: { rows: OutcomeRow[]; models: ModelsByProvider | undefined }) {
  if (rows.length === 0) return null;
  const columns: Column<OutcomeRow>[] = [
    {
      key: 'feature',
      header: t('feature'),
      cell: ({ feature, provider }) => (
        <>
          {names(`feature.${feature}`)}
          <Text size="xs" fw={400} c="dimmed">
            {AI_PROVIDER_TRAITS[provider].label}
          </Text>
        </>
      ),
    },
    {
      key: 'model',
      header: t('model'),
      cell: ({ provider, model, checked_by }) => (
        <>
          {modelLabelOf(models, provider, model)}
          {checked_by !== null && (
            <Text size="xs" fw={400} c="dimmed">
              {t('secondLookBy', { model: modelLabelOf(models, checked_by.provider, checked_by.model) })}
            </Text>
          )}
        </>
      ),
    },
    { key: 'since', header: t('instructionsSince'), nowrap: true, cell: ({ since }) => formatDayOfTimestamp(since) },
    { key: 'made', header: t('items'), align: 'end', cell: (row) => formatNumber(totalOf(row)) },
    { key: 'kept', header: t('kept'), align: 'end', cell: (row) => shareOf(row.kept, row) },
    { key: 'edited', header: t('edited'), align: 'end', cell: (row) => shareOf(row.edited, row) },
    { key: 'deleted', header: t('deleted'), align: 'end', cell: (row) => shareOf(row.deleted, row) },
    { key: 'missed', header: t('missedByChecks'), align: 'end', cell: (row) => shareOf(row.missed, row) },
  ];
  return (
    <section aria-labelledby="usage-outcomes">
      <Title order={2} size="h3" id="usage-outcomes">
        {t('whatTrainersKept')}
      </Title>
      <Text c="dimmed" mb="xs">
        {t('keptExplained')}
      </Text>
      <DataTable label={t('whatTrainersKept')} columns={columns} rows={rows} rowKey={keyOf} />
    </section>
  );
}

const totalOf = ({ kept, edited, deleted }: OutcomeRow) => kept + edited + deleted;

/** Formats as "60 % (12)". */
const shareOf = (part: number, row: OutcomeRow) => `${formatPercent(part / totalOf(row))} (${formatNumber(part)})`;

const keyOf = ({ feature, provider, model, prompt, checked_by }: OutcomeRow) =>
  [feature, provider, model, prompt, checked_by?.provider, checked_by?.model].join(' ');
