import { type Assignment, UpdateAssignment } from '@training/shared/assignments';
import { type FormEvent, useState } from 'react';
import { problemOf } from '../../lib/problem.ts';
import { trpc } from '../../lib/trpc.ts';
import { FormInDialog } from '../../ui/form-dialog.tsx';
import { notify } from '../../ui/notify.ts';
import { AssignPreview } from './assign-preview.tsx';
import { draftOf, ruleOf } from './rule-draft.ts';
import { RuleFields } from './rule-fields.tsx';

/** Changes for whom an assignment is, and until when; says what that would do before it does it. */
export function ChangeForm({ assignment, onClose }: { assignment: Assignment; onClose: () => void }) {
  const { id, to } = assignment;
  // What was looked at, whatever comes in while the form is open.
  const [version] = useState(assignment.version);
  const [before] = useState(() => draftOf(assignment));
  const [draft, setDraft] = useState(before);
  const utils = trpc.useUtils();
  const updating = trpc.assignments.update.useMutation({
    onSuccess: () => {
      notify('The assignment is changed.');
      onClose();
    },
    // Also after a refusal: somebody else may have changed it.
    onSettled: () => utils.assignments.invalidate(),
  });
  const parsed = UpdateAssignment.safeParse({ id, version, ...ruleOf(draft) });
  const isSame = draft === before;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (parsed.success) updating.mutate(parsed.data);
  };
  return (
    <FormInDialog
      onSubmit={submit}
      onClose={onClose}
      failure="it was not changed"
      problem={updating.error === null ? null : problemOf(updating.error)}
      submitLabel="Change"
      isSubmitting={updating.isPending}
      obstacle={isSame ? 'Change something first.' : parsed.success ? null : 'Choose for whom it is, and until when.'}
    >
      <RuleFields
        draft={draft}
        onChange={setDraft}
        {...(to.kind === 'user' && { person: { value: to.user_id, label: to.name } })}
      />
      {!isSame && parsed.success && <AssignPreview change={{ change: 'update', ...parsed.data }} />}
    </FormInDialog>
  );
}
