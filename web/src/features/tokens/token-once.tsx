import { Alert, Button, Code, Group, Loader, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import type { ApiToken, CreatedToken } from '@training/shared/tokens/tokens';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Time } from '../../ui/time.tsx';
import { Scopes, refusalWords } from './token-table.tsx';
import classes from './tokens.module.css';

interface TokenOnceProps {
  created: CreatedToken;
  /** The token that it replaces, which still works. */
  replaced: ApiToken | null;
  lastUsed: ApiToken['last_used'];
  onDone: () => void;
}

/** The token's value with instructions. The server can't show it again. */
export function TokenOnce({ created, replaced, lastUsed, onDone }: TokenOnceProps) {
  const curl = `curl -H "Authorization: Bearer ${created.token}" ${location.origin}/api/token`;
  return (
    <Stack>
      <Alert color="yellow" icon={<IconAlertTriangle aria-hidden />} title="Copy it now. You won’t see it again.">
        Anyone with this token can do what its scopes allow. Store it with your system’s secrets.
      </Alert>
      <Scopes scopes={created.scopes} />
      <Value label="Token" copyLabel="Copy token" value={created.token} isFirst />
      <Value label="Try it in a terminal" copyLabel="Copy command" value={curl} />
      <FirstCall lastUsed={lastUsed} />
      {replaced !== null && <Text>Once your system uses the new token, revoke “{replaced.name}”.</Text>}
      <Group justify="flex-end">
        <Button onClick={onDone}>Done</Button>
      </Group>
    </Stack>
  );
}

/** Shows and announces the token's first use. */
function FirstCall({ lastUsed }: Pick<TokenOnceProps, 'lastUsed'>) {
  return (
    <output className={classes.firstCall}>
      {lastUsed === null ? (
        <>
          <Loader size={16} color="gray" aria-hidden />
          <Text>Waiting for the first call…</Text>
        </>
      ) : (
        <>
          {refusalWords(lastUsed) === '' ? (
            <IconCircleCheck size={18} aria-hidden className={classes.came} />
          ) : (
            <IconAlertTriangle size={18} aria-hidden className={classes.refused} />
          )}
          <Text>
            <strong>{lastUsed.operation ?? 'Used'}</strong>
            {refusalWords(lastUsed)}, <Time at={lastUsed.at} />
          </Text>
        </>
      )}
    </output>
  );
}

interface ValueProps {
  label: string;
  copyLabel: string;
  value: string;
  /** True if it has the initial focus. */
  isFirst?: boolean;
}

function Value({ label, copyLabel, value, isFirst }: ValueProps) {
  return (
    <Stack component="fieldset" className={classes.plainFieldset} gap={4} aria-label={label}>
      <Group justify="space-between">
        <Text size="sm" fw={500}>
          {label}
        </Text>
        <CopyButton value={value} label={copyLabel} hasInitialFocus={isFirst} />
      </Group>
      <Code block className={classes.secret}>
        {value}
      </Code>
    </Stack>
  );
}
