import { Badge, Button, Group } from '@mantine/core';
import { keepPreviousData } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import type { ListedShift } from '@training/shared/shifts/shifts';
import { useState } from 'react';
import { toDisplayableProblem } from '../../lib/api/problem.ts';
import { trpc } from '../../lib/api/trpc.ts';
import { locale } from '../../lib/i18n/language.ts';
import { translatorOf } from '../../lib/i18n/translator.ts';
import { memoizeOnce } from '../../lib/memoize-once.ts';
import { pageNumberAt, limitAndOffsetOf } from '../../lib/search-params.ts';
import { usePermissionReach } from '../../lib/workspace.ts';
import { type Column, DataTable } from '../../ui/lists/data-table.tsx';
import { FilterBar, SearchField } from '../../ui/lists/filter-bar.tsx';
import { PagedList } from '../../ui/lists/paged-list.tsx';
import { CompactRowButton } from '../../ui/lists/row-button.tsx';
import { notify } from '../../ui/notify.ts';
import { Breadcrumbs } from '../../ui/pages/breadcrumbs.tsx';
import { PageHeader } from '../../ui/pages/page-header.tsx';
import { PageState } from '../../ui/pages/page-state.tsx';
import { EmptyState, FailedState } from '../../ui/pages/states.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { AddShiftDialog } from './add-shift.tsx';

const t = translatorOf('pins');

const route = getRouteApi('/$workspace/shifts');
const PAGE_SIZE = 50;

const span = memoizeOnce(
  () =>
    new Intl.DateTimeFormat(locale, {
      weekday: 'short',
      day: 'numeric',
      month: 'short',
      hour: 'numeric',
      minute: '2-digit',
    }),
);

/** Lists who is on shift now and later: everyone, or the team of a manager (rules/shifts 4). */
export function ShiftsPage() {
  const { q, page } = route.useSearch();
  const navigate = useNavigate({ from: '/$workspace/shifts' });
  const isTeam = usePermissionReach('shifts:write') === 'team';
  const { limit, offset } = limitAndOffsetOf(page, PAGE_SIZE);
  const shifts = trpc.shifts.list.useQuery(
    { limit, offset, ...(q !== undefined && { search: q }) },
    { placeholderData: keepPreviousData },
  );
  const [isAdding, setAdding] = useState(false);
  const utils = trpc.useUtils();
  const ending = trpc.shifts.end.useMutation({ onSettled: () => utils.shifts.invalidate() });
  const end = async ({ user_id, starts_at, full_name: name, has_begun }: ListedShift) => {
    await ending.mutateAsync({ user_id, starts_at });
    notify(has_begun ? t('shiftWasEnded', { name }) : t('shiftWasRemoved', { name }));
  };
  const columns: Column<ListedShift>[] = [
    {
      key: 'person',
      header: t('person'),
      cell: ({ full_name, is_on }) => (
        <Group gap="xs">
          <bdi>{full_name}</bdi>
          {is_on && <Badge variant="light">{t('onShift')}</Badge>}
        </Group>
      ),
    },
    {
      key: 'time',
      header: t('time'),
      cell: ({ starts_at, ends_at }) => span().formatRange(new Date(starts_at), new Date(ends_at)),
    },
    {
      key: 'end',
      header: t('end'),
      headerHidden: true,
      align: 'end',
      cell: (shift) => (
        <CompactRowButton
          aria-label={t(shift.has_begun ? 'endShiftOf' : 'removeShiftOf', { name: shift.full_name })}
          onClick={() => void end(shift).catch(() => undefined)}
        >
          {shift.has_begun ? t('end') : t('remove')}
        </CompactRowButton>
      ),
    },
  ];
  const search = (next: string | undefined) =>
    void navigate({ search: { ...(next !== undefined && { q: next }) }, replace: true });
  return (
    <>
      <PageHeader
        title={t('shifts')}
        description={t('shiftsExplained')}
        above={
          <Breadcrumbs>
            <TextLink to={isTeam ? '/$workspace/team' : '/$workspace/settings/workspace'}>
              {t('sharedDevices')}
            </TextLink>
          </Breadcrumbs>
        }
        actions={<Button onClick={() => setAdding(true)}>{t('addShift')}</Button>}
      />
      <FilterBar what={t('shifts')} onClear={q === undefined ? undefined : () => search(undefined)}>
        <SearchField label={t('findSomeone')} value={q} onSearch={search} />
      </FilterBar>
      {ending.error !== null && (
        <FailedState what={t('failedToEndShift')} problem={toDisplayableProblem(ending.error)} />
      )}
      <PageState query={shifts} what={t('theShifts')}>
        {({ shifts: listed, total }) => (
          <PagedList
            what={t('shiftsListed')}
            total={total}
            limit={limit}
            offset={offset}
            onPage={(next) =>
              void navigate({ search: (before) => ({ ...before, page: pageNumberAt(next, PAGE_SIZE) }) })
            }
            empty={
              <EmptyState title={q === undefined ? t('noShifts') : t('noOneMatches')}>{t('howShiftsCome')}</EmptyState>
            }
          >
            <DataTable
              label={t('shifts')}
              columns={columns}
              rows={listed}
              rowKey={({ user_id, starts_at }) => `${user_id} ${starts_at}`}
            />
          </PagedList>
        )}
      </PageState>
      <AddShiftDialog opened={isAdding} onClose={() => setAdding(false)} />
    </>
  );
}
