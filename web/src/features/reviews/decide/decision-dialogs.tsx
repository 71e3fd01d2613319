import { Text } from '@mantine/core';
import type { SectionKind } from '@training/shared/courses/courses';
import type { ModuleDetail } from '@training/shared/courses/modules';
import type { ModuleRefWithReason } from '@training/shared/reviews/reviews';
import { findTransitionFailureReason } from '@training/shared/reviews/workflow';
import { isUnderReview, authoringStatusOf, workflowStateOf } from '@training/shared/reviews/workflow-state';
import { toDisplayableProblem } from '../../../lib/api/problem.ts';
import { trpc } from '../../../lib/api/trpc.ts';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { useLastSubject } from '../../../ui/dialogs/use-last-subject.ts';
import { notify } from '../../../ui/notify.ts';
import { consequenceOfApproval, doesApprovalPublish } from '../../modules/module-words.ts';
import { TransitionReasonDialog } from '../../modules/transitions/reason-dialog.tsx';
import { RequestChangesDialog } from './request-changes-dialog.tsx';
import { translatorOf } from '../../../lib/i18n/translator.ts';

const t = translatorOf('reviews');

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
  const isLast = doesApprovalPublish(module, section);
  const approve = trpc.reviews.approve.useMutation({
    onSuccess: async ({ workflow }) => {
      notify(workflow === null ? t('wasPublished', { title: module.title }) : t('approvedSection', { section }));
      await utils.modules.get.invalidate({ id: module.id });
      onClose();
      onDecided(section);
    },
    onError: onRefused,
  });
  const isDone = approve.isSuccess && approve.variables.section === section && approve.variables.round === round;
  // Keeps the confirmed text until the dialog is closed, because the module changes earlier.
  const isAsked = opened && !approve.isPending && !isDone;
  const title = isLast
    ? t('approveAndPublishTitle', { section, title: module.title })
    : t('approveTitle', { section, title: module.title });
  const confirmLabel = isLast ? t('approveAndPublish') : t('approveShort', { section });
  const failed = isLast ? t('failedToApproveAndPublish') : t('failedToApprove', { section });
  const shownTitle = useLastSubject(isAsked ? title : null);
  const shownLabel = useLastSubject(isAsked ? confirmLabel : null);
  const shownFailed = useLastSubject(isAsked ? failed : null);
  const consequence = useLastSubject(isAsked ? consequenceOfApproval(module, section) : null);
  const unresolved = useLastSubject(isAsked ? unresolvedQueries(module) : null);
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
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
  return length === 0 ? '' : t('requestsUnresolved', { count: length });
}

/**
 * Explains why a pending decision isn't possible any more: what happened, by whom, and what to do. Null if it is
 * possible.
 */
function overtakenBy(module: ModuleDetail, decision: PendingDecision): string | null {
  const state = workflowStateOf(module);
  if (!isUnderReview(state)) return endOf(module);
  if (decision.round !== module.round) {
    return t('submittedAgain', { round: module.round });
  }
  if (decision.kind === 'reject') return null;
  const { kind, section, hash } = decision;
  const { state_by, content_hash } = module[section];
  const why = findTransitionFailureReason(state, { kind, section });
  if (why !== null) {
    return `${t('sectionWasDecided', { section, state: state[section], name: state_by ?? t('someone') })} ${why}`;
  }
  if (content_hash !== hash) return t('sectionHasChanged', { section });
  return null;
}

/** Describes how the review ended, which set both sections' states. */
function endOf(module: ModuleDetail): string {
  const name = lastOf(module)?.state_by ?? t('someone');
  switch (authoringStatusOf(workflowStateOf(module))) {
    case 'archived':
      return t('moduleWasArchived');
    case 'rejected':
      return t('moduleWasRejected', { name });
    case 'draft':
      return t('submissionWasWithdrawn', { name });
    default:
      return t('moduleWasPublished', { name });
  }
}

const SECTIONS: SectionKind[] = ['flashcards', 'quiz'];

function lastOf(module: ModuleDetail) {
  const sections = SECTIONS.map((kind) => module[kind]);
  return sections.toSorted((one, other) => Date.parse(other.state_since) - Date.parse(one.state_since))[0];
}

interface DecisionDialogsProps {
  module: ModuleDetail;
  /** The pending decision; null if all dialogs are closed. */
  decision: PendingDecision | null;
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
  const last = useLastSubject(decision);
  /** Refetches the module after any refusal, because another user may have decided. */
  const refused = (error: unknown) => {
    if (toDisplayableProblem(error).code === 'stale_revision') onStale();
    void utils.modules.get.invalidate({ id: module.id });
  };
  const sendReject = async (round: number, { module_id, reason }: ModuleRefWithReason) => {
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
        <RequestChangesDialog
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
        <TransitionReasonDialog
          opened={decision?.kind === 'reject'}
          onClose={onClose}
          moduleId={module.id}
          title={t('rejectTitle', { title: module.title })}
          failure={t('failedToRejectModule')}
          submitLabel={t('reject')}
          danger
          obstacle={obstacle}
          send={(values) => sendReject(last.round, values)}
        >
          {t('moduleGoesBack')}
          {module.live !== null && ` ${t('learnersKeepPublished')}`}
        </TransitionReasonDialog>
      )}
    </>
  );
}

/** The pending decision. `hash` is of the content shown when it was started. */
export type PendingDecision =
  | { kind: 'approve'; section: SectionKind; hash: string; round: number; isByKey: boolean }
  | { kind: 'query'; section: SectionKind; hash: string; round: number; itemId: string | undefined }
  | { kind: 'reject'; round: number };
