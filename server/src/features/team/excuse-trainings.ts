import type { TrainingChangeOutcomes } from '@training/shared/assignments/assign-several';
import type { ExcuseTrainings } from '@training/shared/team/team';
import type { Context } from '../../core/context.ts';
import { applyToEachEnrollment } from '../assignments/apply-to-trainings.ts';
import { waiveEnrollment } from '../assignments/waive-enrollment.ts';

/** Excuses people of the caller's team, each in its own transaction; the outcomes name refusals (rules/managers 9). */
export function excuseTrainings(
  ctx: Context,
  { enrollment_ids, reason }: ExcuseTrainings,
): Promise<TrainingChangeOutcomes> {
  return applyToEachEnrollment(ctx, enrollment_ids, (enrollment_id) => waiveEnrollment(ctx, { enrollment_id, reason }));
}
