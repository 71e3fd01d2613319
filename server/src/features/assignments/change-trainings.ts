import type { ChangeTrainings, TrainingOutcomes } from '@training/shared/assignments/several-trainings';
import type { Context } from '../../core/context.ts';
import { createAssignment } from './change-assignment.ts';
import { eachTraining, type NamedTraining } from './each-training.ts';
import { extendDueDate } from './extend-due-date.ts';
import { waiveEnrollment } from './waive-enrollment.ts';

/** Applies one change to several trainings, each in its own transaction (rules/assignments 10). */
export function changeTrainings(ctx: Context, { enrollment_ids, change }: ChangeTrainings): Promise<TrainingOutcomes> {
  const assigned = new Map<string, Promise<unknown>>();
  const act = async ({ enrollment_id, user_id }: NamedTraining): Promise<unknown> => {
    switch (change.kind) {
      case 'excuse':
        return waiveEnrollment(ctx, { enrollment_id, reason: change.reason });
      case 'extend':
        return extendDueDate(ctx, { enrollment_id, due_on: change.due_on });
      case 'assign': {
        // Once for each person, also if several of their trainings were chosen.
        const { module_id, due_days, again } = change;
        const to = { kind: 'user', user_id } as const;
        const rule = { module_id, to, due_on: null, due_days, joiners: false, window_days: 30, again };
        const assigning = assigned.get(user_id) ?? createAssignment(ctx, rule);
        assigned.set(user_id, assigning);
        return assigning;
      }
    }
  };
  return eachTraining(ctx, enrollment_ids, act);
}
