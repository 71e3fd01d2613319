import { List } from '@mantine/core';
import { keepPreviousData } from '@tanstack/react-query';
import type { Person } from '@training/shared/users/people';
import { useState } from 'react';
import { trpc } from '../../lib/api/trpc.ts';
import { translatorOf } from '../../lib/i18n/translator.ts';
import { roleNameOf } from '../../lib/roles.ts';
import { usePermissionReach } from '../../lib/workspace.ts';
import { type Column, DataTable } from '../../ui/lists/data-table.tsx';
import { PagedList } from '../../ui/lists/paged-list.tsx';
import { PageState } from '../../ui/pages/page-state.tsx';
import { Section } from '../../ui/pages/section.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { TimeAgo } from '../../ui/time.tsx';

const t = translatorOf('users');

const PAGE_SIZE = 10;

export function PersonLink({ id, name }: { id: string; name: string }) {
  return (
    <TextLink to="/$workspace/people/$person" params={{ person: id }}>
      {name}
    </TextLink>
  );
}

const reportColumns = (): Column<Person>[] => [
  { key: 'name', header: t('name'), cell: ({ id, full_name }) => <PersonLink id={id} name={full_name} /> },
  { key: 'role', header: t('role'), cell: ({ role }) => roleNameOf(role) },
  { key: 'department', header: t('department'), cell: ({ department }) => department ?? t('none') },
];

/** People whose manager the person is; renders nothing if there are none. */
export function DirectReports({ of }: { of: string }) {
  const [offset, setOffset] = useState(0);
  const mayCompare = usePermissionReach('learners:compare') !== undefined;
  const reports = trpc.users.search.useQuery(
    { manager_id: of, limit: PAGE_SIZE, offset },
    { placeholderData: keepPreviousData },
  );
  if (reports.data?.total === 0) return null;
  return (
    <Section
      title={t('manages')}
      actions={
        mayCompare && (
          <TextLink to="/$workspace/analytics" search={{ manager: of }}>
            {t('analyticsOfTeam')}
          </TextLink>
        )
      }
    >
      <PageState query={reports} what={t('thePeople')}>
        {({ users: rows, total }) => (
          <PagedList
            what={t('peopleListed', { count: total })}
            total={total}
            limit={PAGE_SIZE}
            offset={offset}
            onPage={setOffset}
            empty={null}
          >
            <DataTable label={t('manages')} columns={reportColumns()} rows={rows} rowKey={({ id }) => id} isCompact />
          </PagedList>
        )}
      </PageState>
    </Section>
  );
}

/** Who managed the person when; renders nothing while it was always the same one. */
export function ManagerHistory({ of }: { of: string }) {
  const managers = trpc.users.managers.useQuery({ id: of });
  const hasHistory = managers.data?.some(({ until_at }) => until_at !== null) ?? false;
  if (managers.data && !hasHistory) return null;
  return (
    <Section title={t('managersSoFar')}>
      <PageState query={managers} what={t('theManagers')}>
        {(periods) => (
          <List listStyleType="none" spacing={6} size="sm">
            {periods.map(({ manager_id, name, from_at, until_at }) => (
              <List.Item key={`${manager_id} ${from_at} ${until_at}`}>
                <PersonLink id={manager_id} name={name} />{' '}
                {until_at === null
                  ? t.nodes('sinceTime', { from: () => <TimeAgo at={from_at} /> })
                  : t.nodes('fromTimeUntil', {
                      from: () => <TimeAgo at={from_at} />,
                      until: () => <TimeAgo at={until_at} />,
                    })}
              </List.Item>
            ))}
          </List>
        )}
      </PageState>
    </Section>
  );
}
