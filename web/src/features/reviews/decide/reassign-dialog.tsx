import { NativeSelect, Text } from '@mantine/core';
import type { ModuleDetail } from '@training/shared/courses/modules';
import type { Reviewers } from '@training/shared/reviews/reviews';
import { z } from 'zod';
import { trpc } from '../../../lib/api/trpc.ts';
import { useWorkspace } from '../../../lib/workspace.ts';
import { useContractForm } from '../../../ui/forms/contract-form.ts';
import { FormDialog, FormInDialog } from '../../../ui/dialogs/form-dialog.tsx';
import { notify } from '../../../ui/notify.ts';
import { PageState } from '../../../ui/pages/page-state.tsx';
import { EmptyState } from '../../../ui/pages/states.tsx';

interface ReassignDialogProps {
  module: ModuleDetail;
  opened: boolean;
  onClose: () => void;
}

/** Passes the claim of a review to another reviewer who may decide on the module. */
export function ReassignDialog({ module, opened, onClose }: ReassignDialogProps) {
  return (
    <FormDialog opened={opened} onClose={onClose} title="Who reviews it?" size="md">
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
    <PageState query={reviewers} what="the reviewers">
      {({ reviewers: all }) => {
        const others = all.filter(({ id }) => id !== module.claimed_by?.id && id !== user.id);
        return others.length === 0 ? (
          <EmptyState title="No other reviewer" headingLevel={3}>
            No one else can decide on this module. People who wrote or edited it can’t.
          </EmptyState>
        ) : (
          <ReassignForm module={module} reviewers={others} onClose={onClose} />
        );
      }}
    </PageState>
  );
}

const labelOf = ({ name, email }: Reviewers['reviewers'][number]) => (email === null ? name : `${name} (${email})`);

const Values = z.object({ to: z.string() });

function ReassignForm({
  module: { id, title, claimed_by },
  reviewers,
  onClose,
}: ReassignToProps & { reviewers: Reviewers['reviewers'] }) {
  const utils = trpc.useUtils();
  const reassign = trpc.reviews.reassign.useMutation();
  const { form, problem, onSubmit, words } = useContractForm(Values, { to: reviewers[0]?.id ?? '' }, ['reassign', id]);
  const send = async ({ to }: z.output<typeof Values>) => {
    await reassign.mutateAsync({ module_id: id, to });
    notify(`“${title}” is now claimed by ${reviewers.find((each) => each.id === to)?.name ?? 'them'}.`);
    await utils.modules.get.invalidate({ id });
    onClose();
  };
  return (
    <FormInDialog
      onSubmit={onSubmit(send)}
      onClose={onClose}
      words={words}
      failure="couldn’t reassign the review"
      problem={problem}
      submitLabel={claimed_by === null ? 'Assign' : 'Reassign'}
      isSubmitting={form.submitting}
    >
      <Text fw={600}>{title}</Text>
      <NativeSelect
        label="Reviewer"
        description="It’s shown as theirs, but every reviewer can still decide."
        data={reviewers.map((each) => ({ value: each.id, label: labelOf(each) }))}
        data-autofocus
        {...form.getInputProps('to')}
      />
    </FormInDialog>
  );
}
