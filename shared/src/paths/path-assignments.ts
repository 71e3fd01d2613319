import { z } from 'zod';
import { SeveralAssignmentsPreview } from '../assignments/assign-several.ts';
import { CreateAssignment, hasAtMostOneDueDate, conflictingDueDatesIssue } from '../assignments/assignments.ts';
import { Count, Id, textSchema } from '../primitives.ts';
import { affectedTrainingsShape, PathId } from './paths.ts';

const { to, due_on, due_days, window_days, again } = CreateAssignment.shape;
const terms = { to, due_on, due_days, window_days };
const created = { path_id: PathId, ...terms, again };
const id = Id.describe('The assignment of the path.');
const changed = { id, version: Count.describe('What was looked at; another one is refused.'), ...terms };

/** Assigns all modules of a path, on the same terms. People who join later are always included. */
export const AssignPath = z
  .strictObject({
    ...created,
    request_id: Id.optional().describe(
      'Chosen by the caller. A repeated request with the same one answers the assignment that the first has made.',
    ),
  })
  .refine(hasAtMostOneDueDate, conflictingDueDatesIssue);
export type AssignPath = z.infer<typeof AssignPath>;

export const UpdatePathAssignment = z.strictObject(changed).refine(hasAtMostOneDueDate, conflictingDueDatesIssue);
export type UpdatePathAssignment = z.infer<typeof UpdatePathAssignment>;

export const EndPathAssignment = z.strictObject({
  id,
  reason: textSchema(1, 2000).optional(),
});
export type EndPathAssignment = z.infer<typeof EndPathAssignment>;

export const PreviewNewPathAssignment = z
  .strictObject({ ...created, ...affectedTrainingsShape })
  .refine(hasAtMostOneDueDate, conflictingDueDatesIssue);
export const PreviewChangedPathAssignment = z
  .strictObject({ ...changed, ...affectedTrainingsShape })
  .refine(hasAtMostOneDueDate, conflictingDueDatesIssue);
export const PreviewEndedPathAssignment = z.strictObject({ id, ...affectedTrainingsShape });

export const PreviewPathAssignment = z.discriminatedUnion('change', [
  z
    .strictObject({ change: z.literal('create'), ...created, ...affectedTrainingsShape })
    .refine(hasAtMostOneDueDate, conflictingDueDatesIssue),
  z
    .strictObject({ change: z.literal('update'), ...changed, ...affectedTrainingsShape })
    .refine(hasAtMostOneDueDate, conflictingDueDatesIssue),
  z.strictObject({ change: z.literal('end'), id, ...affectedTrainingsShape }),
]);
export type PreviewPathAssignment = z.infer<typeof PreviewPathAssignment>;

export const PathAssignmentPreview = SeveralAssignmentsPreview.pick({
  counts: true,
  weeks: true,
  trainings: true,
  total: true,
}).meta({ id: 'PathAssignmentPreview' });
export type PathAssignmentPreview = z.infer<typeof PathAssignmentPreview>;
