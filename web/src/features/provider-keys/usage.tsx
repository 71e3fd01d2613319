import { SegmentedControl, Stack, Text, Title } from '@mantine/core';
import { type AiUsage, USAGE_DAYS } from '@training/shared/ai-usage/ai-usage';
import { useState } from 'react';
import { dayInWords } from '../../lib/in-words.ts';
import { counted } from '../../lib/numbers.ts';
import { SLOW, trpc } from '../../lib/api/trpc.ts';
import { PageState } from '../../ui/pages/page-state.tsx';
import { Loading } from '../../ui/pages/states.tsx';
import { Budget } from './budget.tsx';
import { LazyUsageChart } from './lazy-usage-chart.tsx';
import type { Models } from './key-words.ts';
import { UsageModules } from './usage-modules.tsx';
import { UsageNumbers } from './usage-numbers.tsx';
import { UsageOutcomes } from './usage-outcomes.tsx';
import { UsageTable } from './usage-table.tsx';
import type { Measure } from './usage-chart.tsx';
import classes from './provider-keys.module.css';

/** This month's cost of pooled keys, and all calls in numbers, by day and by feature. */
export function Usage({ models }: { models: Models | undefined }) {
  const usage = trpc.providerKeys.usage.useQuery(undefined, SLOW);
  return (
    <Stack gap="xl">
      {usage.data && <Budget budget={usage.data.budget} />}
      <div>
        <Title order={3} mb={4}>
          Usage in the last {USAGE_DAYS} days
        </Title>
        <PageState query={usage} what="the usage" loading={<Loading label="Loading usage" rows={3} />}>
          {(found) =>
            found.by_feature.length === 0 ? (
              <Text c="dimmed">No calls yet. Calls to AI providers and their estimated cost will appear here.</Text>
            ) : (
              <UsageOf usage={found} models={models} />
            )
          }
        </PageState>
      </div>
      {usage.data && <UsageOutcomes rows={usage.data.outcomes} models={models} />}
    </Stack>
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
        <div className={classes.chart}>
          <LazyUsageChart days={usage.days} measure={measure} />
        </div>
      </div>
      <UsageTable rows={usage.by_feature} models={models} />
      <UsageModules rows={usage.by_module} />
    </Stack>
  );
}
