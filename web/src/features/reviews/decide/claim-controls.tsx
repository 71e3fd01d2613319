import { Button, Text, NativeSelect } from '@mantine/core';
import type { ModuleDetail } from '@training/shared/courses/modules';
import { mayReleaseReviewClaim } from '@training/shared/reviews/workflow';
import { useState } from 'react';
import type { EligibleReviewers } from '@training/shared/reviews/reviews';
import { z } from 'zod';
import { toDisplayableProblem } from '../../../lib/api/problem.ts';
import { trpc } from '../../../lib/api/trpc.ts';
import { useWorkspace } from '../../../lib/workspace.ts';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { useCheckTransition } from '../../modules/use-check-transition.ts';
import { useContractForm } from '../../../ui/forms/contract-form.ts';
import { FormDialog, FormInDialog } from '../../../ui/dialogs/form-dialog.tsx';
import { notify } from '../../../ui/notify.ts';
import { PageState } from '../../../ui/pages/page-state.tsx';
import { EmptyState } from '../../../ui/pages/states.tsx';
import { translatorOf } from '../../../lib/i18n/translator.ts';

const t = translatorOf('reviews');

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
  const isReassignable = useCheckTransition(module)({ kind: 'reassign' }) === null;
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

interface ReassignDialogProps {
  module: ModuleDetail;
  opened: boolean;
  onClose: () => void;
}

/** Passes the claim of a review to another reviewer who may decide on the module. */
function ReassignDialog({ module, opened, onClose }: ReassignDialogProps) {
  return (
    <FormDialog opened={opened} onClose={onClose} title={t('whoReviewsIt')} size="md">
      <ReassignTo module={module} onClose={onClose} />
    </FormDialog>
  );
}

interface ReassignToProps {
  module: ModuleDetail;
  onClose: () => void;
}

function ReassignTo({ module, onClose }: ReassignToProps) {
  const { user } = useWorkspace();
  // Refetched at each opening, because reviewers change.
  const reviewers = trpc.reviews.reviewers.useQuery({ module_id: module.id }, { gcTime: 0 });
  return (
    <PageState query={reviewers} what={t('theReviewers')}>
      {({ reviewers: all }) => {
        const others = all.filter(({ id }) => id !== module.claimed_by?.id && id !== user.id);
        return others.length === 0 ? (
          <EmptyState title={t('noOtherReviewer')} headingLevel={3}>
            {t('noOneElseCanDecide')}
          </EmptyState>
        ) : (
          <ReassignForm module={module} reviewers={others} onClose={onClose} />
        );
      }}
    </PageState>
  );
}

const labelOf = ({ name, email }: EligibleReviewers['reviewers'][number]) =>
  email === null ? name : `${name} (${email})`;

const Values = z.object({ to: z.string() });

function ReassignForm({
  module: { id, title, claimed_by },
  reviewers,
  onClose,
}: ReassignToProps & { reviewers: EligibleReviewers['reviewers'] }) {
  const utils = trpc.useUtils();
  const reassign = trpc.reviews.reassign.useMutation();
  const { form, inDialog } = useContractForm(Values, { to: reviewers[0]?.id ?? '' }, ['reassign', id]);
  const send = async ({ to }: z.output<typeof Values>) => {
    await reassign.mutateAsync({ module_id: id, to });
    const name = reviewers.find((each) => each.id === to)?.name;
    notify(name === undefined ? t('nowClaimedByThem', { title }) : t('nowClaimedBy', { title, name }));
    await utils.modules.get.invalidate({ id });
    onClose();
  };
  return (
    <FormInDialog
      {...inDialog(send)}
      onClose={onClose}
      failure={t('failedToReassignReview')}
      submitLabel={claimed_by === null ? t('assign') : t('reassign')}
    >
      <Text fw={600}>{title}</Text>
      <NativeSelect
        label={t('reviewer')}
        description={t('shownAsTheirs')}
        data={reviewers.map((each) => ({ value: each.id, label: labelOf(each) }))}
        data-autofocus
        {...form.getInputProps('to')}
      />
    </FormInDialog>
  );
}
