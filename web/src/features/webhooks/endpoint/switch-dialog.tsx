import { Text } from '@mantine/core';
import type { WebhookEndpoint } from '@training/shared/webhooks/webhooks';
import { SLOW_QUERY_OPTIONS, trpc } from '../../../lib/api/trpc.ts';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { notify } from '../../../ui/notify.ts';
import { useLastSubject } from '../../../ui/dialogs/use-last-subject.ts';
import { endpointNameOf } from '../webhook-words.ts';
import { translatorOf } from '../../../lib/i18n/translator.ts';

const t = translatorOf('webhooks');

interface SwitchDialogProps {
  opened: boolean;
  endpoint: WebhookEndpoint;
  onClose: () => void;
}

/** Disables an endpoint, or enables it after a successful test. */
export function SwitchEndpointDialog({ opened, endpoint, onClose }: SwitchDialogProps) {
  const utils = trpc.useUtils().webhooks;
  const done = (words: string) => {
    notify(words);
    void utils.invalidate();
    onClose();
  };
  const on = trpc.webhooks.switchOn.useMutation({ ...SLOW_QUERY_OPTIONS, onSuccess: () => done(t('wasSwitchedOn')) });
  const off = trpc.webhooks.switchOff.useMutation({ onSuccess: () => done(t('wasSwitchedOff')) });
  // Keeps the question it was opened with, although the endpoint's state changes once it is done.
  const isOn = useLastSubject(opened ? endpoint.state : null, () => false) === 'on';
  const mutation = isOn ? off : on;
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={
        isOn
          ? t('switchOffQuestion', { name: endpointNameOf(endpoint) })
          : t('switchOnQuestion', { name: endpointNameOf(endpoint) })
      }
      confirmLabel={isOn ? t('switchOff') : t('testAndSwitchOn')}
      failed={isOn ? t('failedToSwitchOff') : t('failedToTestAndSwitchOn')}
      mutation={mutation}
      onConfirm={() => mutation.mutate({ id: endpoint.id })}
    >
      <Text>{isOn ? t('switchingOffMeans') : t('switchingOnMeans', { was: endpoint.off_reason ?? '' })}</Text>
    </ConfirmDialog>
  );
}
