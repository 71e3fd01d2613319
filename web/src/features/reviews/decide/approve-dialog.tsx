import type { SectionKind } from '@training/shared/courses/courses';
import type { ModuleDetail } from '@training/shared/courses/modules';
import { Text } from '@mantine/core';
import { trpc } from '../../../lib/api/trpc.ts';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { notify } from '../../../ui/notify.ts';
import { useLast } from '../../../ui/dialogs/use-last.ts';
import { SECTION_WORDS, consequenceOfApproval, publishes } from '../../modules/module-words.ts';

interface ApproveDialogProps {
  opened: boolean;
  module: ModuleDetail;
  section: SectionKind;
  /** The hash of the content that the reviewer saw. */
  contentHash: string;
  /** The round that the reviewer saw. */
  round: number;
  /** The reason why it can't be approved any more. */
  obstacle: string | null;
  onClose: () => void;
  /** True if opened by a shortcut: the confirmation has the focus, and holding the key doesn't confirm. */
  isByKey: boolean;
  /** Called if the decision was refused: another user was first, or the content changed. */
  onRefused: (error: unknown) => void;
  onDecided: (section: SectionKind) => void;
}

export function ApproveDialog({
  opened,
  module,
  section,
  contentHash,
  round,
  obstacle,
  isByKey,
  onClose,
  onRefused,
  onDecided,
}: ApproveDialogProps) {
  const utils = trpc.useUtils();
  const words = SECTION_WORDS[section];
  const isLast = publishes(module, section);
  const approve = trpc.reviews.approve.useMutation({
    onSuccess: async ({ workflow }) => {
      notify(workflow === null ? `“${module.title}” was published.` : `Approved ${words.the}.`);
      await utils.modules.get.invalidate({ id: module.id });
      onClose();
      onDecided(section);
    },
    onError: onRefused,
  });
  const isDone = approve.isSuccess && approve.variables.section === section && approve.variables.round === round;
  const close = () => {
    approve.reset();
    onClose();
  };
  // Keeps the confirmed text until the dialog is closed, because the module changes earlier.
  const isAsked = opened && !approve.isPending && !isDone;
  const title = isLast
    ? `Approve ${words.the} and publish “${module.title}”?`
    : `Approve ${words.the} of “${module.title}”?`;
  const confirmLabel = isLast ? 'Approve and publish' : `Approve ${words.title.toLowerCase()}`;
  const shownTitle = useLast(isAsked ? title : null);
  const shownLabel = useLast(isAsked ? confirmLabel : null);
  const consequence = useLast(isAsked ? consequenceOfApproval(module, section) : null);
  const unresolved = useLast(isAsked ? unresolvedQueries(module) : null);
  return (
    <ConfirmDialog
      opened={opened}
      onClose={close}
      title={shownTitle ?? title}
      confirmLabel={shownLabel ?? confirmLabel}
      focus={isByKey ? 'confirm' : 'cancel'}
      mutation={approve}
      // Ignores obstacles caused by this approval itself.
      obstacle={approve.isPending || isDone ? null : obstacle}
      onConfirm={() => approve.mutate({ module_id: module.id, section, round, content_hash: contentHash })}
    >
      <Text>{consequence}</Text>
      {unresolved !== null && unresolved !== '' && <Text>{unresolved}</Text>}
    </ConfirmDialog>
  );
}

/** Reminds of unresolved queries, because approving doesn't resolve them. */
function unresolvedQueries({ comments }: ModuleDetail): string {
  const { length } = comments.filter(({ kind, resolved }) => kind === 'query' && resolved === null);
  if (length === 0) return '';
  return length === 1 ? 'One requested change isn’t resolved.' : `${length} requested changes aren’t resolved.`;
}
