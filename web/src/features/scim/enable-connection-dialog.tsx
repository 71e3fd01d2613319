import { Text } from '@mantine/core';
import type { ScimConnection } from '@training/shared/scim/scim';
import { useMutation } from '@tanstack/react-query';
import { trpc } from '../../lib/api/trpc.ts';
import { translatorOf } from '../../lib/i18n/translator.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { notify } from '../../ui/notify.ts';

const t = translatorOf('scim');

interface SwitchOnDialogProps {
  opened: boolean;
  connection: ScimConnection;
  label: string;
  onClose: () => void;
}

/** Switches a connection on or lets it go on, then applies what waits, some people at a time. */
export function EnableConnectionDialog({ opened, connection, label, onClose }: SwitchOnDialogProps) {
  const { id, name, state } = connection;
  const utils = trpc.useUtils();
  const switchOn = trpc.scim.switchOn.useMutation();
  const applySome = trpc.scim.applySome.useMutation();
  const mutation = useMutation({
    mutationFn: async () => {
      await switchOn.mutateAsync({ id });
      const sum = { applied: 0, refused: 0 };
      for (let after: string | undefined; ;) {
        const { applied, refused, next } = await applySome.mutateAsync({ id, after });
        sum.applied += applied;
        sum.refused += refused;
        if (next === null) return sum;
        after = next;
      }
    },
    onSuccess: (sum) => {
      notify(t('wasSwitchedOn', sum));
      onClose();
    },
    onSettled: () => utils.scim.invalidate(),
  });
  const isStopped = state === 'stopped';
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={isStopped ? t('goOnQuestion', { name }) : t('switchOnQuestion', { name })}
      confirmLabel={label}
      failed={t('failedToSwitchOn')}
      mutation={mutation}
      onConfirm={() => mutation.mutate()}
    >
      <Text>{isStopped ? t('goOnMeans') : t('switchOnMeans')}</Text>
    </ConfirmDialog>
  );
}
