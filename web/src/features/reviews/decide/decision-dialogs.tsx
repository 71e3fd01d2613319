import type { ModuleDetail } from '@training/shared/modules';
import type { ModuleWithReason } from '@training/shared/reviews';
import { problemOf } from '../../../lib/problem.ts';
import { trpc } from '../../../lib/trpc.ts';
import { ApproveDialog } from './approve-dialog.tsx';
import type { Decision } from './decision.ts';
import { overtakenBy } from './overtaken.ts';
import { QueryDialog } from './query-dialog.tsx';
import { useLast } from '../../../ui/use-last.ts';
import { ReasonDialog } from '../../modules/transitions/reason-dialog.tsx';

interface DecisionDialogsProps {
  module: ModuleDetail;
  /** Null keeps all closed. */
  decision: Decision | null;
  onClose: () => void;
  /** The content was changed before the decision came. */
  onStale: () => void;
}

/**
 * They stay open whatever others do to the module, so that nothing that was typed is lost, and say what was done that
 * stands in the way; the server has the last word.
 */
export function DecisionDialogs({ module, decision, onClose, onStale }: DecisionDialogsProps) {
  const utils = trpc.useUtils();
  const reject = trpc.reviews.reject.useMutation();
  const last = useLast(decision);
  const dropStale = () => {
    onStale();
    void utils.modules.get.invalidate({ id: module.id });
  };
  const sendReject = async (round: number, { module_id, reason }: ModuleWithReason) => {
    try {
      await reject.mutateAsync({ module_id, round, reason });
    } catch (error) {
      if (problemOf(error).code === 'stale_revision') dropStale();
      throw error;
    }
  };
  // Only for the open dialog: one that fades out has been decided.
  const obstacle = decision === null ? null : overtakenBy(module, decision);
  const shared = { obstacle, onClose, onStale: dropStale };
  return (
    <>
      {last?.kind === 'approve' && (
        <ApproveDialog
          opened={decision?.kind === 'approve'}
          module={module}
          section={last.section}
          contentHash={last.hash}
          round={last.round}
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
          failure="the module was not rejected"
          submitLabel="Reject"
          danger
          obstacle={obstacle}
          send={(values) => sendReject(last.round, values)}
        >
          The whole module goes back to its trainers: both sections unlock, and approvals are void. They can change it
          and submit it again.
          {module.live !== null && ' Learners keep the version that is live.'}
        </ReasonDialog>
      )}
    </>
  );
}
