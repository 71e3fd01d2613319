import { Text, Title } from '@mantine/core';
import { NAMED_AI_FEATURES } from '@training/shared/ai/named-ai-features';
import type { AiUsage } from '@training/shared/ai-usage/ai-usage';
import { PROVIDERS } from '@training/shared/provider-keys/provider-keys';
import { dayOfMoment } from '../../lib/dates.ts';
import { percent } from '../../lib/in-words.ts';
import { inFull } from '../../lib/numbers.ts';
import { type Column, DataTable } from '../../ui/lists/data-table.tsx';
import { type Models, modelLabel } from './key-words.ts';

type Row = AiUsage['outcomes'][number];

/** The share of each model's items that trainers kept: the best available measure of quality. */
export function UsageOutcomes({ rows, models }: { rows: Row[]; models: Models | undefined }) {
  if (rows.length === 0) return null;
  const columns: Column<Row>[] = [
    {
      key: 'feature',
      header: 'Feature',
      cell: ({ feature, provider }) => (
        <>
          {NAMED_AI_FEATURES[feature].label}
          <Text size="xs" fw={400} c="dimmed">
            {PROVIDERS[provider].label}
          </Text>
        </>
      ),
    },
    { key: 'model', header: 'Model', cell: ({ provider, model }) => modelLabel(models, provider, model) },
    { key: 'since', header: 'Instructions since', nowrap: true, cell: ({ since }) => dayOfMoment(since) },
    { key: 'made', header: 'Items', align: 'end', cell: (row) => inFull(totalOf(row)) },
    { key: 'kept', header: 'Kept', align: 'end', cell: (row) => shareOf(row.kept, row) },
    { key: 'edited', header: 'Edited', align: 'end', cell: (row) => shareOf(row.edited, row) },
    { key: 'deleted', header: 'Deleted', align: 'end', cell: (row) => shareOf(row.deleted, row) },
  ];
  return (
    <section aria-labelledby="usage-outcomes">
      <Title order={3} id="usage-outcomes">
        What trainers kept
      </Title>
      <Text c="dimmed" mb="xs">
        Of the cards and questions that AI made for modules since published. Each is counted once, when its module is
        first published after it was added.
      </Text>
      <DataTable label="What trainers kept" columns={columns} rows={rows} rowKey={keyOf} />
    </section>
  );
}

const totalOf = ({ kept, edited, deleted }: Row) => kept + edited + deleted;

/** Formats as "60 % (12)". */
const shareOf = (part: number, row: Row) => `${percent(part / totalOf(row))} (${inFull(part)})`;

const keyOf = ({ feature, provider, model, prompt }: Row) => [feature, provider, model, prompt].join(' ');
