import { Text } from '@mantine/core';
import type { MarkedItem } from '@training/shared/source-drift/source-drift';
import { trpc } from '../../lib/api/trpc.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { notify } from '../../ui/notify.ts';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('source-drift');

interface ConfirmSourceDialogProps {
  moduleId: string;
  /** The displayed items. The server refuses marks that have changed since. */
  items: MarkedItem[];
  title: string;
  opened: boolean;
  onClose: () => void;
}

/** Confirms that items are still right. */
export function ConfirmMarkedItemsDialog({ moduleId, items, title, opened, onClose }: ConfirmSourceDialogProps) {
  const { sourceDrift } = trpc.useUtils();
  const confirm = trpc.sourceDrift.confirm.useMutation({
    onSuccess: (left) => {
      sourceDrift.ofModule.setData({ module_id: moduleId }, left);
      notify(t('wasConfirmed'));
      onClose();
    },
    onError: () => sourceDrift.ofModule.invalidate({ module_id: moduleId }),
    onSettled: () => sourceDrift.marked.invalidate(),
  });
  const named = items.map(({ section, item_id, version }) => ({ section, item_id, version }));
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={title}
      confirmLabel={t('confirm')}
      failed={t('failedToConfirm')}
      mutation={confirm}
      onConfirm={() => confirm.mutate({ module_id: moduleId, items: named })}
    >
      <Text>{t('confirmExplained')}</Text>
    </ConfirmDialog>
  );
}
