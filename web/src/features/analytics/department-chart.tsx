import '@mantine/charts/styles.css';
import { BarChart } from '@mantine/charts';
import type { Breakdown } from '@training/shared/analytics/analytics-lists';
import { inFull } from '../../lib/numbers.ts';

const ROW = 44;

/** Completed and open assignments per department, side by side. */
export function DepartmentChart({ departments }: Pick<Breakdown, 'departments'>) {
  const data = departments.map(({ department, assigned, completed, overdue }) => ({
    department: department ?? 'No department',
    Completed: completed,
    Open: assigned - completed - overdue,
    Overdue: overdue,
  }));
  return (
    <BarChart
      h={80 + data.length * ROW}
      data={data}
      dataKey="department"
      type="stacked"
      orientation="vertical"
      series={[
        { name: 'Completed', color: 'green.8' },
        { name: 'Open', color: 'gray.6' },
        { name: 'Overdue', color: 'red.8' },
      ]}
      withLegend
      legendProps={{ verticalAlign: 'top', height: 40 }}
      valueFormatter={inFull}
      yAxisProps={{ width: 140 }}
      barChartProps={{ title: 'Assignments by department' }}
    />
  );
}
