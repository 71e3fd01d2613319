import type { SectionKind } from '@training/shared/courses';
import type { ModuleDetail } from '@training/shared/modules';
import { Text } from '@mantine/core';
import { trpc } from '../../../lib/trpc.ts';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { notify } from '../../../ui/notify.ts';
import { useLast } from '../../../ui/dialogs/use-last.ts';
import { SECTION_WORDS, consequenceOfApproval, publishes } from '../../modules/module-words.ts';

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
  /** Opened by a key, which cannot confirm it by being held: the confirmation has the focus. */
  isByKey: boolean;
  /** Nothing was decided: somebody else was first, or changed the content. */
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
  // What it says stays as it was confirmed until it is gone: the module changes sooner.
  const isAsked = opened && !approve.isPending && !isDone;
  const title = isLast
    ? `Approve ${words.the} and publish “${module.title}”?`
    : `Approve ${words.the} of “${module.title}”?`;
  const confirmLabel = isLast ? 'Approve and publish' : `Approve ${words.title.toLowerCase()}`;
  const shownTitle = useLast(isAsked ? title : null);
  const shownLabel = useLast(isAsked ? confirmLabel : null);
  const consequence = useLast(isAsked ? consequenceOfApproval(module, section) : null);
  const unresolved = useLast(isAsked ? unresolvedQueries(module, section) : null);
  return (
    <ConfirmDialog
      opened={opened}
      onClose={close}
      title={shownTitle ?? title}
      confirmLabel={shownLabel ?? confirmLabel}
      focus={isByKey ? 'confirm' : 'cancel'}
      mutation={approve}
      // What this approval has done itself is in the way of nothing.
      obstacle={approve.isPending || isDone ? null : obstacle}
      onConfirm={() => approve.mutate({ module_id: module.id, section, round, content_hash: contentHash })}
    >
      <Text>{consequence}</Text>
      {unresolved !== null && unresolved !== '' && <Text>{unresolved}</Text>}
    </ConfirmDialog>
  );
}

/** Approving settles no query; whoever asked may have forgotten. */
function unresolvedQueries({ comments }: ModuleDetail, section: SectionKind): string {
  const { length } = comments.filter(
    ({ kind, section: of, resolved }) => kind === 'query' && of === section && resolved === null,
  );
  if (length === 0) return '';
  return length === 1 ? 'One query on it isn’t resolved.' : `${length} queries on it aren’t resolved.`;
}
