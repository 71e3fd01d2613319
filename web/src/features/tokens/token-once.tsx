import { Alert, Button, Code, Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { CreatedToken } from '@training/shared/tokens';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Scopes } from './token-table.tsx';
import classes from './tokens.module.css';

/** The value, with what to do with it. The server cannot tell it again. */
export function TokenOnce({ created, onDone }: { created: CreatedToken; onDone: () => void }) {
  const curl = `curl -H "Authorization: Bearer ${created.token}" ${location.origin}/api/token`;
  return (
    <Stack>
      <Alert color="yellow" icon={<IconAlertTriangle aria-hidden />} title="Copy it now: it is not shown again">
        We keep only a fingerprint of it. Whoever has the token can do what its scopes allow, so put it where your
        system keeps its secrets.
      </Alert>
      <Scopes scopes={created.scopes} />
      <Value label="Token" copyLabel="Copy token" value={created.token} isFirst />
      <Value label="Try it in a terminal" copyLabel="Copy command" value={curl} />
      <Group justify="flex-end">
        <Button onClick={onDone}>Done</Button>
      </Group>
    </Stack>
  );
}

interface ValueProps {
  label: string;
  copyLabel: string;
  value: string;
  /** Has the focus at first. */
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
