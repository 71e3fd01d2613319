import { Badge, type BadgeProps, Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import type { ScimConnectionMode, ScimConnection } from '@training/shared/scim/scim';
import { useState } from 'react';
import { translatorOf } from '../../lib/i18n/translator.ts';
import { ConnectionGroups } from './connection-groups.tsx';
import { ScimPlanAndRequests } from './connection-lists.tsx';
import { ScimAddress } from './provider-address.tsx';
import { EnableConnectionDialog } from './enable-connection-dialog.tsx';

const t = translatorOf('scim');

const BADGES: Record<ScimConnectionMode, BadgeProps> = {
  rehearsal: { color: 'yellow.4', variant: 'filled' },
  on: { color: 'green', variant: 'dot' },
  stopped: { color: 'red.8', variant: 'filled' },
};

/** A connection: its state, address and token, whom it would change, and its last requests. */
export function ConnectionPanel({ connection, onNewToken }: { connection: ScimConnection; onNewToken: () => void }) {
  const { id, name, state, stopped_because: because, has_token: hasToken, people, pending } = connection;
  const [isAsked, setAsked] = useState(false);
  const isWaiting = state !== 'on' || pending > 0;
  const label = state === 'rehearsal' ? t('switchOn') : state === 'stopped' ? t('goOn') : t('applyWaiting');
  return (
    <Paper withBorder p="md" component="section" aria-labelledby={id}>
      <Stack>
        <Group justify="space-between">
          <Group gap="xs">
            <Title order={2} size="h4" id={id}>
              {name}
            </Title>
            <Badge {...BADGES[state]}>{t(`state.${state}`)}</Badge>
          </Group>
          <Group gap="xs">
            <Button variant="default" onClick={onNewToken}>
              {t('newToken')}
            </Button>
            {isWaiting && hasToken && <Button onClick={() => setAsked(true)}>{label}</Button>}
          </Group>
        </Group>
        <Text>
          {state === 'stopped' ? t(`because.${because ?? 'share'}`) : t(`about.${state}`)} {!hasToken && t('noToken')}
        </Text>
        <Text size="sm" c="dimmed">
          {t('people', { count: people })}
          {pending > 0 && ` · ${t('waiting', { count: pending })}`}
        </Text>
        <ScimAddress />
        <ConnectionGroups connection={connection} />
        <ScimPlanAndRequests id={id} name={name} hasPlan={pending > 0 && hasToken} />
      </Stack>
      <EnableConnectionDialog opened={isAsked} connection={connection} label={label} onClose={() => setAsked(false)} />
    </Paper>
  );
}
