import { Checkbox } from '@mantine/core';
import { CreateAssignment } from '@training/shared/assignments';
import { type FormEvent, useState } from 'react';
import { problemOf } from '../../lib/problem.ts';
import { trpc } from '../../lib/trpc.ts';
import { useMay, useWorkspace } from '../../lib/workspace.ts';
import { FormInDialog } from '../../ui/form-dialog.tsx';
import { notify } from '../../ui/notify.ts';
import { AssignPreview } from './assign-preview.tsx';
import { ModuleChoice } from './choices.tsx';
import { newRule, ruleOf } from './rule-draft.ts';
import { RuleFields } from './rule-fields.tsx';

interface AssignFormProps {
  onClose: () => void;
  /** What is assigned; absent, it is chosen. */
  moduleId?: string | undefined;
}

/** Which module, for whom, and until when; says what it would do before it does it. */
export function AssignForm({ onClose, moduleId }: AssignFormProps) {
  const isOfDepartment = useMay('assignments:manage') === 'department';
  const { user } = useWorkspace();
  const [module, setModule] = useState<string | null>(moduleId ?? null);
  const [draft, setDraft] = useState(() => newRule(isOfDepartment ? user.department_id : null));
  const [again, setAgain] = useState(false);
  const utils = trpc.useUtils();
  const creating = trpc.assignments.create.useMutation({
    onSuccess: () => {
      notify('Assigned.');
      void utils.assignments.invalidate();
      onClose();
    },
  });
  const parsed = CreateAssignment.safeParse({ module_id: module, ...ruleOf(draft), again });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (parsed.success) creating.mutate(parsed.data);
  };
  return (
    <FormInDialog
      onSubmit={submit}
      onClose={onClose}
      failure="it was not assigned"
      problem={creating.error === null ? null : problemOf(creating.error)}
      submitLabel="Assign"
      isSubmitting={creating.isPending}
      obstacle={
        parsed.success
          ? null
          : moduleId === undefined
            ? 'Choose a module, for whom it is, and until when.'
            : 'Choose for whom it is, and until when.'
      }
    >
      {moduleId === undefined && <ModuleChoice value={module} onChange={setModule} />}
      <RuleFields draft={draft} onChange={setDraft} />
      <Checkbox
        label="Also for who has completed it: they do it again"
        checked={again}
        onChange={(event) => setAgain(event.currentTarget.checked)}
      />
      {parsed.success && <AssignPreview change={{ change: 'create', ...parsed.data }} />}
    </FormInDialog>
  );
}
