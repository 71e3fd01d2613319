import { Button, Group } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { SLOW_QUERY_OPTIONS, trpc } from '../../lib/api/trpc.ts';
import { usePermissionReach, useWorkspaceSession } from '../../lib/workspace.ts';
import { FilterBar, FilterDate, FilterSelect } from '../../ui/lists/filter-bar.tsx';
import { PageHeader } from '../../ui/pages/page-header.tsx';
import { PersonChoice } from '../users/person-choice.tsx';
import type { SharedAnalyticsFilters, AnalyticsSearchParams } from './analytics-search.ts';
import { CompletionAndExpiryBreakdowns } from './by-department.tsx';
import { CompletionByModule } from './by-module.tsx';
import { PeopleConcernsSection } from './concerns.tsx';
import { AnalyticsFigures } from './figures.tsx';
import { ItemStatisticsPanel } from './item-statistics-panel.tsx';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('analytics');

interface ExportsProps {
  scope: SharedAnalyticsFilters;
  from: string | undefined;
  to: string | undefined;
}

/** Downloads of all filtered data, as tables for a spreadsheet. */
function Exports({ scope, from, to }: ExportsProps) {
  const { workspace } = useWorkspaceSession();
  const query = new URLSearchParams(
    Object.entries({ ...scope, from, to }).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
  const link = (table: string, label: string) => (
    <Button
      component="a"
      href={`/api/workspaces/${workspace.slug}/analytics/${table}?${query}`}
      download
      variant="default"
      size="xs"
      px="xs"
      leftSection={<IconDownload size={16} aria-hidden />}
    >
      {label}
    </Button>
  );
  return (
    <Group gap="xs">
      {link('modules', t('modulesAsCsv'))}
      {link('learners', t('learnersAsCsv'))}
    </Group>
  );
}

/** The maximum number of courses in the filter. */
const MOST_COURSES = 100;

interface AnalyticsFiltersProps {
  search: Pick<AnalyticsSearchParams, 'department' | 'manager' | 'course' | 'module' | 'from' | 'to'>;
  onFilter: (change: Partial<AnalyticsSearchParams>) => void;
  onClear: (() => void) | undefined;
}

function AnalyticsFilters({ search, onFilter, onClear }: AnalyticsFiltersProps) {
  const mayReadDepartments = usePermissionReach('departments:read') !== undefined;
  const departments = trpc.departments.list.useQuery(undefined, { enabled: mayReadDepartments });
  const courses = trpc.courses.list.useQuery({ limit: MOST_COURSES, offset: 0 });
  return (
    <FilterBar what={t('analyticsAsObject')} onClear={onClear} folds>
      {mayReadDepartments && (
        <FilterSelect
          label={t('learnersDepartment')}
          all={t('allDepartments')}
          options={(departments.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          value={search.department}
          onChange={(department) => onFilter({ department })}
        />
      )}
      <TeamFilter manager={search.manager} onFilter={onFilter} />
      <FilterSelect
        label={t('course')}
        all={t('allCourses')}
        options={(courses.data?.courses ?? []).map(({ id, title }) => ({ value: id, label: title }))}
        value={search.course}
        onChange={(course) => onFilter({ course, module: undefined })}
      />
      <ModuleFilter search={search} onFilter={onFilter} />
      <FilterDate label={t('from')} value={search.from} onChange={(from) => onFilter({ from })} />
      <FilterDate label={t('to')} value={search.to} onChange={(to) => onFilter({ to })} />
    </FilterBar>
  );
}

interface TeamFilterProps extends Pick<AnalyticsFiltersProps, 'onFilter'> {
  manager: string | undefined;
}

/** Chooses a manager, to see the people below them. */
function TeamFilter({ manager, onFilter }: TeamFilterProps) {
  const mayReadPeople = usePermissionReach('users:read') !== undefined;
  const found = trpc.users.get.useQuery({ id: manager ?? '' }, { enabled: mayReadPeople && manager !== undefined });
  if (!mayReadPeople) return null;
  return (
    <PersonChoice
      label={t('teamOf')}
      filter={t('allTeams')}
      clearLabel={t('allTeams')}
      value={manager ?? null}
      known={manager === undefined ? undefined : { id: manager, name: found.data?.full_name ?? t('oneManager') }}
      onChange={(id) => onFilter({ manager: id ?? undefined })}
    />
  );
}

/**
 * Offers the published modules of the selected course. If a link names a module without a course, offers that module.
 */
function ModuleFilter({ search, onFilter }: Omit<AnalyticsFiltersProps, 'onClear'>) {
  const { department, manager, course, module } = search;
  const modules = trpc.analytics.read.useQuery(
    { course_id: course, include: ['modules'] },
    { ...SLOW_QUERY_OPTIONS, enabled: course !== undefined },
  );
  const named = trpc.analytics.items.useQuery(
    { module_id: module ?? '', department_id: department, manager_id: manager },
    { ...SLOW_QUERY_OPTIONS, enabled: module !== undefined },
  );
  if (course === undefined && module === undefined) return null;
  const options = (modules.data?.modules ?? []).map(({ module_id, title }) => ({ value: module_id, label: title }));
  if (module !== undefined && !options.some(({ value }) => value === module)) {
    options.push({ value: module, label: named.data?.title ?? t('oneModule') });
  }
  return (
    <FilterSelect
      label={t('module')}
      all={t('allModules')}
      options={options}
      value={module}
      onChange={(chosen) => onFilter({ module: chosen })}
    />
  );
}

const route = getRouteApi('/$workspace/analytics');

/** The figures, who needs attention and what to do about it, and completion by department and module. */
export function AnalyticsPage() {
  const search = route.useSearch();
  const navigate = useNavigate({ from: '/$workspace/analytics' });
  const change = (to: Partial<AnalyticsSearchParams>) =>
    // Sorting and paging don't scroll back to the top.
    void navigate({ search: (before) => ({ ...before, ...to }), resetScroll: false });
  const filter = (to: Partial<AnalyticsSearchParams>) => change({ page: undefined, modules: undefined, ...to });
  const { department, manager, course, module, from, to } = search;
  const isFiltered = [department, manager, course, module, from, to].some((value) => value !== undefined);
  const scope = { department_id: department, manager_id: manager, course_id: course, module_id: module };
  return (
    <>
      <PageHeader
        title={t('analytics')}
        description={t('completionCertificates')}
        actions={<Exports scope={scope} from={from} to={to} />}
      />
      <AnalyticsFilters
        search={search}
        onFilter={filter}
        onClear={
          isFiltered ? () => void navigate({ search: ({ list, order, down }) => ({ list, order, down }) }) : undefined
        }
      />
      <AnalyticsFigures scope={scope} />
      {module !== undefined && (
        <ItemStatisticsPanel key={module} module={module} department={department} manager={manager} />
      )}
      <PeopleConcernsSection scope={scope} search={search} onChange={change} />
      <CompletionAndExpiryBreakdowns scope={scope} search={search} onChange={change} />
      <CompletionByModule scope={scope} search={search} onChange={change} />
    </>
  );
}
