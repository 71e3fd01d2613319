import type { ChangeTrainings, TrainingOutcomes } from '@training/shared/assignments/several-trainings';
import type { Context } from '../../core/context.ts';
import { eachTraining, type NamedTraining } from './each-training.ts';
import { extendDueDate } from './extend-due-date.ts';
import { waiveEnrollment } from './waive-enrollment.ts';

/** Applies one change to several trainings, each in its own transaction (rules/assignments 10). */
export function changeTrainings(ctx: Context, { enrollment_ids, change }: ChangeTrainings): Promise<TrainingOutcomes> {
  const act = async ({ enrollment_id }: NamedTraining): Promise<unknown> => {
    switch (change.kind) {
      case 'excuse':
        return waiveEnrollment(ctx, { enrollment_id, reason: change.reason });
      case 'extend':
        return extendDueDate(ctx, { enrollment_id, due_on: change.due_on });
    }
  };
  return eachTraining(ctx, enrollment_ids, act);
}
