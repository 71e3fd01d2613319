import { Button } from '@mantine/core';
import type { ModuleDetail } from '@training/shared/courses/modules';
import { WORKFLOW } from '@training/shared/reviews/workflow';
import { useState } from 'react';
import { trpc } from '../../../lib/api/trpc.ts';
import { useMay } from '../../../lib/workspace.ts';
import { lazyDialog } from '../../../ui/dialogs/lazy-dialog.tsx';
import { useLast } from '../../../ui/dialogs/use-last.ts';
import { useRefusal } from '../use-refusal.ts';
import { TRANSITION_WORDS } from './transitions.ts';

const ReasonDialog = lazyDialog(async () => (await import('./reason-dialog.tsx')).ReasonDialog, { opened: false });

const EXPLAINED = ['withdraw', 'unpublish', 'archive', 'restore'] as const;
type ActionKind = (typeof EXPLAINED)[number];

/**
 * Buttons for reviewers and super admins that unpublish, archive or restore a module, each with a reason. Place it in
 * the page header. It renders only what the role and the module's state allow, so nothing for a trainer, and updates
 * `modules.get` itself.
 */
export function ModuleActions({ module }: { module: ModuleDetail }) {
  const [asked, setAsked] = useState<ActionKind | null>(null);
  const last = useLast(asked);
  const send = useSenders();
  return (
    <>
      {useActions(module).map((kind) => (
        <Button key={kind} variant="default" onClick={() => setAsked(kind)}>
          {TRANSITION_WORDS[kind].label}
        </Button>
      ))}
      {last !== null && (
        <ReasonDialog
          opened={asked !== null}
          onClose={() => setAsked(null)}
          moduleId={module.id}
          title={`${TRANSITION_WORDS[last].label} “${module.title}”?`}
          failure={`couldn’t ${TRANSITION_WORDS[last].label.toLowerCase()}`}
          submitLabel={TRANSITION_WORDS[last].label}
          danger={last !== 'restore'}
          send={send[last]}
        >
          {TRANSITION_WORDS[last].effect}
        </ReasonDialog>
      )}
    </>
  );
}

function useSenders() {
  return {
    unpublish: trpc.reviews.unpublish.useMutation().mutateAsync,
    archive: trpc.reviews.archive.useMutation().mutateAsync,
    restore: trpc.reviews.restore.useMutation().mutateAsync,
    withdraw: trpc.reviews.withdraw.useMutation().mutateAsync,
  };
}

/** Returns the possible actions that require a reason. Authors withdraw without one, in their own bar. */
function useActions(module: ModuleDetail): ActionKind[] {
  const ask = useRefusal(module);
  const withdrawsWithReason = useMay(WORKFLOW.withdraw.permission) === 'with_reason';
  return EXPLAINED.filter((kind) => ask({ kind }) === null && (kind !== 'withdraw' || withdrawsWithReason));
}
