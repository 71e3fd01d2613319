import { trpc } from '../../lib/trpc.ts';
import { useMay } from '../../lib/workspace.ts';
import { FilterBar, FilterDate, FilterSelect } from '../../ui/filter-bar.tsx';
import type { AnalyticsSearch } from './analytics-search.ts';

/** As many courses as can be chosen from. */
const MOST_COURSES = 100;

interface AnalyticsFiltersProps {
  search: Pick<AnalyticsSearch, 'department' | 'course' | 'from' | 'to'>;
  onFilter: (change: Partial<AnalyticsSearch>) => void;
  onClear: (() => void) | undefined;
}

export function AnalyticsFilters({ search, onFilter, onClear }: AnalyticsFiltersProps) {
  const mayReadDepartments = useMay('departments:read') !== undefined;
  const departments = trpc.departments.list.useQuery(undefined, { enabled: mayReadDepartments });
  const courses = trpc.courses.list.useQuery({ limit: MOST_COURSES, offset: 0 });
  return (
    <FilterBar what="analytics" onClear={onClear}>
      {mayReadDepartments && (
        <FilterSelect
          label="Department of the learner"
          all="All departments"
          options={(departments.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          value={search.department}
          onChange={(department) => onFilter({ department })}
        />
      )}
      <FilterSelect
        label="Course"
        all="All courses"
        options={(courses.data?.courses ?? []).map(({ id, title }) => ({ value: id, label: title }))}
        value={search.course}
        onChange={(course) => onFilter({ course })}
      />
      <FilterDate label="From" value={search.from} onChange={(from) => onFilter({ from })} />
      <FilterDate label="To" value={search.to} onChange={(to) => onFilter({ to })} />
    </FilterBar>
  );
}
