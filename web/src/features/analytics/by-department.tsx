import { Title } from '@mantine/core';
import type { Breakdown } from '@training/shared/analytics/analytics-lists';
import { inMonths } from '../../lib/dates.ts';
import { percent } from '../../lib/in-words.ts';
import { inFull } from '../../lib/numbers.ts';
import { trpc } from '../../lib/api/trpc.ts';
import { type Column, DataTable } from '../../ui/lists/data-table.tsx';
import { lazyChart } from '../../ui/lazy-chart.tsx';
import { PageState } from '../../ui/pages/page-state.tsx';
import { Section } from '../../ui/pages/section.tsx';
import type { AnalyticsScope } from './analytics-search.ts';
import classes from './analytics.module.css';

const DepartmentChart = lazyChart(async () => (await import('./department-chart.tsx')).DepartmentChart);
const ExpiryCalendar = lazyChart(async () => (await import('./expiry-calendar.tsx')).ExpiryCalendar, 160);

type Department = Breakdown['departments'][number];

/** Completion by department, and certificate expiry by day, each as a chart with a table. */
export function ByDepartment({ scope }: { scope: AnalyticsScope }) {
  const breakdown = trpc.analytics.breakdown.useQuery(scope);
  return (
    <PageState query={breakdown} what="the departments">
      {({ departments, expiring, today }) => (
        <>
          <Section
            title="By department"
            description="Learners’ departments. Trainings that nobody has to do right now aren’t counted."
          >
            {departments.length > 1 && <DepartmentChart departments={departments} />}
            <DataTable
              label="departments"
              columns={COLUMNS}
              rows={departments}
              rowKey={({ department_id }) => department_id ?? 'none'}
            />
          </Section>
          <Section
            title="Recertification"
            description="Certificates that expire in the next 12 months, by their last day."
          >
            {expiring.length > 0 && (
              <div className={classes.calendar}>
                <ExpiryCalendar days={expiring} today={today} />
              </div>
            )}
            <Months expiring={expiring} />
          </Section>
        </>
      )}
    </PageState>
  );
}

const COLUMNS: Column<Department>[] = [
  { key: 'department', header: 'Department', cell: ({ department }) => department ?? 'No department' },
  { key: 'assigned', header: 'Assigned', align: 'end', cell: ({ assigned }) => inFull(assigned) },
  { key: 'completed', header: 'Completed', align: 'end', cell: ({ completed }) => inFull(completed) },
  { key: 'overdue', header: 'Overdue', align: 'end', cell: ({ overdue }) => inFull(overdue) },
  {
    key: 'rate',
    header: 'Completion',
    align: 'end',
    cell: ({ completion_rate }) => (completion_rate === null ? '–' : percent(completion_rate)),
  },
];

function Months({ expiring }: { expiring: Breakdown['expiring'] }) {
  if (expiring.length === 0) return <Title order={3}>No certificates expire in the next 12 months</Title>;
  const months = new Map<string, number>();
  for (const { day, certificates } of expiring) {
    const month = day.slice(0, 7);
    months.set(month, (months.get(month) ?? 0) + certificates);
  }
  return (
    <DataTable
      label="months"
      columns={[
        { key: 'month', header: 'Month', cell: ([month]) => inMonths(month) },
        { key: 'certificates', header: 'Expiring certificates', align: 'end', cell: ([, count]) => inFull(count) },
      ]}
      rows={[...months]}
      rowKey={([month]) => month}
    />
  );
}
