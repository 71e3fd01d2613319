import { Stack, Text, Title } from '@mantine/core';
import type { PlannedPerson, ScimRequests } from '@training/shared/scim/scim';
import { trpc } from '../../lib/api/trpc.ts';
import { translatorOf } from '../../lib/i18n/translator.ts';
import { type Column, DataTable } from '../../ui/lists/data-table.tsx';
import { TwoLines } from '../../ui/lists/two-lines.tsx';
import { PageState } from '../../ui/pages/page-state.tsx';
import { Time } from '../../ui/time.tsx';

const t = translatorOf('scim');

const planColumns = (): Column<PlannedPerson>[] => [
  {
    key: 'person',
    header: t('person'),
    cell: ({ full_name, user_name }) => <TwoLines below={user_name}>{full_name}</TwoLines>,
  },
  {
    key: 'result',
    header: t('result'),
    cell: ({ result, refused }) => refused?.detail ?? (result && t(`result.${result}`)),
  },
];

type Request = ScimRequests['requests'][number];

const requestColumns = (): Column<Request>[] => [
  { key: 'time', header: t('time'), nowrap: true, cell: ({ at }) => <Time at={at} /> },
  { key: 'request', header: t('request'), nowrap: true, isRowHeader: true, cell: ({ operation }) => operation },
  { key: 'answer', header: t('answer'), cell: ({ status, detail }) => [status, detail].filter(Boolean).join(' · ') },
];

/** Whom a connection would change, and what it requested last. */
export function ConnectionLists({ id, hasPlan }: { id: string; hasPlan: boolean }) {
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
              <>
                <DataTable label={t('plan')} columns={planColumns()} rows={people} rowKey={({ user_id }) => user_id} />
                {next !== null && (
                  <Text size="sm" c="dimmed">
                    {t('firstOnes', { count: people.length })}
                  </Text>
                )}
              </>
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
                label={t('requests')}
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
