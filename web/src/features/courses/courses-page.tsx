import { Button } from '@mantine/core';
import { IconBook2 } from '@tabler/icons-react';
import { CourseOrder } from '@training/shared/courses/courses';
import { keepPreviousData } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { pageNumberAt, limitAndOffsetOf } from '../../lib/search-params.ts';
import { useState } from 'react';
import { useOpenByUrlFragment } from '../../lib/use-opened-by-link.ts';
import { trpc } from '../../lib/api/trpc.ts';
import { usePermissionReach } from '../../lib/workspace.ts';
import { FilterBar, FilterSelect, SearchField } from '../../ui/lists/filter-bar.tsx';
import { PageHeader } from '../../ui/pages/page-header.tsx';
import { PageState } from '../../ui/pages/page-state.tsx';
import { useListOrder } from '../../ui/lists/use-list-order.ts';
import { PagedList } from '../../ui/lists/paged-list.tsx';
import { EmptyState } from '../../ui/pages/states.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import type { CourseListSearchParams } from './course-search.ts';
import { CourseDialog } from './course-dialog.tsx';
import { CourseTable } from './course-table.tsx';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('courses');

const route = getRouteApi('/$workspace/courses/');
const PAGE_SIZE = 50;

export function CoursesPage() {
  const { q, department, order, down, page } = route.useSearch();
  const navigate = useNavigate({ from: '/$workspace/courses/' });
  const isOfOwnDepartment = usePermissionReach('drafts:read') === 'department';
  const { limit, offset } = limitAndOffsetOf(page, PAGE_SIZE);
  const sort = useListOrder({
    list: 'courses',
    keys: CourseOrder.options,
    initial: { by: 'created', isDescending: true },
    descendingFirst: ['created', 'published'],
    inUrl: { by: order, isDescending: down },
    onChange: ({ by, isDescending }) => filter({ order: by, down: isDescending || undefined }),
  });
  const courses = trpc.courses.list.useQuery(
    { search: q, department_id: department, order: sort.by, descending: sort.isDescending, limit, offset },
    { placeholderData: keepPreviousData },
  );
  // Each filter is a history entry, but not each pause while typing a search.
  const filter = (change: CourseListSearchParams) =>
    void navigate({ search: (before) => ({ ...before, ...change, page: undefined }), replace: 'q' in change });
  const clear = () => void navigate({ search: ({ order: by, down: isDown }) => ({ order: by, down: isDown }) });
  const mayAuthor = usePermissionReach('content:author') !== undefined;
  const [isCreating, setCreating] = useState(false);
  useOpenByUrlFragment('new-course', mayAuthor ? () => setCreating(true) : undefined);
  const newCourse = mayAuthor && (
    <>
      <LinkButton to="/$workspace/courses/import" variant="default">
        {t('importCourse')}
      </LinkButton>
      <Button onClick={() => setCreating(true)}>{t('newCourse')}</Button>
    </>
  );
  const isFiltered = q !== undefined || department !== undefined;
  return (
    <>
      <PageHeader
        title={t('courses')}
        description={isOfOwnDepartment ? t('publishedCoursesDrafts') : t('publishedCoursesDrafts2')}
        actions={newCourse}
      />
      <FilterBar what={t('courses2')} onClear={isFiltered ? clear : undefined}>
        <SearchField label={t('searchTitle')} value={q} onSearch={(next) => filter({ q: next })} />
        <DepartmentFilter value={department} onChange={(next) => filter({ department: next })} />
      </FilterBar>
      <PageState query={courses} what={t('listCourses')}>
        {({ courses: found, total }) => (
          <PagedList
            what={t('coursesListed', { count: total })}
            total={total}
            limit={limit}
            offset={offset}
            onPage={(next) =>
              void navigate({ search: (before) => ({ ...before, page: pageNumberAt(next, PAGE_SIZE) }) })
            }
            empty={isFiltered ? <NoneMatches onClear={clear} /> : <NoneYet />}
          >
            <CourseTable courses={found} sort={sort} />
          </PagedList>
        )}
      </PageState>
      <CourseDialog course={null} opened={isCreating} onClose={() => setCreating(false)} />
    </>
  );
}

interface DepartmentFilterProps {
  value: string | undefined;
  onChange: (value: string | undefined) => void;
}

/** Shown only to roles that may read departments; a trainer's list has only one. */
function DepartmentFilter({ value, onChange }: DepartmentFilterProps) {
  const mayRead = usePermissionReach('departments:read') !== undefined;
  const departments = trpc.departments.list.useQuery(undefined, { enabled: mayRead });
  if (!mayRead) return null;
  return (
    <FilterSelect
      label={t('department')}
      all={t('allDepartments')}
      options={(departments.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
      value={value}
      onChange={onChange}
    />
  );
}

function NoneMatches({ onClear }: { onClear: () => void }) {
  return (
    <EmptyState
      title={t('noCourseMatches')}
      icon={<IconBook2 size={28} stroke={1.5} />}
      action={
        <Button variant="default" onClick={onClear}>
          {t('showAllCourses')}
        </Button>
      }
    >
      {t('searchPartTitleRemove')}
    </EmptyState>
  );
}

function NoneYet() {
  return (
    <EmptyState title={t('noCoursesYet')} icon={<IconBook2 size={28} stroke={1.5} />}>
      {t('coursesWillAppearHere')}
    </EmptyState>
  );
}
