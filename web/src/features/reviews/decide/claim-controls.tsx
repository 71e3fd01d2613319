import { Button, Text } from '@mantine/core';
import type { ModuleDetail } from '@training/shared/courses/modules';
import { mayRelease } from '@training/shared/reviews/workflow';
import { useState } from 'react';
import { problemOf } from '../../../lib/api/problem.ts';
import { trpc } from '../../../lib/api/trpc.ts';
import { useWorkspace } from '../../../lib/workspace.ts';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { useRefusal } from '../../modules/use-refusal.ts';
import { ReassignDialog } from './reassign-dialog.tsx';

/**
 * Claims or releases the review, which shows others who is reviewing but doesn't block them. For users who can claim it
 * or have claimed it.
 */
export function ClaimControls({ module }: { module: ModuleDetail }) {
  const { id, title, claimed_by } = module;
  const { user } = useWorkspace();
  const utils = trpc.useUtils();
  const [isTakingOver, setTakingOver] = useState(false);
  const [isReassigning, setReassigning] = useState(false);
  const claim = trpc.reviews.claim.useMutation({
    onSettled: () => utils.modules.get.invalidate({ id }),
    onSuccess: () => setTakingOver(false),
  });
  const release = trpc.reviews.release.useMutation({
    onSettled: () => utils.modules.get.invalidate({ id }),
  });
  const isMine = claimed_by?.id === user.id;
  const isOthers = claimed_by !== null && !isMine;
  const isReassignable = useRefusal(module)({ kind: 'reassign' }) === null;
  const mayReassign = isReassignable && mayRelease(claimed_by?.id ?? null, user);
  const failure = isTakingOver ? null : (claim.error ?? release.error);
  const press = () => {
    if (claim.isPending || release.isPending) return;
    claim.reset();
    release.reset();
    if (isMine) release.mutate({ module_id: id });
    else if (isOthers) setTakingOver(true);
    else claim.mutate({ module_id: id });
  };
  return (
    <>
      {failure !== null && (
        <Text c="var(--mantine-color-error)" role="alert">
          {problemOf(failure).detail}
        </Text>
      )}
      {/* One button with a changing label, never disabled, so that it keeps the focus. */}
      <Button variant="default" onClick={press} aria-busy={claim.isPending || release.isPending}>
        {isMine ? 'Release' : isOthers ? 'Take over' : 'Claim'}
      </Button>
      {mayReassign && (
        <Button variant="default" onClick={() => setReassigning(true)}>
          {claimed_by === null ? 'Assign' : 'Reassign'}
        </Button>
      )}
      <ReassignDialog opened={isReassigning} onClose={() => setReassigning(false)} module={module} />
      <ConfirmDialog
        opened={isTakingOver}
        onClose={() => setTakingOver(false)}
        title={`Take over “${title}”?`}
        confirmLabel="Take over"
        mutation={claim}
        onConfirm={() => claim.mutate({ module_id: id, take_over: true })}
      >
        <Text>{claimed_by?.name ?? 'No one'} has claimed it. It’s then shown as yours. Their decisions stay.</Text>
      </ConfirmDialog>
    </>
  );
}
