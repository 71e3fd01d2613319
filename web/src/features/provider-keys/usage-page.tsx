import { SegmentedControl, Stack, Text, Title } from '@mantine/core';
import { type AiUsage, USAGE_DAYS, MODULES_SHOWN } from '@training/shared/ai-usage/ai-usage';
import { useState } from 'react';
import { NAMED_AI_FEATURES } from '@training/shared/ai/named-ai-features';
import { PROVIDERS } from '@training/shared/provider-keys/provider-keys';
import { dayInWords, percent } from '../../lib/in-words.ts';
import { counted, dollarsFor, inFull, inShort, inTime } from '../../lib/numbers.ts';
import { SLOW, trpc } from '../../lib/api/trpc.ts';
import { PageState } from '../../ui/pages/page-state.tsx';
import { PageHeader } from '../../ui/pages/page-header.tsx';
import { Budget } from './budget.tsx';
import { type Models, modelLabel } from './key-words.ts';
import { UsageTable } from './usage-table.tsx';
import { type Measure, UsageChart } from './usage-chart.tsx';
import classes from './provider-keys.module.css';
import { useWorkspace } from '../../lib/workspace.ts';
import { type Column, DataTable } from '../../ui/lists/data-table.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { dayOfMoment } from '../../lib/dates.ts';

