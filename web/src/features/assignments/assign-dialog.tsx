import { Checkbox } from '@mantine/core';
import { CreateAssignment } from '@training/shared/assignments/assignments';
import type { FormEvent } from 'react';
import { FormDialog, FormInDialog } from '../../ui/dialogs/form-dialog.tsx';
import { problemOf } from '../../lib/api/problem.ts';
import { trpc } from '../../lib/api/trpc.ts';
import { useKeptState } from '../../lib/autosave/use-kept-words.ts';
import { useMay, useWorkspace } from '../../lib/workspace.ts';
import { notify } from '../../ui/notify.ts';
import { AssignPreview } from './assign-preview.tsx';
import { ModuleChoice } from './choices.tsx';
import { RuleFields, type RuleDraft, newRule, ruleOf } from './rule-fields.tsx';

interface AssignDialogProps {
  /** The module to assign; if undefined, the form asks for it. */
  module: { id: string; title: string } | undefined;
  opened: boolean;
  onClose: () => void;
}

export function AssignDialog({ module, opened, onClose }: AssignDialogProps) {
  return (
    <FormDialog opened={opened} onClose={onClose} title={module ? `Assign “${module.title}”` : 'Assign a module'}>
      <AssignForm onClose={onClose} moduleId={module?.id} />
    </FormDialog>
  );
}

interface AssignFormProps {
  onClose: () => void;
  /** The module to assign; if absent, the form asks for it. */
  moduleId?: string | undefined;
}

/** Asks for the module, the audience and the due date, and previews the effect. */
function AssignForm({ onClose, moduleId }: AssignFormProps) {
  const isOfDepartment = useMay('assignments:manage') === 'department';
  const { user } = useWorkspace();
  const given: RuleDraft & { module: string | null; again: boolean } = {
    module: moduleId ?? null,
    again: false,
    ...newRule(isOfDepartment ? user.department_id : null),
  };
  const at = ['assign', moduleId ?? 'chosen'] as const;
  const { values, change, words } = useKeptState(at, given, ['module', 'person']);
  const { module, again, ...draft } = values;
  const utils = trpc.useUtils();
  const creating = trpc.assignments.create.useMutation({
    onSuccess: () => {
      words.sent();
      notify('The module was assigned.');
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
      words={words}
      failure="Couldn’t assign the module"
      problem={creating.error === null ? null : problemOf(creating.error)}
      submitLabel="Assign"
      isSubmitting={creating.isPending}
      obstacle={
        parsed.success
          ? null
          : moduleId === undefined
            ? 'Choose a module, who it’s for, and when it’s due.'
            : 'Choose who it’s for and when it’s due.'
      }
    >
      {moduleId === undefined && <ModuleChoice value={module} onChange={(next) => change({ module: next })} />}
      <RuleFields draft={draft} onChange={change} />
      <Checkbox
        label="Assign again to people who have completed it"
        checked={again}
        onChange={(event) => change({ again: event.currentTarget.checked })}
      />
      {parsed.success && <AssignPreview change={{ change: 'create', ...parsed.data }} />}
    </FormInDialog>
  );
}
