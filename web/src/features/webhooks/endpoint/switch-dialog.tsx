import { Text } from '@mantine/core';
import type { WebhookEndpoint } from '@training/shared/webhooks/webhooks';
import { SLOW, trpc } from '../../../lib/api/trpc.ts';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { notify } from '../../../ui/notify.ts';
import { useLast } from '../../../ui/dialogs/use-last.ts';
import { nameOf } from '../webhook-words.ts';

interface SwitchDialogProps {
  opened: boolean;
  endpoint: WebhookEndpoint;
  onClose: () => void;
}

/** Disables an endpoint, or enables it after a successful test. */
export function SwitchDialog({ opened, endpoint, onClose }: SwitchDialogProps) {
  const utils = trpc.useUtils().webhooks;
  const done = (words: string) => {
    notify(words);
    void utils.invalidate();
    onClose();
  };
  const on = trpc.webhooks.switchOn.useMutation({ ...SLOW, onSuccess: () => done('The webhook was switched on.') });
  const off = trpc.webhooks.switchOff.useMutation({ onSuccess: () => done('The webhook was switched off.') });
  // Keeps the question it was opened with, although the endpoint's state changes once it is done.
  const isOn = useLast(opened ? endpoint.state : null, () => false) === 'on';
  const mutation = isOn ? off : on;
  const close = () => {
    mutation.reset();
    onClose();
  };
  return (
    <ConfirmDialog
      opened={opened}
      onClose={close}
      title={`Switch ${isOn ? 'off' : 'on'} “${nameOf(endpoint)}”?`}
      confirmLabel={isOn ? 'Switch off' : 'Test and switch on'}
      failed={isOn ? 'Couldn’t switch off' : 'Couldn’t test and switch on'}
      mutation={mutation}
      onConfirm={() => mutation.mutate({ id: endpoint.id })}
    >
      <Text>
        {isOn
          ? 'Events stop. They’re held for 30 days and can be replayed.'
          : `We send a signed test first. Once that is accepted, the webhook is on. ${
              endpoint.off_reason === 'unchecked'
                ? 'Events since it was added are sent then.'
                : 'Held events wait until you replay them.'
            }`}
      </Text>
    </ConfirmDialog>
  );
}
