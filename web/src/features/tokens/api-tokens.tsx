import { Anchor, Button, Group, Switch, Text } from '@mantine/core';
import { IconPlus, IconWebhook } from '@tabler/icons-react';
import { liveTopics } from '@training/shared/live';
import type { ApiToken } from '@training/shared/tokens/tokens';
import { useState } from 'react';
import { useLiveQuery } from '../../lib/api/live-query.ts';
import { useOpenByUrlFragment } from '../../lib/use-opened-by-link.ts';
import { trpc } from '../../lib/api/trpc.ts';
import { usePermissionReach } from '../../lib/workspace.ts';
import { PageState } from '../../ui/pages/page-state.tsx';
import { Section } from '../../ui/pages/section.tsx';
import { EmptyState } from '../../ui/pages/states.tsx';
import { NewTokenDialog } from './new-token-dialog.tsx';
import { TokenTable, isLastUseRefused } from './token-table.tsx';
import { formatRelativeTime } from '../../lib/i18n/dates.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { notify } from '../../ui/notify.ts';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('tokens');

/** Lists, creates and revokes API tokens (rules/tokens). */
export function ApiTokensSection({ anchor }: { anchor: string }) {
  const mayWrite = usePermissionReach('tokens:write') !== undefined;
  const tokens = useLiveQuery(trpc.tokens.list.useQuery(), { topic: liveTopics.tokens });
  const [creating, setCreating] = useState<'new' | ApiToken | null>(null);
  const [revoking, setRevoking] = useState<ApiToken | null>(null);
  const [showRevoked, setShowRevoked] = useState(false);
  useOpenByUrlFragment('new-token', mayWrite ? () => setCreating('new') : undefined);

  const askToRevoke = (token: ApiToken) => {
    setRevoking(token);
    // The dialog shows when the token was last used.
    void tokens.refetch();
  };
  const current = tokens.data?.tokens.find(({ id }) => id === revoking?.id) ?? revoking;

  const newToken = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setCreating('new')}>
      {t('newToken')}
    </Button>
  );
  return (
    <Section
      title={t('apiTokens')}
      anchor={anchor}
      description={
        // Served by the API, not a page of the console.
        t.nodes('description', {
          reference: (name) => (
            <Anchor href="/api/docs" inherit underline="always">
              {name}
            </Anchor>
          ),
        })
      }
      actions={mayWrite && newToken}
    >
      <PageState query={tokens} what={t('theApiTokens')}>
        {({ tokens: all }) => {
          const active = all.filter((token) => token.revoked_at === null);
          const revoked = all.filter((token) => token.revoked_at !== null);
          const shown = showRevoked ? [...active, ...revoked] : active;
          return (
            <>
              {shown.length === 0 ? (
                <EmptyState
                  title={t('noActiveApiTokens')}
                  icon={<IconWebhook size={28} stroke={1.5} />}
                  headingLevel={3}
                >
                  {mayWrite ? t('createOneEachSystem') : t('superAdminCreateOne')}
                </EmptyState>
              ) : (
                <TokenTable
                  tokens={shown}
                  actions={mayWrite ? { onReplace: setCreating, onRevoke: askToRevoke } : undefined}
                />
              )}
              {revoked.length > 0 && (
                <Group mt="md">
                  <Switch
                    label={t('showRevoked', { count: revoked.length })}
                    checked={showRevoked}
                    onChange={(event) => setShowRevoked(event.currentTarget.checked)}
                  />
                </Group>
              )}
            </>
          );
        }}
      </PageState>
      <NewTokenDialog tokens={tokens.data?.tokens} asked={creating} onClose={() => setCreating(null)} />
      <RevokeTokenDialog token={current} onClose={() => setRevoking(null)} />
    </Section>
  );
}

/** Names the token and the effects of revoking it. The dialog is closed while `token` is null. */
function RevokeTokenDialog({ token, onClose }: { token: ApiToken | null; onClose: () => void }) {
  const list = trpc.useUtils().tokens.list;
  const revoke = trpc.tokens.revoke.useMutation();
  const onConfirm = ({ id, name }: ApiToken) =>
    revoke.mutate(
      { id },
      {
        onSuccess: () => {
          notify(t('wasRevoked', { name }));
          void list.invalidate();
          onClose();
        },
      },
    );
  return (
    <ConfirmDialog
      opened={token !== null}
      onClose={onClose}
      title={t('revokeQuestion', { name: token?.name ?? '' })}
      confirmLabel={t('revokeToken')}
      failed={t('failedToRevoke')}
      danger
      mutation={revoke}
      onConfirm={() => token && onConfirm(token)}
    >
      <Text>{t('whateverUsesTokenStops')}</Text>
      <Text mt="xs" size="sm" c="dimmed">
        {token && lastUseOf(token)}
      </Text>
    </ConfirmDialog>
  );
}

function lastUseOf({ last_used }: ApiToken): string {
  if (last_used === null) return t('wasNeverUsed');
  const at = formatRelativeTime(last_used.at);
  const { operation, ip, status } = last_used;
  if (operation === null || ip === null) return t('lastUsedAt', { at });
  return isLastUseRefused(last_used)
    ? t('lastUseRefused', { at, operation, ip, status: String(status) })
    : t('lastUsedBy', { at, operation, ip });
}
