import { Anchor, Title } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { type LearningPath, type PathPeoplePage, PathStatus } from '@training/shared/paths/paths';
import { trpc } from '../../lib/api/trpc.ts';
import { translatorOf } from '../../lib/i18n/translator.ts';
import { useWorkspaceSession } from '../../lib/workspace.ts';
import { pageNumberAt, limitAndOffsetOf } from '../../lib/search-params.ts';
import { type Column, DataTable } from '../../ui/lists/data-table.tsx';
import { FilterBar, FilterSelect, SearchField } from '../../ui/lists/filter-bar.tsx';
import { PagedList } from '../../ui/lists/paged-list.tsx';
import { PageState } from '../../ui/pages/page-state.tsx';
import { EmptyState } from '../../ui/pages/states.tsx';
import { createPersonColumn, createPathStandingColumns } from './standing-columns.tsx';

const t = translatorOf('paths');

const route = getRouteApi('/$workspace/assignments/paths/$path');
const PAGE_SIZE = 25;

/** The people of a path and where they are in it, overdue ones first. */
export function PathPeopleList({ path: { id } }: { path: LearningPath }) {
  const { status, overdue, q, page } = route.useSearch();
  const { workspace } = useWorkspaceSession();
  const navigate = useNavigate({ from: '/$workspace/assignments/paths/$path' });
  const { limit, offset } = limitAndOffsetOf(page, PAGE_SIZE);
  const people = trpc.paths.people.useQuery(
    { id, status, overdue: overdue ?? false, search: q ?? '', limit, offset },
    { placeholderData: keepPreviousData },
  );
  const shown = overdue === true ? ('overdue' as const) : status;
  const isFiltered = shown !== undefined || q !== undefined;
  const choose = (next: PathStatus | 'overdue' | undefined) =>
    void navigate({ search: next === 'overdue' ? { q, overdue: true } : { q, status: next } });
  return (
    <section>
      <Title order={2} size="h4" mt="xl" mb="xs">
        {t('people')}
      </Title>
      <FilterBar what={t('people')} onClear={isFiltered ? () => void navigate({ search: {} }) : undefined}>
        <SearchField
          label={t('searchPeople')}
          value={q}
          onSearch={(next) =>
            void navigate({ search: (before) => ({ ...before, q: next, page: undefined }), replace: true })
          }
        />
        <FilterSelect
          label={t('status')}
          all={t('everyone')}
          options={[
            { value: 'overdue' as const, label: t('overdue') },
            ...PathStatus.options.map((value) => ({ value, label: t(`status.${value}`) })),
          ]}
          value={shown}
          onChange={choose}
        />
      </FilterBar>
      <PageState query={people} what={t('thePeople')}>
        {({ people: found, total }) => (
          <PagedList
            what={t('peopleCounted', { count: total })}
            total={total}
            limit={limit}
            offset={offset}
            onPage={(next) =>
              void navigate({ search: (before) => ({ ...before, page: pageNumberAt(next, PAGE_SIZE) }) })
            }
            empty={<EmptyState title={t('noPeopleMatch')} icon={<IconUsers size={28} />} />}
          >
            <DataTable
              label={t('people')}
              columns={columnsOf(workspace.slug)}
              rows={found}
              rowKey={({ user_id }) => user_id}
            />
          </PagedList>
        )}
      </PageState>
    </section>
  );
}

const columnsOf = (workspace: string): Column<PathPeoplePage['people'][number]>[] => [
  createPersonColumn(),
  ...createPathStandingColumns(),
  {
    key: 'certificate',
    header: t('certificate'),
    headerHidden: true,
    align: 'end',
    cell: ({ certificate_id, full_name }) =>
      certificate_id !== null && (
        <Anchor
          size="sm"
          href={`/api/workspaces/${workspace}/path-certificates/${certificate_id}`}
          target="_blank"
          rel="noopener"
          aria-label={t('certificateOf', { person: full_name })}
        >
          {t('certificate')}
        </Anchor>
      ),
  },
];
