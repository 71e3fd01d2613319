import { Button, Text } from '@mantine/core';
import type { ModuleDetail } from '@training/shared/courses/modules';
import { mayReleaseReviewClaim } from '@training/shared/reviews/workflow';
import { useState } from 'react';
import { toDisplayableProblem } from '../../../lib/api/problem.ts';
import { trpc } from '../../../lib/api/trpc.ts';
import { useWorkspaceSession } from '../../../lib/workspace.ts';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { lazyDialog } from '../../../ui/dialogs/lazy-dialog.tsx';
import { useFindTransitionRefusal } from '../../modules/use-check-transition.ts';
import { translatorOf } from '../../../lib/i18n/translator.ts';

const t = translatorOf('reviews');

const ReassignDialog = lazyDialog(async () => (await import('./reassign-dialog.tsx')).ReassignDialog, {
  opened: false,
});

/**
 * Claims or releases the review, which shows others who is reviewing but doesn't block them. For users who can claim it
 * or have claimed it.
 */
export function ClaimControls({ module }: { module: ModuleDetail }) {
  const { id, title, claimed_by } = module;
  const { user } = useWorkspaceSession();
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
  const isReassignable = useFindTransitionRefusal(module)({ kind: 'reassign' }) === null;
  const mayReassign = isReassignable && mayReleaseReviewClaim(claimed_by?.id ?? null, user);
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
          {toDisplayableProblem(failure).detail}
        </Text>
      )}
      {/* One button with a changing label, never disabled, so that it keeps the focus. */}
      <Button variant="default" onClick={press} aria-busy={claim.isPending || release.isPending}>
        {isMine ? t('release') : isOthers ? t('takeOver') : t('claim')}
      </Button>
      {mayReassign && (
        <Button variant="default" onClick={() => setReassigning(true)}>
          {claimed_by === null ? t('assign') : t('reassign')}
        </Button>
      )}
      <ReassignDialog opened={isReassigning} onClose={() => setReassigning(false)} module={module} />
      <ConfirmDialog
        opened={isTakingOver}
        onClose={() => setTakingOver(false)}
        title={t('takeOverTitle', { title })}
        confirmLabel={t('takeOver')}
        failed={t('failedToTakeOver')}
        mutation={claim}
        onConfirm={() => claim.mutate({ module_id: id, take_over: true })}
      >
        <Text>{claimed_by === null ? t('claimedByNoOne') : t('claimedByOther', { name: claimed_by.name })}</Text>
      </ConfirmDialog>
    </>
  );
}
