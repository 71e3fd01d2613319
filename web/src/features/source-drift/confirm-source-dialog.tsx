import { Text } from '@mantine/core';
import type { MarkedItem } from '@training/shared/source-drift/source-drift';
import { trpc } from '../../lib/api/trpc.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { notify } from '../../ui/notify.ts';

interface ConfirmSourceDialogProps {
  moduleId: string;
  /** The displayed items. The server refuses marks that have changed since. */
  items: MarkedItem[];
  title: string;
  opened: boolean;
  onClose: () => void;
}

/** Confirms that items are still right. */
export function ConfirmSourceDialog({ moduleId, items, title, opened, onClose }: ConfirmSourceDialogProps) {
  const { sourceDrift } = trpc.useUtils();
  const confirm = trpc.sourceDrift.confirm.useMutation({
    onSuccess: (left) => {
      sourceDrift.ofModule.setData({ module_id: moduleId }, left);
      notify('Confirmed as still right.');
      close();
    },
    onError: () => sourceDrift.ofModule.invalidate({ module_id: moduleId }),
    onSettled: () => sourceDrift.marked.invalidate(),
  });
  const close = () => {
    confirm.reset();
    onClose();
  };
  const named = items.map(({ section, item_id, version }) => ({ section, item_id, version }));
  return (
    <ConfirmDialog
      opened={opened}
      onClose={close}
      title={title}
      confirmLabel="Confirm"
      mutation={confirm}
      onConfirm={() => confirm.mutate({ module_id: moduleId, items: named })}
    >
      <Text>
        Learners keep it as it is, and the mark is removed. The audit log records that you confirmed it. It’s marked
        again if the source changes again.
      </Text>
    </ConfirmDialog>
  );
}