/** This month's cost of pooled keys, and all calls in numbers, by day and by feature (rules/provider-keys 13). */
export function UsagePage() {
  const usage = trpc.providerKeys.usage.useQuery(undefined, SLOW);
  const models = trpc.providerKeys.list.useQuery().data?.models;
  return (
    <>
      <PageHeader title="AI usage" />
      <PageState query={usage} what="the usage">
        {(found) => (
          <Stack gap="xl">
            <Budget budget={found.budget} />
            <section aria-labelledby="usage-by-day">
              <Title order={2} size="h3" id="usage-by-day" mb={4}>
                The last {USAGE_DAYS} days
              </Title>
              {found.by_feature.length === 0 ? (
                <Text c="dimmed">No calls yet. Calls to AI providers and their estimated cost will appear here.</Text>
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

function UsageOf({ usage, models }: { usage: AiUsage; models: Models | undefined }) {
  const [measure, setMeasure] = useState<Measure>('calls');
  return (
    <Stack>
      <Text c="dimmed">
        By days in UTC. Costs are estimates from list prices
        {usage.priced_at !== null && `, the oldest of them of ${dayInWords(usage.priced_at)}`}. Your provider’s bill is
        what counts.
        {usage.unpriced_calls > 0 &&
          ` ${counted(usage.unpriced_calls, 'call has', 'calls have')} no known price and ${usage.unpriced_calls === 1 ? 'isn’t' : 'aren’t'} included.`}
      </Text>
      <UsageNumbers totals={usage.totals} />
      <UsageSavings totals={usage.totals} />
      <div>
        <SegmentedControl
          aria-label="Chart"
          size="xs"
          value={measure}
          onChange={setMeasure}
          data={[
            { value: 'calls', label: 'Calls' },
            { value: 'cost_usd', label: 'Estimated cost' },
          ]}
        />
        <UsageChart days={usage.days} measure={measure} />
      </div>
      <UsageTable rows={usage.by_feature} models={models} />
      <UsageModules rows={usage.by_module} />
    </Stack>
  );
}

type ModuleRow = AiUsage['by_module'][number];

/** The cost of generation, grading and transcription per module, the most expensive first. */
function UsageModules({ rows }: { rows: ModuleRow[] }) {
  const { workspace } = useWorkspace();
  if (rows.length === 0) return null;
  const inDollars = dollarsFor(rows.flatMap(({ own_usd, pooled_usd }) => [own_usd, pooled_usd]));
  const columns: Column<ModuleRow>[] = [
    {
      key: 'module',
      header: 'Module',
      cell: ({ module_id, course_id, title, course }) => (
        <>
          <TextLink
            to="/$workspace/courses/$course/$module"
            params={{ workspace: workspace.slug, course: course_id, module: module_id }}
          >
            <bdi>{title}</bdi>
          </TextLink>
          <Text size="xs" fw={400} c="dimmed">
            <bdi>{course}</bdi>
          </Text>
        </>
      ),
    },
    { key: 'calls', header: 'Calls', align: 'end', cell: ({ calls }) => inFull(calls) },
    { key: 'own', header: 'On own keys', align: 'end', cell: ({ own_usd }) => inDollars(own_usd) },
    { key: 'pooled', header: 'On pooled keys', align: 'end', cell: ({ pooled_usd }) => inDollars(pooled_usd) },
  ];
  return (
    <section aria-labelledby="usage-by-module">
      <Title order={3} size="h4" id="usage-by-module">
        By module
      </Title>
      <Text c="dimmed" mb="xs">
        What was made for a module or added to it, and the spoken answers to it. Anything else isn’t in this list.
        {rows.length === MODULES_SHOWN && ` These are the ${MODULES_SHOWN} most expensive ones.`}
      </Text>
      <DataTable label="AI usage by module" columns={columns} rows={rows} rowKey={({ module_id }) => module_id} />
    </section>
  );
}

type Amounts = AiUsage['totals']['own'];

/** The totals of all calls, split by own and pooled keys. */
function UsageNumbers({ totals: { own, pooled } }: { totals: AiUsage['totals'] }) {
  const all = sumOf(own, pooled);
  const inDollars = dollarsFor([all, own, pooled].map(({ cost_usd }) => cost_usd));
  const numbers: [string, (amounts: Amounts) => string][] = [
    ['Calls', ({ calls }) => inFull(calls)],
    ['Failed', ({ failed }) => inFull(failed)],
    ['Tokens', ({ input_tokens, output_tokens }) => inShort(input_tokens + output_tokens)],
    ['Estimated cost', ({ cost_usd }) => inDollars(cost_usd)],
  ];
  // Shown only if speech was transcribed.
  if (all.seconds > 0) numbers.splice(3, 0, ['Audio', ({ seconds }) => inTime(seconds)]);
  return (
    <dl className={classes.numbers}>
      {numbers.map(([name, format]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className={classes.number}>{format(all)}</dd>
          <dd>
            own {format(own)}
            <br />
            pooled {format(pooled)}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Savings by prompt caching and the providers' flex tiers, once there are any. */
function UsageSavings({ totals: { own, pooled } }: { totals: AiUsage['totals'] }) {
  const { input_tokens, cached_tokens, cache_saved_usd: caching, flex_saved_usd: flex } = sumOf(own, pooled);
  const inDollars = dollarsFor([Math.abs(caching), flex]);
  const sentences = [
    cached_tokens > 0 && `${inFull(cached_tokens)} of ${inFull(input_tokens)} input tokens were cached.`,
    caching > 0 && `Saved ${inDollars(caching)} by prompt caching.`,
    caching < 0 && `Prompt caching cost ${inDollars(-caching)} more than it saved.`,
    flex > 0 && `Saved ${inDollars(flex)} by slower calls for drive scans.`,
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

type OutcomeRow = AiUsage['outcomes'][number];

/**
 * The share of each model's items that trainers kept: the best available measure of quality, and of what the checks
 * miss.
 */
function UsageOutcomes({ rows, models }: { rows: OutcomeRow[]; models: Models | undefined }) {
  if (rows.length === 0) return null;
  const columns: Column<OutcomeRow>[] = [
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
    {
      key: 'model',
      header: 'Model',
      cell: ({ provider, model, checked_by }) => (
        <>
          {modelLabel(models, provider, model)}
          {checked_by !== null && (
            <Text size="xs" fw={400} c="dimmed">
              Second look by {modelLabel(models, checked_by.provider, checked_by.model)}
            </Text>
          )}
        </>
      ),
    },
    { key: 'since', header: 'Instructions since', nowrap: true, cell: ({ since }) => dayOfMoment(since) },
    { key: 'made', header: 'Items', align: 'end', cell: (row) => inFull(totalOf(row)) },
    { key: 'kept', header: 'Kept', align: 'end', cell: (row) => shareOf(row.kept, row) },
    { key: 'edited', header: 'Edited', align: 'end', cell: (row) => shareOf(row.edited, row) },
    { key: 'deleted', header: 'Deleted', align: 'end', cell: (row) => shareOf(row.deleted, row) },
    { key: 'missed', header: 'Missed by checks', align: 'end', cell: (row) => shareOf(row.missed, row) },
  ];
  return (
    <section aria-labelledby="usage-outcomes">
      <Title order={2} size="h3" id="usage-outcomes">
        What trainers kept
      </Title>
      <Text c="dimmed" mb="xs">
        Of the cards and questions that AI made for modules since published. Each is counted once, when its module is
        first published after it was added. Missed by checks are those that were edited or deleted though neither code
        nor the second look had flagged them.
      </Text>
      <DataTable label="What trainers kept" columns={columns} rows={rows} rowKey={keyOf} />
    </section>
  );
}

const totalOf = ({ kept, edited, deleted }: OutcomeRow) => kept + edited + deleted;

/** Formats as "60 % (12)". */
const shareOf = (part: number, row: OutcomeRow) => `${percent(part / totalOf(row))} (${inFull(part)})`;

const keyOf = ({ feature, provider, model, prompt, checked_by }: OutcomeRow) =>
  [feature, provider, model, prompt, checked_by?.provider, checked_by?.model].join(' ');
