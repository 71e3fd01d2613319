import { Badge, Code, Group, Stack, Text } from '@mantine/core';
import type { ApiToken } from '@training/shared/tokens/tokens';
import { type Column, DataTable } from '../../ui/lists/data-table.tsx';
import { inOrder } from '../../ui/lists/in-order.ts';
import { useListOrder } from '../../ui/lists/use-list-order.ts';
import { RowButton } from '../../ui/lists/row-button.tsx';
import { Time } from '../../ui/time.tsx';
import classes from './tokens.module.css';

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
    { key: 'name', header: 'Name', isSortable: true, cell: (token) => <Name token={token} /> },
    { key: 'scopes', header: 'Scopes', cell: ({ scopes }) => <Scopes scopes={scopes} /> },
    { key: 'created', header: 'Created', isSortable: true, cell: (token) => <Created token={token} /> },
    { key: 'used', header: 'Last used', isSortable: true, cell: (token) => <LastUsed token={token} /> },
  ];
  if (actions !== undefined) {
    columns.push({
      key: 'actions',
      header: 'Actions',
      headerHidden: true,
      align: 'end',
      cell: (token) =>
        token.revoked_at === null && (
          <Group gap={6} justify="flex-end" wrap="nowrap">
            <RowButton mt={0} aria-label={`Replace ${token.name}`} onClick={() => actions.onReplace(token)}>
              Replace
            </RowButton>
            <RowButton mt={0} aria-label={`Revoke ${token.name}`} onClick={() => actions.onRevoke(token)}>
              Revoke
            </RowButton>
          </Group>
        ),
    });
  }
  return (
    <DataTable
      label="API tokens"
      columns={columns}
      rows={inOrder(tokens, VALUES[sort.by], sort.isDescending)}
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
          Unused for 90 days
        </Badge>
      )}
      {token.revoked_at !== null && (
        <Text size="xs" fw={400}>
          Revoked <Time at={token.revoked_at} />
          {token.revoked_by !== null && ` by ${token.revoked_by}`}
        </Text>
      )}
    </Stack>
  );
}

export function Scopes({ scopes }: { scopes: ApiToken['scopes'] }) {
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
      <Time at={token.created_at} />
      {token.created_by !== null && (
        <Text size="xs" c="dimmed">
          by {token.created_by}
        </Text>
      )}
    </>
  );
}

function LastUsed({ token: { last_used } }: { token: ApiToken }) {
  if (last_used === null) return <Text c="dimmed">Never</Text>;
  return (
    <>
      <Time at={last_used.at} />
      {last_used.operation !== null && (
        <Text size="xs" c="dimmed">
          {last_used.operation} from {last_used.ip}
          {refusalWords(last_used)}
        </Text>
      )}
    </>
  );
}

/** Returns ", refused with 403" if the last use was refused; empty if it wasn't, or if that is unknown. */
export function refusalWords({ status }: NonNullable<ApiToken['last_used']>): string {
  return status !== null && status >= 400 ? `, refused with ${status}` : '';
}
