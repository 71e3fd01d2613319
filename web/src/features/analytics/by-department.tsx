import { Button, Text } from '@mantine/core';
import type { AnalyticsCharts } from '@training/shared/analytics/analytics-lists';
import { useState } from 'react';
import { trpc } from '../../lib/api/trpc.ts';
import { formatMonth } from '../../lib/i18n/dates.ts';
import { formatPercent } from '../../lib/i18n/in-words.ts';
import { formatNumber } from '../../lib/i18n/numbers.ts';
import { type Column, DataTable } from '../../ui/lists/data-table.tsx';
import { sortRows } from '../../ui/lists/sort-rows.ts';
import { useListOrder } from '../../ui/lists/use-list-order.ts';
import { PageState } from '../../ui/pages/page-state.tsx';
import { Section } from '../../ui/pages/section.tsx';
import type { SharedAnalyticsFilters, AnalyticsSearchParams } from './analytics-search.ts';
import classes from './analytics.module.css';
import { completedAndAttestedInWords } from './completed-words.ts';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('analytics');

interface BarProps {
  /** The parts from start to end, with the name of their colour. */
  parts: { is: 'done' | 'open' | 'late'; count: number }[];
  /** The count of a full bar. */
  most: number;
}

/** A bar in a table's cell. The row's other cells have its numbers, so screen readers skip it. */
function Bar({ parts, most }: BarProps) {
  return (
    <span className={classes.bar} aria-hidden="true">
      {parts.map(({ is, count }) => (
        <span key={is} data-is={is} style={{ width: `${(count / Math.max(most, 1)) * 100}%` }} />
      ))}
    </span>
  );
}

/** The number of departments shown at first. */
const SHOWN = 10;

type Department = AnalyticsCharts['departments'][number];

interface SortProps {
  search: Pick<AnalyticsSearchParams, 'departmentsBy' | 'departmentsDown'>;
  onChange: (change: Partial<AnalyticsSearchParams>) => void;
}

interface ByDepartmentProps extends SortProps {
  scope: SharedAnalyticsFilters;
}

/** Completion by department, and certificate expiry by month, each as a table with bars. */
export function CompletionAndExpiryBreakdowns({ scope, ...sort }: ByDepartmentProps) {
  const breakdown = trpc.analytics.breakdown.useQuery(scope);
  return (
    <PageState query={breakdown} what={t('theDepartments')}>
      {({ departments, expiring }) => (
        <>
          <Section title={t('byDepartment')} description={t('learnersDepartments')}>
            <Departments departments={departments} {...sort} />
          </Section>
          <Section title={t('recertification')} description={t('certificatesExpireNext12')}>
            <Months expiring={expiring} />
          </Section>
        </>
      )}
    </PageState>
  );
}

const VALUES: Record<string, (row: Department) => string | number | null> = {
  department: ({ department }) => department,
  assigned: ({ assigned }) => assigned,
  completed: ({ completed }) => completed,
  overdue: ({ overdue }) => overdue,
  rate: ({ completion_rate }) => completion_rate,
};

function Departments({ departments, search, onChange }: Pick<AnalyticsCharts, 'departments'> & SortProps) {
  const [isAll, setAll] = useState(false);
  const sort = useListOrder({
    list: 'analytics-departments',
    keys: Object.keys(VALUES),
    initial: { by: 'department', isDescending: false },
    descendingFirst: Object.keys(VALUES).filter((key) => key !== 'department'),
    inUrl: { by: search.departmentsBy, isDescending: search.departmentsDown },
    onChange: ({ by, isDescending }) => onChange({ departmentsBy: by, departmentsDown: isDescending || undefined }),
  });
  const sorted = sortRows(departments, VALUES[sort.by], sort.isDescending);
  return (
    <>
      <DataTable
        label={t('departments')}
        columns={columnsOf()}
        rows={isAll ? sorted : sorted.slice(0, SHOWN)}
        rowKey={({ department_id }) => department_id ?? 'none'}
        sort={sort}
        isCompact
      />
      {departments.length > SHOWN && !isAll && (
        <Button mt="xs" variant="subtle" size="compact-sm" onClick={() => setAll(true)}>
          {t('showAllDepartments', { count: departments.length })}
        </Button>
      )}
    </>
  );
}

const rateInWords = ({ completion_rate }: Department) =>
  completion_rate === null ? '–' : formatPercent(completion_rate);

const columnsOf = (): Column<Department>[] => [
  {
    key: 'department',
    header: t('department'),
    isSortable: true,
    cell: (row) => (
      <>
        {row.department ?? t('noDepartment')}
        <Text size="xs" c="dimmed" fw={400} className={classes.narrow}>
          {t('rateAndOverdue', { rate: rateInWords(row), assigned: row.assigned, overdue: row.overdue })}
        </Text>
      </>
    ),
  },
  {
    key: 'bar',
    header: t('completedOpenOverdue'),
    headerHidden: true,
    isWideOnly: true,
    cell: ({ assigned, completed, overdue }) => (
      <Bar
        most={assigned}
        parts={[
          { is: 'done', count: completed },
          { is: 'open', count: assigned - completed - overdue },
          { is: 'late', count: overdue },
        ]}
      />
    ),
  },
  number('assigned', t('assigned'), ({ assigned }) => formatNumber(assigned)),
  number('completed', t('completed'), completedAndAttestedInWords),
  number('overdue', t('list.overdue'), ({ overdue }) => formatNumber(overdue)),
  number('rate', t('completion'), rateInWords),
];

function number(key: string, header: string, cell: (row: Department) => string): Column<Department> {
  return { key, header, align: 'end', isSortable: true, isWideOnly: true, cell };
}

function Months({ expiring }: Pick<AnalyticsCharts, 'expiring'>) {
  if (expiring.length === 0) return <Text c="dimmed">{t('noCertificatesExpireNext')}</Text>;
  const months = new Map<string, number>();
  for (const { day, certificates } of expiring) {
    const month = day.slice(0, 7);
    months.set(month, (months.get(month) ?? 0) + certificates);
  }
  const most = Math.max(...months.values());
  return (
    <DataTable
      label={t('months')}
      columns={[
        {
          key: 'month',
          header: t('month'),
          nowrap: true,
          cell: ([month, count]) => (
            <>
              {formatMonth(month)}
              <Text span size="xs" c="dimmed" fw={400} className={classes.narrow}>
                {' '}
                {t('certificates', { count })}
              </Text>
            </>
          ),
        },
        {
          key: 'bar',
          header: t('share'),
          headerHidden: true,
          cell: ([, count]) => <Bar most={most} parts={[{ is: 'open', count }]} />,
        },
        {
          key: 'certificates',
          header: t('expiringCertificates'),
          align: 'end',
          isWideOnly: true,
          cell: ([, count]) => formatNumber(count),
        },
      ]}
      rows={[...months]}
      rowKey={([month]) => month}
      isCompact
    />
  );
}
