import { Text } from '@mantine/core';
import type { WebhookEndpoint } from '@training/shared/webhooks';
import { SLOW, trpc } from '../../../lib/trpc.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { notify } from '../../../ui/notify.ts';
import { useLast } from '../../../ui/use-last.ts';
import { nameOf } from '../webhook-words.ts';

interface SwitchDialogProps {
  opened: boolean;
  endpoint: WebhookEndpoint;
  onClose: () => void;
}

/** Switches an endpoint off, or on once it has taken a test. */
export function SwitchDialog({ opened, endpoint, onClose }: SwitchDialogProps) {
  const utils = trpc.useUtils().webhooks;
  const done = (words: string) => {
    notify(words);
    void utils.invalidate();
    onClose();
  };
  const on = trpc.webhooks.switchOn.useMutation({ ...SLOW, onSuccess: () => done('The webhook is on.') });
  const off = trpc.webhooks.switchOff.useMutation({ onSuccess: () => done('The webhook is off.') });
  // It asks what it was opened for, though the endpoint is the other way round as soon as that is done.
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
      mutation={mutation}
      onConfirm={() => mutation.mutate({ id: endpoint.id })}
    >
      <Text>
        {isOn
          ? 'Nothing is sent any more. What happens meanwhile is held for 30 days, and can be replayed.'
          : `A signed test is sent to it; it is on once it has taken that. ${
              endpoint.off_reason === 'unchecked'
                ? 'What has happened since it was added is sent then.'
                : 'What is held waits until you replay it.'
            }`}
      </Text>
    </ConfirmDialog>
  );
}
