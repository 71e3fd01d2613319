import type { SectionKind } from '@training/shared/courses';
import type { ModuleDetail } from '@training/shared/modules';
import { Text } from '@mantine/core';
import { problemOf } from '../../../lib/problem.ts';
import { trpc } from '../../../lib/trpc.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { notify } from '../../../ui/notify.ts';
import { SECTION_WORDS, consequenceOfApproval } from '../../modules/module-words.ts';

interface ApproveDialogProps {
  opened: boolean;
  module: ModuleDetail;
  section: SectionKind;
  /** The hash of the content that the reviewer looked at. */
  contentHash: string;
  /** The round that was shown. */
  round: number;
  /** Why it cannot be approved any more. */
  obstacle: string | null;
  onClose: () => void;
  /** Somebody changed the content meanwhile, so nothing was decided. */
  onStale: () => void;
}

export function ApproveDialog({
  opened,
  module,
  section,
  contentHash,
  round,
  obstacle,
  onClose,
  onStale,
}: ApproveDialogProps) {
  const utils = trpc.useUtils();
  const words = SECTION_WORDS[section];
  const approve = trpc.reviews.approve.useMutation({
    onSuccess: async ({ workflow }) => {
      notify(workflow === null ? `“${module.title}” is published.` : `Approved ${words.the}.`);
      await utils.modules.get.invalidate({ id: module.id });
      onClose();
    },
    onError: (error) => {
      if (problemOf(error).code === 'stale_revision') onStale();
    },
  });
  const isDone = approve.isSuccess && approve.variables.section === section && approve.variables.round === round;
  const close = () => {
    approve.reset();
    onClose();
  };
  return (
    <ConfirmDialog
      opened={opened}
      onClose={close}
      title={`Approve ${words.the} of “${module.title}”?`}
      confirmLabel={`Approve ${words.title.toLowerCase()}`}
      mutation={approve}
      // What this approval has done itself is in the way of nothing.
      obstacle={approve.isPending || isDone ? null : obstacle}
      onConfirm={() => approve.mutate({ module_id: module.id, section, round, content_hash: contentHash })}
    >
      <Text>{consequenceOfApproval(module, section)}</Text>
    </ConfirmDialog>
  );
}
