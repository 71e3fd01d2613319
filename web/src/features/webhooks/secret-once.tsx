import { Alert, Button, Code, Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { AddedWebhook } from '@training/shared/webhooks/webhooks';
import { CopyButton } from '../../ui/copy-button.tsx';
import { TestOutcome } from './test-outcome.tsx';
import classes from './webhooks.module.css';

interface SecretOnceProps {
  secret: string;
  /** The new webhook with the result of its first test, if it was just added. */
  added?: AddedWebhook;
  onDone: () => void;
}

/** The secret with instructions. It can't be shown again, only rolled. */
export function SecretOnce({ secret, added, onDone }: SecretOnceProps) {
  return (
    <Stack>
      <Alert color="yellow" icon={<IconAlertTriangle aria-hidden />} title="Copy it now. You won’t see it again.">
        Your receiver uses it to verify that events come from us. Store it with your system’s secrets.
      </Alert>
      <Stack component="fieldset" className={classes.types} gap={4} aria-label="Signing secret">
        <Group justify="space-between">
          <Text fw={500}>Signing secret</Text>
          <CopyButton value={secret} label="Copy secret" hasInitialFocus />
        </Group>
        <Code block className={classes.secret}>
          {secret}
        </Code>
      </Stack>
      {added !== undefined && (
        <TestOutcome test={added.test}>
          {added.endpoint.state === 'on'
            ? 'The webhook is on.'
            : 'The webhook is off until it passes a test. Give your receiver the secret first.'}
        </TestOutcome>
      )}
      <Group justify="flex-end">
        <Button onClick={onDone}>Done</Button>
      </Group>
    </Stack>
  );
}
