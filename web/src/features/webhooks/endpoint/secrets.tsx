import { Button, Stack, Text, Radio } from '@mantine/core';
import { type WebhookEndpoint, FORMER_SECRET_HOURS } from '@training/shared/webhooks/webhooks';
import { useState, type FormEvent } from 'react';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import { Section } from '../../../ui/pages/section.tsx';
import { Time, TimeUntil } from '../../../ui/time.tsx';
import { SecretOnce } from '../secret-once.tsx';
import { problemOf } from '../../../lib/api/problem.ts';
import { trpc } from '../../../lib/api/trpc.ts';
import { FormDialog, FormInDialog } from '../../../ui/dialogs/form-dialog.tsx';

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

interface RollDialogProps {
  opened: boolean;
  endpoint: WebhookEndpoint;
  onRolled: (secret: string) => void;
  onClose: () => void;
}

/** Creates a new secret, and asks what to do with the previous one. */
function RollDialog({ opened, ...form }: RollDialogProps) {
  return (
    <FormDialog opened={opened} onClose={form.onClose} title="Roll the signing secret?" size="md">
      <RollForm {...form} />
    </FormDialog>
  );
}

function RollForm({ endpoint: { id }, onRolled, onClose }: Omit<RollDialogProps, 'opened'>) {
  const [former, setFormer] = useState('stays');
  const list = trpc.useUtils().webhooks.list;
  const roll = trpc.webhooks.rollSecret.useMutation({ gcTime: 0, onSettled: () => void list.invalidate() });
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const answer = await roll.mutateAsync({ id, end_former: former === 'ends' }).catch(() => null);
    if (answer === null) return;
    // Keeps the secret out of the cache; only the panel has it.
    roll.reset();
    onRolled(answer.secret);
  };
  return (
    <FormInDialog
      onSubmit={(event) => void submit(event)}
      onClose={onClose}
      words={null}
      failure="Couldn’t roll the secret"
      problem={roll.error === null ? null : problemOf(roll.error)}
      submitLabel="Roll secret"
      isSubmitting={roll.isPending}
    >
      <Text>You’ll get a new secret for your receiver. Events sent from now on are signed with it.</Text>
      <Radio.Group label="Old secret" value={former} onChange={setFormer}>
        <Stack gap="xs" mt={4}>
          <Radio
            value="stays"
            label={`Works for ${FORMER_SECRET_HOURS} more hours`}
            description="Your receiver keeps working while you update it."
            data-autofocus
          />
          <Radio
            value="ends"
            label="Expires now"
            description="Use this if the old secret leaked. Your receiver rejects events until it has the new one."
          />
        </Stack>
      </Radio.Group>
    </FormInDialog>
  );
}
