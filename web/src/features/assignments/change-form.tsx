import { type Assignment, UpdateAssignment } from '@training/shared/assignments/assignments';
import { type FormEvent, useState } from 'react';
import { problemOf } from '../../lib/api/problem.ts';
import { trpc } from '../../lib/api/trpc.ts';
import { useKeptState } from '../../lib/autosave/use-kept-words.ts';
import { FormInDialog } from '../../ui/dialogs/form-dialog.tsx';
import { notify } from '../../ui/notify.ts';
import { AssignPreview } from './assign-preview.tsx';
import { RuleFields, ruleDraftOf, ruleOf } from './rule-fields.tsx';

/** Changes an assignment's audience and due date, and previews the effect. */
export function ChangeForm({ assignment, onClose }: { assignment: Assignment; onClose: () => void }) {
  const { id, to } = assignment;
  // The version that the form was opened with, regardless of later updates.
  const [version] = useState(assignment.version);
  const [before] = useState(() => ruleDraftOf(assignment));
  const { values: draft, change, words } = useKeptState(['assignment', id], before, ['person']);
  const utils = trpc.useUtils();
  const updating = trpc.assignments.update.useMutation({
    onSuccess: () => {
      words.sent();
      notify('The assignment was changed.');
      onClose();
    },
    // Also after a refusal, because another user may have changed it.
    onSettled: () => utils.assignments.invalidate(),
  });
  const parsed = UpdateAssignment.safeParse({ id, version, ...ruleOf(draft) });
  const isSame = JSON.stringify(draft) === JSON.stringify(before);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (parsed.success) updating.mutate(parsed.data);
  };
  return (
    <FormInDialog
      onSubmit={submit}
      onClose={onClose}
      words={words}
      failure="Couldn’t change the assignment"
      problem={updating.error === null ? null : problemOf(updating.error)}
      submitLabel="Change"
      isSubmitting={updating.isPending}
      obstacle={
        isSame ? 'You haven’t changed anything yet.' : parsed.success ? null : 'Choose who it’s for and when it’s due.'
      }
    >
      <RuleFields
        draft={draft}
        onChange={change}
        {...(to.kind === 'user' && { person: { value: to.user_id, label: to.name } })}
      />
      {!isSame && parsed.success && <AssignPreview change={parsed.data} />}
    </FormInDialog>
  );
}
