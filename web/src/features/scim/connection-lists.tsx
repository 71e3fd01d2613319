import { Stack, Text, Title } from '@mantine/core';
import type { ScimRequestLog } from '@training/shared/scim/scim';
import { trpc } from '../../lib/api/trpc.ts';
import { translatorOf } from '../../lib/i18n/translator.ts';
import { type Column, DataTable } from '../../ui/lists/data-table.tsx';
import { PageState } from '../../ui/pages/page-state.tsx';
import { TimeAgo } from '../../ui/time.tsx';
import { PlannedPeopleTable } from './planned-table.tsx';

const t = translatorOf('scim');

type Request = ScimRequestLog['requests'][number];

const requestColumns = (): Column<Request>[] => [
  { key: 'time', header: t('time'), nowrap: true, cell: ({ at }) => <TimeAgo at={at} /> },
  { key: 'request', header: t('request'), nowrap: true, isRowHeader: true, cell: ({ operation }) => operation },
  { key: 'answer', header: t('answer'), cell: ({ status, detail }) => [status, detail].filter(Boolean).join(' · ') },
];

/** Whom a connection would change, and what it requested last. */
export function ScimPlanAndRequests({ id, name, hasPlan }: { id: string; name: string; hasPlan: boolean }) {
  const plan = trpc.scim.plan.useQuery({ id }, { enabled: hasPlan });
  const requests = trpc.scim.requests.useQuery({ id });
  return (
    <>
      {hasPlan && (
        <Stack gap="xs">
          <Title order={3} size="h5">
            {t('plan')}
          </Title>
          <PageState query={plan} what={t('plan')}>
            {({ people, next }) => (
              <PlannedPeopleTable
                label={t('tableOf', { what: t('plan'), name })}
                people={people}
                isPartial={next !== null}
              />
            )}
          </PageState>
        </Stack>
      )}
      <Stack gap="xs">
        <Title order={3} size="h5">
          {t('requests')}
        </Title>
        <PageState query={requests} what={t('requests')}>
          {({ requests: rows }) =>
            rows.length === 0 ? (
              <Text c="dimmed">{t('noRequests')}</Text>
            ) : (
              <DataTable
                label={t('tableOf', { what: t('requests'), name })}
                columns={requestColumns()}
                rows={rows.slice(0, 10)}
                rowKey={({ at, operation }) => `${at} ${operation}`}
              />
            )
          }
        </PageState>
      </Stack>
    </>
  );
}
