import type { SectionKind, SectionState } from '@training/shared/courses/courses';
import type { ModuleDetail } from '@training/shared/courses/modules';
import type { ModuleWithReason } from '@training/shared/reviews/reviews';
import { whyNot } from '@training/shared/reviews/workflow';
import { isUnderReview, placeOf, workflowStateOf } from '@training/shared/reviews/workflow-state';
import { problemOf } from '../../../lib/api/problem.ts';
import { trpc } from '../../../lib/api/trpc.ts';
import { ApproveDialog } from './approve-dialog.tsx';
import { QueryDialog } from './query-dialog.tsx';
import { useLast } from '../../../ui/dialogs/use-last.ts';
import { ReasonDialog } from '../../modules/transitions/reason-dialog.tsx';
import { SECTION_WORDS } from '../../modules/module-words.ts';

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
