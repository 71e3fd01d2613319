import { Button } from '@mantine/core';
import type { ModuleDetail } from '@training/shared/modules';
import { type ReactNode, useState } from 'react';
import { trpc } from '../../../lib/trpc.ts';
import { useMay } from '../../../lib/workspace.ts';
import { ReasonDialog } from './reason-dialog.tsx';
import { useLast } from '../../../ui/use-last.ts';
import { isUnderReview } from '../module-words.ts';

type ActionKind = 'unpublish' | 'archive' | 'restore' | 'withdraw';

interface Action {
  kind: ActionKind;
  label: string;
  /** What happens then. */
  effect: ReactNode;
}

/**
 * Buttons that take a module out of sight or back, for reviewers and super admins; each asks for a reason. Place it among the
 * actions of the module page's header: it draws only what the role may do and the module's state allows, so nothing at all
 * for a trainer. It keeps `modules.get` up to date by itself.
 */
export function ModuleActions({ module }: { module: ModuleDetail }) {
  const [asked, setAsked] = useState<Action | null>(null);
  const last = useLast(asked);
  const send = useSenders();
  return (
    <>
      {useActions(module).map((action) => (
        <Button key={action.kind} variant="default" onClick={() => setAsked(action)}>
          {action.label}
        </Button>
      ))}
      {last !== null && (
        <ReasonDialog
          opened={asked !== null}
          onClose={() => setAsked(null)}
          moduleId={module.id}
          title={`${last.label} “${module.title}”?`}
          failure={`the module was not ${DONE[last.kind]}`}
          submitLabel={last.label}
          danger={last.kind !== 'restore'}
          send={send[last.kind]}
        >
          {last.effect}
        </ReasonDialog>
      )}
    </>
  );
}

const DONE: Record<ActionKind, string> = {
  unpublish: 'unpublished',
  archive: 'archived',
  restore: 'restored',
  withdraw: 'withdrawn',
};

function useSenders() {
  return {
    unpublish: trpc.reviews.unpublish.useMutation().mutateAsync,
    archive: trpc.reviews.archive.useMutation().mutateAsync,
    restore: trpc.reviews.restore.useMutation().mutateAsync,
    withdraw: trpc.reviews.withdraw.useMutation().mutateAsync,
  };
}

/** What this person may do with the module now (decisions §6, rows 10 and 12). */
function useActions(module: ModuleDetail): Action[] {
  const mayUnpublish = useMay('modules:unpublish') !== undefined;
  const mayArchive = useMay('modules:archive') !== undefined;
  const mayWithdraw = useMay('submissions:withdraw') === 'with_reason';
  const isArchived = module.status === 'archived';
  const actions: Action[] = [];
  if (mayWithdraw && isUnderReview(module)) {
    actions.push({
      kind: 'withdraw',
      label: 'Withdraw',
      effect: 'The review ends: both sections unlock, approvals are void, and it is a draft again.',
    });
  }
  if (mayUnpublish && module.live !== null && !isArchived) {
    actions.push({
      kind: 'unpublish',
      label: 'Unpublish',
      effect: 'Learners do not see it any more. What they did stays, and it can be submitted and published again.',
    });
  }
  // Not while it is under review: that has to be decided or withdrawn first.
  if (mayArchive && !isArchived && !isUnderReview(module)) {
    actions.push({
      kind: 'archive',
      label: 'Archive',
      effect: 'It is put away: nobody learns from it or changes it until it is restored. Its history stays.',
    });
  }
  if (mayArchive && isArchived) {
    actions.push({ kind: 'restore', label: 'Restore', effect: 'It comes back as it was when it was archived.' });
  }
  return actions;
}
