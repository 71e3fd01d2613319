import type { Concern } from '@training/shared/analytics/analytics-lists';
import type { TrainingOutcomes } from '@training/shared/assignments/assign-several';
import { type ReactNode, useState } from 'react';
import { problemOf } from '../../lib/api/problem.ts';
import { trpc } from '../../lib/api/trpc.ts';
import { lazyDialog } from '../../ui/dialogs/lazy-dialog.tsx';
import { notify } from '../../ui/notify.ts';
import { FailedState } from '../../ui/pages/states.tsx';
import type { AskedTrainings, Done } from '../assignments/trainings-dialog.tsx';
import { chosenModule, chosenPerson } from '../assignments/chosen.ts';
import { useAssignDialog } from '../assignments/assign-button.tsx';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('analytics');

/** An action on people's trainings. */
export type ConcernAction = 'remind' | 'assign' | 'extend' | 'excuse';

/** Returns the actions in menu order. What is completed can be neither extended nor excused. */
export function actionsOn(isCertificate: boolean): { action: ConcernAction; label: string }[] {
  const actions: ConcernAction[] = isCertificate ? ['remind', 'assign'] : ['remind', 'assign', 'extend', 'excuse'];
  return actions.map((action) => ({ action, label: t(`action.${action}`) }));
}

const TrainingsDialog = lazyDialog(async () => (await import('../assignments/trainings-dialog.tsx')).TrainingsDialog, {
  asked: null,
});

interface ConcernActions {
  act: (action: ConcernAction, concerns: readonly Concern[]) => void;
  isReminding: boolean;
  dialog: ReactNode;
}

/** Reminds at once, and asks about everything else in a dialog. Refusals are listed with their reasons. */
export function useConcernActions(isCertificate: boolean, onDone: () => void): ConcernActions {
  const [asked, setAsked] = useState<AskedTrainings | null>(null);
  const assigning = useAssignDialog(onDone);
  const utils = trpc.useUtils();
  const reminding = trpc.assignments.remind.useMutation({
    onSuccess: ({ outcomes }) => finish(outcomes, 'reminded'),
    onSettled: () => utils.analytics.concerns.invalidate(),
  });
  const finish = (outcomes: TrainingOutcomes['outcomes'], done: Done) => {
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
              : [...modules.values()].map(({ module_id, module }) => chosenModule(module_id, module)),
          audiences: [...people.values()].map(({ user_id, full_name }) => chosenPerson(user_id, full_name)),
          again: isCertificate,
        });
      }
      setAsked({ kind: action, trainings });
    },
    dialog: (
      <>
        {reminding.error !== null && (
          <FailedState what={t('failedToRemindAnyone')} problem={problemOf(reminding.error)} />
        )}
        {assigning.dialog}
        <TrainingsDialog asked={asked} onClose={() => setAsked(null)} onDone={finish} />
      </>
    ),
  };
}
