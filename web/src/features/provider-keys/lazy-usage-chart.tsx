import { lazyChart } from '../../ui/lazy-chart.tsx';

export const LazyUsageChart = lazyChart(async () => (await import('./usage-chart.tsx')).UsageChart);
