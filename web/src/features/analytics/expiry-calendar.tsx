import '@mantine/charts/styles.css';
import { Heatmap } from '@mantine/charts';
import type { Breakdown } from '@training/shared/analytics/analytics-lists';
import { dayInWords } from '../../lib/in-words.ts';

const YEAR = 365 * 86_400_000;

/** A calendar heat map of the next twelve months: the more certificates expire on a day, the darker its square. */
export function ExpiryCalendar({ days, today }: { days: Breakdown['expiring']; today: string }) {
  const data = Object.fromEntries(days.map(({ day, certificates }) => [day, certificates]));
  const end = new Date(Date.parse(today) + YEAR).toISOString().slice(0, 10);
  return (
    <Heatmap
      data={data}
      startDate={today}
      endDate={end}
      withMonthLabels
      withTooltip
      getTooltipLabel={({ date, value }) => `${dayInWords(date)}: ${value ?? 0}`}
    />
  );
}
