import { Anchor, Button, Group, Switch } from '@mantine/core';
import { IconPlus, IconWebhook } from '@tabler/icons-react';
import { topics } from '@training/shared/live';
import type { ApiToken } from '@training/shared/tokens/tokens';
import { useState } from 'react';
import { useLiveQuery } from '../../lib/api/live-query.ts';
import { trpc } from '../../lib/api/trpc.ts';
import { useMay } from '../../lib/workspace.ts';
import { PageState } from '../../ui/pages/page-state.tsx';
import { Section } from '../../ui/pages/section.tsx';
import { EmptyState } from '../../ui/pages/states.tsx';
import { NewTokenDialog } from './new-token-dialog.tsx';
import { RevokeTokenDialog } from './revoke-token-dialog.tsx';
import { TokenTable } from './token-table.tsx';

/** Lists, creates and revokes API tokens (rules/tokens). */
export function ApiTokens({ anchor }: { anchor: string }) {
  const mayWrite = useMay('tokens:write') !== undefined;
  const tokens = useLiveQuery(trpc.tokens.list.useQuery(), { topic: topics.tokens });
  const [creating, setCreating] = useState(false);
  const [revoking, setRevoking] = useState<ApiToken | null>(null);
  const [showRevoked, setShowRevoked] = useState(false);

  const askToRevoke = (token: ApiToken) => {
    setRevoking(token);
    // The dialog shows when the token was last used.
    void tokens.refetch();
  };
  const current = tokens.data?.tokens.find(({ id }) => id === revoking?.id) ?? revoking;

  const newToken = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setCreating(true)}>
      New token
    </Button>
  );
  return (
    <Section
      title="API tokens"
      anchor={anchor}
      description={
        <>
          Tokens let other systems read or change this workspace. {/* Served by the API, not a page of the console. */}
          <Anchor href="/api/docs" inherit underline="always">
            API reference
          </Anchor>
        </>
      }
      actions={mayWrite && newToken}
    >
      <PageState query={tokens} what="the API tokens">
        {({ tokens: all }) => {
          const active = all.filter((token) => token.revoked_at === null);
          const revoked = all.filter((token) => token.revoked_at !== null);
          const shown = showRevoked ? [...active, ...revoked] : active;
          return (
            <>
              {shown.length === 0 ? (
                <EmptyState title="No active API tokens" icon={<IconWebhook size={28} stroke={1.5} />} headingLevel={3}>
                  {mayWrite
                    ? 'Create one for each system, so you can revoke it without stopping the others.'
                    : 'A super admin can create one here.'}
                </EmptyState>
              ) : (
                <TokenTable tokens={shown} onRevoke={mayWrite ? askToRevoke : undefined} />
              )}
              {revoked.length > 0 && (
                <Group mt="md">
                  <Switch
                    label={`Show revoked (${revoked.length})`}
                    checked={showRevoked}
                    onChange={(event) => setShowRevoked(event.currentTarget.checked)}
                  />
                </Group>
              )}
            </>
          );
        }}
      </PageState>
      <NewTokenDialog tokens={tokens.data?.tokens} opened={creating} onClose={() => setCreating(false)} />
      <RevokeTokenDialog token={current} onClose={() => setRevoking(null)} />
    </Section>
  );
}
