import type { TrainingConcern } from '@training/shared/analytics/analytics-lists';
import type { TrainingChangeOutcomes } from '@training/shared/assignments/assign-several';
import { type ReactNode, useState } from 'react';
import { toDisplayableProblem } from '../../lib/api/problem.ts';
import { trpc } from '../../lib/api/trpc.ts';
import { lazyDialog } from '../../ui/dialogs/lazy-dialog.tsx';
import { notify } from '../../ui/notify.ts';
import { FailedState } from '../../ui/pages/states.tsx';
import type { TrainingActionDialogState, CompletedTrainingAction } from '../assignments/training-action-dialog.tsx';
import { toModuleOption, toPersonOption } from '../assignments/chosen-option.ts';
import { useAssignDialog } from '../assignments/assign-button.tsx';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('analytics');

/** An action on people's trainings. */
export type ConcernAction = 'remind' | 'assign' | 'extend' | 'excuse';

/**
 * Returns the actions for a list of certificates or of trainings, in menu order. What is completed can be neither
 * extended nor excused.
 */
export const listConcernActionChoices = (isCertificate: boolean): ActionChoice[] =>
  actionChoicesOf(isCertificate ? ['remind', 'assign'] : ['remind', 'assign', 'extend', 'excuse']);

/** Returns the actions with their labels. */
export const actionChoicesOf = (actions: readonly ConcernAction[]): ActionChoice[] =>
  actions.map((action) => ({ action, label: t(`action.${action}`) }));

/** An action that the reader may choose. */
export interface ActionChoice {
  action: ConcernAction;
  label: string;
}

const TrainingsDialog = lazyDialog(
  async () => (await import('../assignments/training-action-dialog.tsx')).TrainingActionDialog,
  {
    asked: null,
  },
);

export interface ConcernActions {
  act: (action: ConcernAction, concerns: readonly TrainingConcern[]) => void;
  isReminding: boolean;
  dialog: ReactNode;
}

/**
 * Reminds at once, and asks about everything else in a dialog. Refusals are listed with their reasons.
 * @param by As whom: a manager acts on their own team.
 */
export function useConcernActions(
  isCertificate: boolean,
  onDone: () => void,
  by: 'trainer' | 'manager' = 'trainer',
): ConcernActions {
  const [asked, setAsked] = useState<TrainingActionDialogState | null>(null);
  const assigning = useAssignDialog(onDone);
  const utils = trpc.useUtils();
  const how = {
    onSuccess: ({ outcomes }: TrainingChangeOutcomes) => finish(outcomes, 'reminded'),
    onSettled: () => Promise.all([utils.analytics.concerns.invalidate(), utils.team.invalidate()]),
  };
  const remindingAll = trpc.assignments.remind.useMutation(how);
  const remindingTeam = trpc.team.remind.useMutation(how);
  const reminding = by === 'manager' ? remindingTeam : remindingAll;
  const finish = (outcomes: TrainingChangeOutcomes['outcomes'], done: CompletedTrainingAction) => {
    onDone();
    if (outcomes.some(({ refused }) => refused !== null)) return setAsked({ kind: 'result', done, outcomes });
    setAsked(null);
    const [only] = outcomes;
    if (done === 'reminded') {
      return notify(
        outcomes.length === 1 && only
          ? t('wasReminded', { name: only.full_name })
          : t('remindersSent', { count: outcomes.length }),
      );
    }
    notify(t('trainingsDone', { done, count: outcomes.length }));
  };
  return {
    isReminding: reminding.isPending,
    act(action, trainings) {
      if (action === 'remind') {
        return reminding.mutate({ enrollment_ids: trainings.map(({ enrollment_id }) => enrollment_id) });
      }
      if (action === 'assign') {
        const people = new Map(trainings.map((training) => [training.user_id, training]));
        const modules = new Map(trainings.map((training) => [training.module_id, training]));
        return assigning.open({
          modules:
            modules.size > 1
              ? []
              : [...modules.values()].map(({ module_id, module }) => toModuleOption(module_id, module)),
          audiences: [...people.values()].map(({ user_id, full_name }) => toPersonOption(user_id, full_name)),
          again: isCertificate,
        });
      }
      setAsked({ kind: action, trainings });
    },
    dialog: (
      <>
        {reminding.error !== null && (
          <FailedState what={t('failedToRemindAnyone')} problem={toDisplayableProblem(reminding.error)} />
        )}
        {assigning.dialog}
        <TrainingsDialog asked={asked} by={by} onClose={() => setAsked(null)} onDone={finish} />
      </>
    ),
  };
}
