import { Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { ModuleDetail } from '@training/shared/courses/modules';
import { trpc } from '../../lib/api/trpc.ts';
import { useWorkspace } from '../../lib/workspace.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { notify } from '../../ui/notify.ts';
import { TRANSITION_WORDS } from '../modules/transitions/transitions.ts';

interface ReviseDialogProps {
  module: ModuleDetail;
  opened: boolean;
  onClose: () => void;
}

/** Opens a working copy and navigates to it. */
export function ReviseDialog({ module, opened, onClose }: ReviseDialogProps) {
  const { workspace } = useWorkspace();
  const navigate = useNavigate();
  const { modules, courses } = trpc.useUtils();
  const { label, effect, done } = TRANSITION_WORDS.revise;
  const revise = trpc.reviews.revise.useMutation({
    onSuccess: () => {
      notify(`It was ${done}.`);
      onClose();
      return navigate({
        to: '/$workspace/courses/$course/$module',
        params: { workspace: workspace.slug, course: module.course.id, module: module.id },
      });
    },
    // Also after a refusal, because another user may have been first.
    onSettled: () => {
      void courses.invalidate();
      return modules.get.invalidate({ id: module.id });
    },
  });
  const close = () => {
    revise.reset();
    onClose();
  };
  return (
    <ConfirmDialog
      opened={opened}
      onClose={close}
      title={`${label} “${module.title}”?`}
      confirmLabel={label}
      mutation={revise}
      onConfirm={() => revise.mutate({ module_id: module.id })}
    >
      <Text>{effect}</Text>
    </ConfirmDialog>
  );
}
