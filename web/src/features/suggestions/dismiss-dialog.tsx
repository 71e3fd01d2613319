import { Button, Group, Modal, Stack, Text, Textarea } from '@mantine/core';
import { DismissSuggestion, RESTORE_DAYS, type SuggestionSummary } from '@training/shared/suggestions';
import { useState } from 'react';
import { trpc } from '../../lib/trpc.ts';
import { useContractForm } from '../../ui/contract-form.ts';
import { FailedState } from '../../ui/states.tsx';
import { notifyWithUndo } from '../../ui/undo-notification.tsx';

/** `suggestion` null keeps it closed. */
export function DismissDialog({ suggestion, onClose }: { suggestion: SuggestionSummary | null; onClose: () => void }) {
  // Keeps the form on the screen while the dialog fades out.
  const [shown, setShown] = useState(suggestion);
  if (suggestion !== null && suggestion !== shown) setShown(suggestion);
  return (
    <Modal opened={suggestion !== null} onClose={onClose} title="Dismiss this suggestion?">
      {shown !== null && <DismissForm suggestion={shown} onClose={onClose} />}
    </Modal>
  );
}

function DismissForm({ suggestion: { id, title }, onClose }: { suggestion: SuggestionSummary; onClose: () => void }) {
  const utils = trpc.useUtils();
  const dismiss = trpc.suggestions.dismiss.useMutation();
  const { form, problem, onSubmit } = useContractForm(DismissSuggestion, { id, reason: '' });
  const send = async (values: DismissSuggestion) => {
    await dismiss.mutateAsync(values);
    notifyWithUndo(`“${title}” is dismissed.`, async () => {
      await utils.client.suggestions.restore.mutate({ id });
      void utils.suggestions.invalidate();
      return `“${title}” is pending again.`;
    });
    void utils.suggestions.invalidate();
    onClose();
  };
  return (
    <form noValidate onSubmit={onSubmit(send)}>
      <Stack>
        <Text fw={600}>{title}</Text>
        <Textarea
          label="Reason"
          description="Kept with the suggestion and in the audit log."
          placeholder="Already covered by the induction"
          autosize={false}
          rows={3}
          data-autofocus
          {...form.getInputProps('reason')}
        />
        <Text size="sm" c="dimmed">
          It leaves the queue for everybody. For {RESTORE_DAYS} days it can be taken back under “Dismissed”.
        </Text>
        {problem !== null && <FailedState what="the suggestion was not dismissed" problem={problem} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={form.submitting}>
            Dismiss
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
