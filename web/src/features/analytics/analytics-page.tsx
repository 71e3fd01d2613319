import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { PageHeader } from '../../ui/pages/page-header.tsx';
import { AnalyticsFilters } from './analytics-filters.tsx';
import type { AnalyticsSearch } from './analytics-search.ts';
import { ByDepartment } from './by-department.tsx';
import { ByModule } from './by-module.tsx';
import { Concerns } from './concerns.tsx';
import { ItemResultsPanel } from './items/item-results-panel.tsx';

const route = getRouteApi('/$workspace/analytics');

/** Late learners, expiring certificates, and completion figures. */
export function AnalyticsPage() {
  const search = route.useSearch();
  const navigate = useNavigate({ from: '/$workspace/analytics' });
  const change = (to: Partial<AnalyticsSearch>) =>
    void navigate({ search: (before) => ({ ...before, page: undefined, ...to }) });
  const { list, page, ...filters } = search;
  const isFiltered = Object.values(filters).some((value) => value !== undefined);
  const { department, course, module } = filters;
  const scope = { department_id: department, course_id: course, module_id: module };
  return (
    <>
      <PageHeader title="Analytics" description="Completion, certificates, and who needs attention." />
      <AnalyticsFilters
        search={filters}
        onFilter={change}
        onClear={isFiltered ? () => void navigate({ search: { list } }) : undefined}
      />
      {module !== undefined && <ItemResultsPanel key={module} module={module} department={department} />}
      <Concerns scope={scope} list={list ?? 'overdue'} page={page} onChange={change} />
      <ByDepartment scope={scope} />
      <ByModule scope={scope} from={filters.from} to={filters.to} />
    </>
  );
}
