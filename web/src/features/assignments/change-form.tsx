import { type Assignment, UpdateAssignment } from '@training/shared/assignments/assignments';
import { useState } from 'react';
import { trpc } from '../../lib/api/trpc.ts';
import { useStoredFormState } from '../../lib/unsaved-input/use-stored-form-input.ts';
import { FormInDialog, formStateOfMutations } from '../../ui/dialogs/form-dialog.tsx';
import { notify } from '../../ui/notify.ts';
import { AssignmentChangePreview } from './assign-preview.tsx';
import { RuleFields, ruleDraftOf, ruleInputOf } from './rule-fields.tsx';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('assignments');

/** Changes an assignment's audience and due date, and previews the effect. */
export function ChangeAssignmentForm({ assignment, onClose }: { assignment: Assignment; onClose: () => void }) {
  const { id, to } = assignment;
  // The version that the form was opened with, regardless of later updates.
  const [version] = useState(assignment.version);
  const [before] = useState(() => ruleDraftOf(assignment));
  const { values: draft, change, storedInput } = useStoredFormState(['assignment', id], before, ['person']);
  const utils = trpc.useUtils();
  const updating = trpc.assignments.update.useMutation({
    onSuccess: () => {
      storedInput.sent();
      notify(t('assignmentWasChanged'));
      onClose();
    },
    // Also after a refusal, because another user may have changed it.
    onSettled: () => utils.assignments.invalidate(),
  });
  const parsed = UpdateAssignment.safeParse({ id, version, ...ruleInputOf(draft) });
  const isSame = JSON.stringify(draft) === JSON.stringify(before);
  return (
    <FormInDialog
      onSubmit={() => parsed.success && updating.mutate(parsed.data)}
      onClose={onClose}
      storedInput={storedInput}
      failure={t('failedToChangeAssignment')}
      {...formStateOfMutations(updating)}
      submitLabel={t('change')}
      obstacle={isSame ? t('nothingChanged') : parsed.success ? null : t('chooseWhoAndWhen')}
    >
      <RuleFields
        draft={draft}
        onChange={change}
        {...(to.kind === 'user' && { person: { value: to.user_id, label: to.name } })}
      />
      {!isSame && parsed.success && <AssignmentChangePreview change={parsed.data} />}
    </FormInDialog>
  );
}
