import type { AiUsageReport, ModelCallPurpose } from '@training/shared/ai-usage/ai-usage';
import { AI_PROVIDER_TRAITS } from '@training/shared/provider-keys/provider-keys';
import { Text } from '@mantine/core';
import { createDollarFormatter, formatNumber, formatDuration } from '../../lib/i18n/numbers.ts';
import { type Column, DataTable } from '../../ui/lists/data-table.tsx';
import { type ModelsByProvider, modelLabelOf } from './key-words.ts';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('provider-keys');
const names = translatorOf('ai-names');

type Row = AiUsageReport['by_feature'][number];

/** The chart's numbers as a table, by feature and key. */
export function AiUsageTable({ rows, models }: { rows: Row[]; models: ModelsByProvider | undefined }) {
  const inDollars = createDollarFormatter(rows.map(({ cost_usd }) => cost_usd));
  const columns: Column<Row>[] = [
    { key: 'feature', header: t('feature'), cell: Feature },
    { key: 'key', header: t('key'), cell: ({ own }) => (own ? t('own') : t('keyState.pooled')) },
    { key: 'model', header: t('model'), cell: ({ provider, model }) => modelLabelOf(models, provider, model) },
    { key: 'calls', header: t('calls'), align: 'end', cell: ({ calls }) => formatNumber(calls) },
    {
      key: 'failed',
      header: t('failed'),
      align: 'end',
      cell: ({ purpose, failed }) => (purpose === 'key_validation' ? '–' : formatNumber(failed)),
    },
    { key: 'size', header: t('tokensOrAudio'), align: 'end', cell: Size },
    {
      key: 'cost',
      header: t('estimatedCost'),
      align: 'end',
      cell: ({ provider, cost_usd }) => (provider === 'openai_compatible' ? t('unknownPrice') : inDollars(cost_usd)),
    },
  ];
  return <DataTable label={t('aiUsageByFeature')} columns={columns} rows={rows} rowKey={keyOf} />;
}

function Feature({ purpose, capability, provider }: Row) {
  return (
    <>
      {purposeInWords(purpose)}
      <Text size="xs" fw={400} c="dimmed">
        {purpose === 'key_validation' ? `${names(`capability.${capability}`)}, ` : ''}
        {AI_PROVIDER_TRAITS[provider].label}
      </Text>
    </>
  );
}

function purposeInWords(purpose: ModelCallPurpose): string {
  return purpose === 'key_validation' ? t('keyChecks') : names(`feature.${purpose}`);
}

function Size({ capability, input_tokens, output_tokens, cached_tokens, seconds }: Row) {
  if (capability === 'transcription') return formatDuration(seconds);
  return (
    <>
      {formatNumber(input_tokens)} / {formatNumber(output_tokens)}
      {cached_tokens > 0 && (
        <Text size="xs" c="dimmed">
          {t('inputCached', { count: cached_tokens })}
        </Text>
      )}
    </>
  );
}

const keyOf = ({ capability, purpose, provider, model, own }: Row) =>
  [capability, purpose, provider, model, own].join(' ');
