import type { SectionKind } from '@training/shared/courses/courses';
import type { ModuleDetail } from '@training/shared/courses/modules';
import type { ModuleWithReason } from '@training/shared/reviews/reviews';
import { problemOf } from '../../../lib/api/problem.ts';
import { trpc } from '../../../lib/api/trpc.ts';
import { ApproveDialog } from './approve-dialog.tsx';
import type { Decision } from './decision.ts';
import { overtakenBy } from './overtaken.ts';
import { QueryDialog } from './query-dialog.tsx';
import { useLast } from '../../../ui/dialogs/use-last.ts';
import { ReasonDialog } from '../../modules/transitions/reason-dialog.tsx';

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
