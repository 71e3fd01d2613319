import { Checkbox } from '@mantine/core';
import { AssignSeveral, type PairOutcomes } from '@training/shared/assignments/assign-several';
import { type FormEvent, useState } from 'react';
import { FormDialog, FormInDialog } from '../../ui/dialogs/form-dialog.tsx';
import { useLast } from '../../ui/dialogs/use-last.ts';
import { problemOf } from '../../lib/api/problem.ts';
import { trpc } from '../../lib/api/trpc.ts';
import { useKeptState } from '../../lib/autosave/use-kept-words.ts';
import { counted } from '../../lib/numbers.ts';
import { notify } from '../../ui/notify.ts';
import { type AssignChoice, type Chosen, nameOfAudience, selectionOf } from './chosen.ts';
import { Refusals } from './refusals.tsx';
import { NEW_TERMS, TermFields, type TermsDraft, termsOf } from './rule-fields.tsx';
import { AudiencesChoice, ModulesChoice } from './several-choices.tsx';
import { SeveralAssigned } from './several-assigned.tsx';

interface AssignDialogProps {
  /** The initial selection; null if the dialog is closed. */
  chosen: AssignChoice | null;
  onClose: () => void;
  /** Called once something was assigned. */
  onDone: () => void;
}

/** Assigns modules and courses to departments, roles and people. */
export function AssignDialog({ chosen, onClose, onDone }: AssignDialogProps) {
  const shown = useLast(chosen);
  const [only, ...others] = shown?.modules ?? [];
  return (
    <FormDialog
      opened={chosen !== null}
      onClose={onClose}
      title={only !== undefined && others.length === 0 ? `Assign “${only.label}”` : 'Assign modules'}
    >
      {shown !== null && <AssignForm chosen={shown} onClose={onClose} onDone={onDone} />}
    </FormDialog>
  );
}

type Draft = TermsDraft & { modules: readonly Chosen[]; audiences: readonly Chosen[]; again: boolean };

/** Asks for the modules, the audiences and the due date, and previews the effect. */
function AssignForm({ chosen, onClose, onDone }: AssignDialogProps & { chosen: AssignChoice }) {
  const given: Draft = { ...NEW_TERMS, again: false, ...chosen };
  const at = ['assign', ...[...chosen.modules, ...chosen.audiences].map(({ value }) => value).slice(0, 2)] as const;
  const { values, change, words } = useKeptState(at, given, ['modules', 'audiences', 'again']);
  const { modules, audiences, again, ...terms } = values;
  const [refused, setRefused] = useState<PairOutcomes['outcomes'] | null>(null);
  const utils = trpc.useUtils();
  const creating = trpc.assignments.createSeveral.useMutation({
    onSuccess: ({ outcomes }) => {
      words.sent();
      const failed = outcomes.filter((each) => each.refused !== null);
      const made = outcomes.length - failed.length;
      if (made > 0) {
        notify(
          made === 1 ? 'The module was assigned.' : `${counted(made, 'assignment was', 'assignments were')} made.`,
        );
        onDone();
      }
      if (failed.length > 0) setRefused(failed);
      else onClose();
    },
    onSettled: () => Promise.all([utils.assignments.invalidate(), utils.analytics.invalidate()]),
  });
  if (refused !== null) {
    return (
      <Refusals
        refused={refused.map(({ module_id, module, to, refused: why }) => ({
          key: `${module_id} ${JSON.stringify(to)}`,
          name: nameOfAudience(to, audiences),
          about: module,
          why: why?.detail ?? '',
        }))}
        onClose={onClose}
      />
    );
  }
  const parsed = AssignSeveral.safeParse({ ...selectionOf(modules, audiences), ...termsOf(terms), again });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (parsed.success) creating.mutate(parsed.data);
  };
  return (
    <FormInDialog
      onSubmit={submit}
      onClose={onClose}
      words={words}
      failure="Couldn’t assign this"
      problem={creating.error === null ? null : problemOf(creating.error)}
      submitLabel="Assign"
      isSubmitting={creating.isPending}
      obstacle={parsed.success ? null : 'Choose at least one module or course, who it’s for, and when it’s due.'}
    >
      <ModulesChoice value={modules} onChange={(next) => change({ modules: next })} />
      <AudiencesChoice value={audiences} onChange={(next) => change({ audiences: next })} />
      <TermFields
        draft={terms}
        onChange={change}
        hasJoiners={audiences.some(({ value }) => !value.startsWith('user:'))}
      />
      <Checkbox
        label="Assign again to people who have completed it"
        checked={again}
        onChange={(event) => change({ again: event.currentTarget.checked })}
      />
      {parsed.success && <SeveralAssigned change={parsed.data} audiences={audiences} />}
    </FormInDialog>
  );
}
