import { Button, Stack, Text } from '@mantine/core';
import type { WebhookEndpoint } from '@training/shared/webhooks/webhooks';
import { useState } from 'react';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import { Section } from '../../../ui/pages/section.tsx';
import { Time, TimeUntil } from '../../../ui/time.tsx';
import { SecretOnce } from '../secret-once.tsx';
import { RollDialog } from './roll-dialog.tsx';

/** The active signing secrets: two for a day after a roll. */
export function Secrets({ endpoint, mayWrite }: { endpoint: WebhookEndpoint; mayWrite: boolean }) {
  const [isRolling, setRolling] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const onRolled = (rolled: string) => {
    setRolling(false);
    setSecret(rolled);
  };
  return (
    <Section
      title="Signing secret"
      actions={
        mayWrite && (
          <Button variant="default" onClick={() => setRolling(true)}>
            Roll secret
          </Button>
        )
      }
    >
      <Stack gap={4}>
        {endpoint.secrets.length === 0 && <Text>No secret can be used. Roll it to get a new one.</Text>}
        {endpoint.secrets.map(({ id, created_at, expires_at }) =>
          expires_at === null ? (
            <Text key={id}>
              In use since <Time at={created_at} />. It was shown once and is stored encrypted.
            </Text>
          ) : (
            <Text key={id}>
              The old secret also signs and expires <TimeUntil at={expires_at} />.
            </Text>
          ),
        )}
      </Stack>
      <RollDialog opened={isRolling} endpoint={endpoint} onRolled={onRolled} onClose={() => setRolling(false)} />
      <Dialog
        opened={secret !== null}
        onClose={() => setSecret(null)}
        title="New signing secret"
        size="lg"
        closeOnClickOutside={false}
        closeOnEscape={false}
        withCloseButton={false}
      >
        {secret !== null && <SecretOnce secret={secret} onDone={() => setSecret(null)} />}
      </Dialog>
    </Section>
  );
}
