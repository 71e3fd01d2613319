import { NativeSelect, Text } from '@mantine/core';
import type { ModuleDetail } from '@training/shared/courses/modules';
import type { EligibleReviewers } from '@training/shared/reviews/reviews';
import { z } from 'zod';
import { translatorOf } from '../../../lib/i18n/translator.ts';
import { trpc } from '../../../lib/api/trpc.ts';
import { useWorkspaceSession } from '../../../lib/workspace.ts';
import { FormDialog, FormInDialog } from '../../../ui/dialogs/form-dialog.tsx';
import { useContractForm } from '../../../ui/forms/contract-form.ts';
import { notify } from '../../../ui/notify.ts';
import { PageState } from '../../../ui/pages/page-state.tsx';
import { EmptyState } from '../../../ui/pages/states.tsx';

const t = translatorOf('reviews');

interface ReassignDialogProps {
  module: ModuleDetail;
  opened: boolean;
  onClose: () => void;
}

/** Passes the claim of a review to another reviewer who may decide on the module. */
export function ReassignDialog({ module, opened, onClose }: ReassignDialogProps) {
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
  const { user } = useWorkspaceSession();
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
