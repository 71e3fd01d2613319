import { Skeleton, Text } from '@mantine/core';
import { type ComponentType, useEffect, useState } from 'react';
import type { UsageChartProps } from './usage-chart.tsx';

/** The chart, whose library is larger than the rest of the page and is fetched when there is something to draw. */
export function LazyUsageChart(props: UsageChartProps) {
  const [Chart, setChart] = useState<ComponentType<UsageChartProps> | 'loading' | 'failed'>('loading');
  useEffect(() => {
    let isShown = true;
    import('./usage-chart.tsx').then(
      ({ UsageChart }) => isShown && setChart(() => UsageChart),
      () => isShown && setChart('failed'),
    );
    return () => {
      isShown = false;
    };
  }, []);
  if (Chart === 'loading') return <Skeleton height={240} />;
  if (Chart === 'failed') {
    return <Text c="dimmed">The chart could not be loaded. The numbers above and the table below are complete.</Text>;
  }
  return <Chart {...props} />;
}
