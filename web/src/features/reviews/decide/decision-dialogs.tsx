import { Text } from '@mantine/core';
import type { SectionKind, SectionState } from '@training/shared/courses/courses';
import type { ModuleDetail } from '@training/shared/courses/modules';
import type { ModuleWithReason } from '@training/shared/reviews/reviews';
import { whyNot } from '@training/shared/reviews/workflow';
import { isUnderReview, placeOf, workflowStateOf } from '@training/shared/reviews/workflow-state';
import { problemOf } from '../../../lib/api/problem.ts';
import { trpc } from '../../../lib/api/trpc.ts';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { useLast } from '../../../ui/dialogs/use-last.ts';
import { notify } from '../../../ui/notify.ts';
import { consequenceOfApproval, publishes, SECTION_WORDS } from '../../modules/module-words.ts';
import { ReasonDialog } from '../../modules/transitions/reason-dialog.tsx';
import { QueryDialog } from './query-dialog.tsx';

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

function ApproveDialog({
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
  const failed = isLast ? 'Couldn’t approve and publish' : `Couldn’t approve ${words.title.toLowerCase()}`;
  const shownTitle = useLast(isAsked ? title : null);
  const shownLabel = useLast(isAsked ? confirmLabel : null);
  const shownFailed = useLast(isAsked ? failed : null);
  const consequence = useLast(isAsked ? consequenceOfApproval(module, section) : null);
  const unresolved = useLast(isAsked ? unresolvedQueries(module) : null);
  return (
    <ConfirmDialog
      opened={opened}
      onClose={close}
      title={shownTitle ?? title}
      confirmLabel={shownLabel ?? confirmLabel}
      failed={shownFailed ?? failed}
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

/**
 * Explains why a pending decision isn't possible any more: what happened, by whom, and what to do. Null if it is
 * possible.
 */
function overtakenBy(module: ModuleDetail, decision: Decision): string | null {
  const state = workflowStateOf(module);
  if (!isUnderReview(state)) return endOf(module);
  if (decision.round !== module.round) {
    return `The module was submitted again, in round ${module.round}. Close this, look at it, then decide.`;
  }
  if (decision.kind === 'reject') return null;
  const { kind, section, hash } = decision;
  const { state_by, content_hash } = module[section];
  const { the } = SECTION_WORDS[section];
  const why = whyNot(state, { kind, section });
  if (why !== null) return `${state_by ?? 'Someone'} ${DONE[state[section]]} ${the}. ${why}`;
  if (content_hash !== hash) return `${capital(the)} has changed. Close this, look at it, then decide.`;
  return null;
}

/** The action that led to each section state. */
const DONE: Record<SectionState, string> = {
  approved: 'approved',
  queried: 'requested changes to',
  locked: 'submitted',
  editable: 'reopened',
};

/** Describes how the review ended, which set both sections' states. */
function endOf(module: ModuleDetail): string {
  const who = lastOf(module)?.state_by ?? 'Someone';
  switch (placeOf(workflowStateOf(module))) {
    case 'archived':
      return 'The module was archived, so there’s nothing to review.';
    case 'rejected':
      return `${who} rejected the module. Decide when its trainers have submitted it again.`;
    case 'draft':
      return `${who} withdrew the submission. Decide when it’s submitted again.`;
    default:
      return `${who} approved the last section, and the module was published. There’s nothing left to decide.`;
  }
}

const SECTIONS: SectionKind[] = ['flashcards', 'quiz'];

function lastOf(module: ModuleDetail) {
  const sections = SECTIONS.map((kind) => module[kind]);
  return sections.toSorted((one, other) => Date.parse(other.state_since) - Date.parse(one.state_since))[0];
}

const capital = (words: string) => `${words.charAt(0).toUpperCase()}${words.slice(1)}`;

interface DecisionDialogsProps {
  module: ModuleDetail;
  /** The pending decision; null if all dialogs are closed. */
  decision: Decision | null;
  onClose: () => void;
  /** Called if the content changed before the decision arrived. */
  onStale: () => void;
  /** Called after the decision; null if it concerned the whole module. */
  onDecided: (section: SectionKind | null) => void;
}

/**
 * The decision dialogs. They stay open when others change the module, so that typed text isn't lost, and explain what
 * prevents the decision. The server has the final say.
 */
export function DecisionDialogs({ module, decision, onClose, onStale, onDecided }: DecisionDialogsProps) {
  const utils = trpc.useUtils();
  const reject = trpc.reviews.reject.useMutation();
  const last = useLast(decision);
  /** Refetches the module after any refusal, because another user may have decided. */
  const refused = (error: unknown) => {
    if (problemOf(error).code === 'stale_revision') onStale();
    void utils.modules.get.invalidate({ id: module.id });
  };
  const sendReject = async (round: number, { module_id, reason }: ModuleWithReason) => {
    try {
      await reject.mutateAsync({ module_id, round, reason });
    } catch (error) {
      refused(error);
      throw error;
    }
    onDecided(null);
  };
  // Only for the open dialog: one that is fading out has been decided.
  const obstacle = decision === null ? null : overtakenBy(module, decision);
  const shared = { obstacle, onClose, onRefused: refused, onDecided };
  return (
    <>
      {last?.kind === 'approve' && (
        <ApproveDialog
          opened={decision?.kind === 'approve'}
          module={module}
          section={last.section}
          contentHash={last.hash}
          round={last.round}
          isByKey={last.isByKey}
          {...shared}
        />
      )}
      {last?.kind === 'query' && (
        <QueryDialog
          opened={decision?.kind === 'query'}
          moduleId={module.id}
          section={last.section}
          contentHash={last.hash}
          round={last.round}
          items={last.section === 'flashcards' ? module.flashcards.cards : module.quiz.questions}
          itemId={last.itemId}
          isApproved={module[last.section].state === 'approved'}
          {...shared}
        />
      )}
      {last?.kind === 'reject' && (
        <ReasonDialog
          opened={decision?.kind === 'reject'}
          onClose={onClose}
          moduleId={module.id}
          title={`Reject “${module.title}”?`}
          failure="couldn’t reject the module"
          submitLabel="Reject"
          danger
          obstacle={obstacle}
          send={(values) => sendReject(last.round, values)}
        >
          The whole module goes back to its trainers, and approvals are lost. They can change it and submit it again.
          {module.live !== null && ' Learners keep the published version.'}
        </ReasonDialog>
      )}
    </>
  );
}

/** The pending decision. `hash` is of the content shown when it was started. */
export type Decision =
  | { kind: 'approve'; section: SectionKind; hash: string; round: number; isByKey: boolean }
  | { kind: 'query'; section: SectionKind; hash: string; round: number; itemId: string | undefined }
  | { kind: 'reject'; round: number };
