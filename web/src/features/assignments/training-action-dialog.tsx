import { Text, Textarea, TextInput } from '@mantine/core';
import {
  type TrainingChange,
  ChangeTrainings,
  type TrainingChangeOutcomes,
} from '@training/shared/assignments/assign-several';
import { useState } from 'react';
import { refusalInWords } from '../../lib/api/refusal-words.ts';
import { trpc } from '../../lib/api/trpc.ts';
import { addDaysToToday } from '../../lib/i18n/dates.ts';
import { useStoredFormState } from '../../lib/unsaved-input/use-stored-form-input.ts';
import { FormDialog, FormInDialog, formStateOfMutations } from '../../ui/dialogs/form-dialog.tsx';
import { RefusedOutcomeList } from './refused-outcome-list.tsx';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('assignments');

/** A person's training that an action is about. */
export interface TrainingToChange {
  enrollment_id: string;
  user_id: string;
  full_name: string;
  module_id: string;
  module: string;
}

/** An action that was carried out on trainings. */
export type CompletedTrainingAction = 'reminded' | 'extended' | 'excused';

/** The content of the dialog: a form for an action, or the result of one that was refused for some. */
export type TrainingActionDialogState =
  | { kind: TrainingChange['kind']; trainings: readonly TrainingToChange[] }
  | { kind: 'result'; done: CompletedTrainingAction; outcomes: TrainingChangeOutcomes['outcomes'] };

const DONE = { extend: 'extended', excuse: 'excused' } as const;

/** The days by which the form suggests to extend. */
const LONGER = 14;

interface TrainingsDialogProps {
  /** Null if the dialog is closed. */
  asked: TrainingActionDialogState | null;
  /** The role in which the caller acts. */
  by: 'trainer' | 'manager';
  onClose: () => void;
  /** Called with the outcome of each training. */
  onDone: (outcomes: TrainingChangeOutcomes['outcomes'], done: CompletedTrainingAction) => void;
}

/** Extends or excuses one or more trainings, or shows which were refused and why. */
export function TrainingActionDialog({ asked, by, onClose, onDone }: TrainingsDialogProps) {
  return (
    <FormDialog opened={asked !== null} onClose={onClose} title={asked && titleOf(asked)} size="md">
      {asked?.kind === 'result' && (
        <RefusedOutcomeList
          refused={asked.outcomes.flatMap(({ enrollment_id, full_name, module, refused }) =>
            refused
              ? {
                  key: enrollment_id,
                  name: full_name || t('someone'),
                  about: module,
                  words: refusalInWords(refused),
                  isRefused: true,
                }
              : [],
          )}
          onClose={onClose}
        />
      )}
      {asked && asked.kind !== 'result' && <ChangeForm asked={asked} by={by} onClose={onClose} onDone={onDone} />}
    </FormDialog>
  );
}

function titleOf(asked: TrainingActionDialogState): string {
  if (asked.kind === 'result') return resultInWords(asked.outcomes, asked.done);
  const { kind, trainings } = asked;
  const people = new Map(trainings.map(({ user_id, full_name }) => [user_id, full_name]));
  const [first] = people.values();
  if (people.size === 1) return t(`title.${kind}`, { person: first ?? '' });
  return t(`title.${kind}Several`, { count: trainings.length });
}

/** Returns "9 of 10 trainings excused". */
function resultInWords(outcomes: TrainingChangeOutcomes['outcomes'], done: CompletedTrainingAction): string {
  const succeeded = outcomes.filter(({ refused }) => refused === null).length;
  const isAll = succeeded === outcomes.length ? 'yes' : 'no';
  return t(`result.${done}`, { isAll, succeeded, count: outcomes.length });
}

type AskedChange = Exclude<TrainingActionDialogState, { kind: 'result' }>;

function ChangeForm({ asked, by, onClose, onDone }: Omit<TrainingsDialogProps, 'asked'> & { asked: AskedChange }) {
  const { kind, trainings } = asked;
  const [later] = useState(() => addDaysToToday(LONGER));
  const { values, change, storedInput } = useStoredFormState(['waive', 'several'], { day: later, reason: '' }, ['day']);
  const utils = trpc.useUtils();
  const how = {
    onSuccess: ({ outcomes }: TrainingChangeOutcomes) => {
      storedInput.sent();
      onDone(outcomes, DONE[kind]);
    },
    onSettled: () =>
      Promise.all([utils.analytics.invalidate(), utils.assignments.invalidate(), utils.team.invalidate()]),
  };
  const changing = trpc.assignments.changeSeveral.useMutation(how);
  const excusing = trpc.team.excuse.useMutation(how);
  const sending = by === 'manager' ? excusing : changing;
  const parsed = ChangeTrainings.safeParse({
    enrollment_ids: trainings.map(({ enrollment_id }) => enrollment_id),
    change: {
      extend: { kind: 'extend', due_on: values.day },
      excuse: { kind: 'excuse', reason: values.reason },
    }[kind],
  });
  const submit = () => {
    if (!parsed.success) return;
    if (by === 'trainer') return changing.mutate(parsed.data);
    const { enrollment_ids } = parsed.data;
    excusing.mutate({ enrollment_ids, reason: values.reason });
  };
  return (
    <FormInDialog
      onSubmit={submit}
      onClose={onClose}
      storedInput={kind === 'excuse' ? storedInput : null}
      failure={t(`failure.${kind}`)}
      {...formStateOfMutations(sending)}
      submitLabel={t(kind)}
      obstacle={parsed.success ? null : t(OBSTACLES[kind])}
    >
      <Text size="sm" c="dimmed">
        {namesInWords(trainings)}
      </Text>
      {kind === 'extend' && (
        <TextInput
          label={t('newDueDate')}
          type="date"
          value={values.day}
          onChange={(event) => change({ day: event.currentTarget.value })}
          data-autofocus
        />
      )}
      {kind === 'excuse' && (
        <>
          <Text size="sm">{t('aboutExcuse')}</Text>
          <Textarea
            label={t('reason')}
            required
            autosize
            minRows={2}
            maxLength={2_000}
            value={values.reason}
            onChange={(event) => change({ reason: event.currentTarget.value })}
            data-autofocus
          />
        </>
      )}
    </FormInDialog>
  );
}

const OBSTACLES = {
  extend: 'chooseADay',
  excuse: 'enterReason',
} as const;

/** The number of names listed in full. */
const NAMED = 8;

function namesInWords(trainings: readonly TrainingToChange[]): string {
  const names = [...new Map(trainings.map(({ user_id, full_name }) => [user_id, full_name])).values()];
  const more = names.length - NAMED;
  const shown = names.slice(0, NAMED).join(', ');
  return more > 0 ? t('namesAndMore', { names: shown, count: more }) : shown;
}
