import { Radio, Stack, Text } from '@mantine/core';
import { FORMER_SECRET_HOURS, type WebhookEndpoint } from '@training/shared/webhooks/webhooks';
import { type FormEvent, useState } from 'react';
import { problemOf } from '../../../lib/api/problem.ts';
import { trpc } from '../../../lib/api/trpc.ts';
import { FormDialog, FormInDialog } from '../../../ui/dialogs/form-dialog.tsx';

interface RollDialogProps {
  opened: boolean;
  endpoint: WebhookEndpoint;
  onRolled: (secret: string) => void;
  onClose: () => void;
}

/** Creates a new secret, and asks what to do with the previous one. */
export function RollDialog({ opened, ...form }: RollDialogProps) {
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
