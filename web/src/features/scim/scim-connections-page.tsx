import { Button, Stack } from '@mantine/core';
import { IconPlus, IconUsersGroup } from '@tabler/icons-react';
import type { ScimConnection } from '@training/shared/scim/scim';
import { useState } from 'react';
import { trpc } from '../../lib/api/trpc.ts';
import { translatorOf } from '../../lib/i18n/translator.ts';
import { PageHeader } from '../../ui/pages/page-header.tsx';
import { PageState } from '../../ui/pages/page-state.tsx';
import { EmptyState } from '../../ui/pages/states.tsx';
import { ScimTokenDialog } from './scim-token-dialog.tsx';
import { ConnectionPanel } from './connection-panel.tsx';

const t = translatorOf('scim');

/** In milliseconds. */
const REFRESH_INTERVAL = 3_000;

/** The identity providers that provision people (rules/scim 1). */
export function ScimConnectionsPage() {
  const [asked, setAsked] = useState<'new' | ScimConnection | null>(null);
  const connections = trpc.scim.list.useQuery(undefined, {
    // A mapping of groups changes people one by one.
    refetchInterval: ({ state: { data } }) =>
      (data?.connections.some(({ state, pending }) => state === 'on' && pending > 0) ?? false) && REFRESH_INTERVAL,
  });
  const connect = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setAsked('new')}>
      {t('connect')}
    </Button>
  );
  return (
    <>
      <PageHeader title={t('title')} description={t('page')} actions={connect} />
      <PageState query={connections} what={t('theConnections')}>
        {(list) =>
          list.connections.length === 0 ? (
            <EmptyState title={t('noneYet')} icon={<IconUsersGroup size={28} stroke={1.5} />}>
              {t('noneYetMore')}
            </EmptyState>
          ) : (
            <Stack gap="xl">
              {list.connections.map((each) => (
                <ConnectionPanel key={each.id} connection={each} onNewToken={() => setAsked(each)} />
              ))}
            </Stack>
          )
        }
      </PageState>
      <ScimTokenDialog asked={asked} onClose={() => setAsked(null)} />
    </>
  );
}
