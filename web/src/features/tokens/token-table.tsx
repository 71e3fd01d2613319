import { Badge, Code, Group, Stack, Text } from '@mantine/core';
import type { ApiToken } from '@training/shared/tokens/tokens';
import { createActionsColumn, type Column, DataTable } from '../../ui/lists/data-table.tsx';
import { sortRows } from '../../ui/lists/sort-rows.ts';
import { useListOrder } from '../../ui/lists/use-list-order.ts';
import { CompactRowButton } from '../../ui/lists/row-button.tsx';
import { TimeAgo } from '../../ui/time.tsx';
import classes from './tokens.module.css';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('tokens');

const VALUES: Record<string, (token: ApiToken) => string | null> = {
  name: ({ name }) => name,
  created: ({ created_at }) => created_at,
  used: ({ last_used }) => last_used?.at ?? null,
};

interface TokenTableProps {
  tokens: ApiToken[];
  /** Absent for read-only users. */
  actions?: { onReplace: (token: ApiToken) => void; onRevoke: (token: ApiToken) => void } | undefined;
}

export function TokenTable({ tokens, actions }: TokenTableProps) {
  const sort = useListOrder({
    list: 'tokens',
    keys: Object.keys(VALUES),
    initial: { by: 'created', isDescending: true },
    descendingFirst: ['created', 'used'],
  });
  const columns: Column<ApiToken>[] = [
    { key: 'name', header: t('name'), isSortable: true, cell: (token) => <Name token={token} /> },
    { key: 'scopes', header: t('scopes'), cell: ({ scopes }) => <TokenScopeBadges scopes={scopes} /> },
    { key: 'created', header: t('created'), isSortable: true, cell: (token) => <Created token={token} /> },
    { key: 'used', header: t('lastUsed'), isSortable: true, cell: (token) => <LastUsed token={token} /> },
  ];
  if (actions !== undefined) {
    columns.push(
      createActionsColumn(
        (token) =>
          token.revoked_at === null && (
            <Group gap={6} justify="flex-end" wrap="nowrap">
              {/* The token of an identity provider is replaced on the page of its connection, which it has to belong to. */}
              {!token.scopes.includes('scim') && (
                <CompactRowButton
                  mt={0}
                  aria-label={t('replaceOf', { name: token.name })}
                  onClick={() => actions.onReplace(token)}
                >
                  {t('replace')}
                </CompactRowButton>
              )}
              <CompactRowButton
                mt={0}
                aria-label={t('revokeOf', { name: token.name })}
                onClick={() => actions.onRevoke(token)}
              >
                {t('revoke')}
              </CompactRowButton>
            </Group>
          ),
      ),
    );
  }
  return (
    <DataTable
      label={t('apiTokens')}
      columns={columns}
      rows={sortRows(tokens, VALUES[sort.by], sort.isDescending)}
      sort={sort}
      rowKey={({ id }) => id}
      isMuted={({ revoked_at }) => revoked_at !== null}
    />
  );
}

function Name({ token }: { token: ApiToken }) {
  return (
    <Stack gap={2} align="flex-start">
      <span>{token.name}</span>
      {token.prefix !== null && <Code fw={400}>{token.prefix}…</Code>}
      {token.unused && (
        <Badge color="yellow.4" variant="filled">
          {t('unused90Days')}
        </Badge>
      )}
      {token.revoked_at !== null && (
        <Text size="xs" fw={400}>
          {token.revoked_by === null
            ? t.nodes('revokedAt', { at: () => <TimeAgo at={token.revoked_at!} /> })
            : t.nodes('revokedBy', { at: () => <TimeAgo at={token.revoked_at!} />, by: token.revoked_by })}
        </Text>
      )}
    </Stack>
  );
}

export function TokenScopeBadges({ scopes }: { scopes: ApiToken['scopes'] }) {
  return (
    <Group gap={4}>
      {scopes.map((scope) => (
        <Badge key={scope} variant="default" className={classes.scope}>
          {scope}
        </Badge>
      ))}
    </Group>
  );
}

function Created({ token }: { token: ApiToken }) {
  return (
    <>
      <TimeAgo at={token.created_at} />
      {token.created_by !== null && (
        <Text size="xs" c="dimmed">
          {t('createdBy', { by: token.created_by })}
        </Text>
      )}
    </>
  );
}

function LastUsed({ token: { last_used } }: { token: ApiToken }) {
  if (last_used === null) return <Text c="dimmed">{t('never')}</Text>;
  return (
    <>
      <TimeAgo at={last_used.at} />
      {last_used.operation !== null && (
        <Text size="xs" c="dimmed">
          {isLastUseRefused(last_used)
            ? t('usedRefused', {
                operation: last_used.operation,
                ip: last_used.ip ?? '',
                status: String(last_used.status),
              })
            : t('usedFrom', { operation: last_used.operation, ip: last_used.ip ?? '' })}
        </Text>
      )}
    </>
  );
}

/** Returns true if the last use is known to have been refused. */
export function isLastUseRefused({ status }: NonNullable<ApiToken['last_used']>): boolean {
  return status !== null && status >= 400;
}
