import { Button, SegmentedControl } from '@mantine/core';
import { IconRoute } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import type { LearningPath } from '@training/shared/paths/paths';
import { useState } from 'react';
import { trpc } from '../../lib/api/trpc.ts';
import { translatorOf } from '../../lib/i18n/translator.ts';
import { formatNumber } from '../../lib/i18n/numbers.ts';
import { pageNumberAt, limitAndOffsetOf } from '../../lib/search-params.ts';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { type Column, DataTable } from '../../ui/lists/data-table.tsx';
import { PagedList } from '../../ui/lists/paged-list.tsx';
import { Breadcrumbs } from '../../ui/pages/breadcrumbs.tsx';
import { PageHeader } from '../../ui/pages/page-header.tsx';
import { PageState } from '../../ui/pages/page-state.tsx';
import { EmptyState } from '../../ui/pages/states.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { PathForm } from './path-form.tsx';

const t = translatorOf('paths');

const route = getRouteApi('/$workspace/assignments/paths');
const PAGE_SIZE = 25;

/** All paths of the workspace. */
export function PathsPage() {
  const { state = 'active', page } = route.useSearch();
  const navigate = useNavigate({ from: '/$workspace/assignments/paths' });
  const { limit, offset } = limitAndOffsetOf(page, PAGE_SIZE);
  const paths = trpc.paths.list.useQuery({ state, limit, offset }, { placeholderData: keepPreviousData });
  const [isCreating, setCreating] = useState(false);
  return (
    <>
      <PageHeader
        title={t('paths')}
        description={t('aboutPage')}
        above={<AssignmentsBreadcrumb />}
        actions={<Button onClick={() => setCreating(true)}>{t('createPath')}</Button>}
      />
      <SegmentedControl
        mb="md"
        aria-label={t('whichPaths')}
        data={[
          { value: 'active', label: t('active') },
          { value: 'archived', label: t('archived') },
        ]}
        value={state}
        onChange={(value) => void navigate({ search: value === 'archived' ? { state: 'archived' } : {} })}
      />
      <PageState query={paths} what={t('thePaths')}>
        {({ paths: found, total }) => (
          <PagedList
            what={t('pathsCounted', { count: total })}
            total={total}
            limit={limit}
            offset={offset}
            onPage={(next) =>
              void navigate({ search: (before) => ({ ...before, page: pageNumberAt(next, PAGE_SIZE) }) })
            }
            empty={
              <EmptyState
                title={state === 'archived' ? t('nothingArchived') : t('noPathsYet')}
                icon={<IconRoute size={28} stroke={1.5} />}
              >
                {state === 'archived' ? null : t('howToBegin')}
              </EmptyState>
            }
          >
            <DataTable label={t('paths')} columns={columnsOf()} rows={found} rowKey={({ id }) => id} />
          </PagedList>
        )}
      </PageState>
      <FormDialog opened={isCreating} onClose={() => setCreating(false)} title={t('createPath')}>
        <PathForm
          path={null}
          onClose={() => setCreating(false)}
          onSaved={({ id }) =>
            void navigate({
              to: '/$workspace/assignments/paths/$path',
              params: { path: id },
            })
          }
        />
      </FormDialog>
    </>
  );
}

/** The way back to the page of assignments. */
export function AssignmentsBreadcrumb() {
  return (
    <Breadcrumbs>
      <TextLink to="/$workspace/assignments">{t('assignments')}</TextLink>
    </Breadcrumbs>
  );
}

const columnsOf = (): Column<LearningPath>[] => [
  { key: 'title', header: t('path'), cell: (path) => <Name path={path} /> },
  { key: 'modules', header: t('modules'), align: 'end', cell: ({ steps }) => formatNumber(steps.length) },
  { key: 'department', header: t('department'), cell: ({ department }) => department?.name ?? '–' },
  { key: 'assignments', header: t('assignments'), align: 'end', cell: ({ assignments }) => formatNumber(assignments) },
];

function Name({ path: { id, title } }: { path: LearningPath }) {
  return (
    <TextLink to="/$workspace/assignments/paths/$path" params={{ path: id }} fw={600}>
      {title}
    </TextLink>
  );
}
