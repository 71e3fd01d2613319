import {
  AssignSeveral,
  ChangeTrainings,
  PairOutcomes,
  PreviewSeveral,
  RemindOfTrainings,
  SeveralAssignmentsPreview,
  TrainingOutcomes,
} from '@training/shared/assignments/assign-several';
import {
  AssignableModule,
  AssignablePerson,
  AssignedPeoplePage,
  Assignment,
  AssignmentPage,
  AssignmentPreview,
  CreateAssignment,
  EndAssignment,
  ListAssignedPeople,
  ListAssignments,
  ListOutOfAttempts,
  AssignmentRef,
  EnrollmentRef,
  OpenAttempts,
  OpenedAttempts,
  OutOfAttemptsPage,
  PreviewAssignment,
  SearchAssignable,
  UpdateAssignment,
  WaiveEnrollment,
} from '@training/shared/assignments/assignments';
import { z } from 'zod';
import { can, router } from '../../http/procedures.ts';
import { preparedOutput } from '../../platform/prepared-json.ts';
import { assignSeveral } from './assign-several.ts';
import { createAssignment, endAssignment, updateAssignment } from './change-assignment.ts';
import { changeTrainings } from './change-trainings.ts';
import { listOutOfAttempts, openAttempts } from './open-attempts.ts';
import { previewAssignment, previewSeveral } from './preview-assignment.ts';
import { assignableModules, assignablePeople, listAssignedPeople } from './read-assigned.ts';
import { getAssignment, listAssignments } from './read-assignments.ts';
import { remindPeople } from './remind-people.ts';
import { undoWaiver, waiveEnrollment } from './waive-enrollment.ts';

export const assignmentsRouter = router({
  list: can('assignments:manage')
    .input(ListAssignments)
    .output(preparedOutput(AssignmentPage))
    .query(({ ctx, input }) => listAssignments(ctx, input)),
  get: can('assignments:manage')
    .input(AssignmentRef)
    .output(preparedOutput(Assignment))
    .query(({ ctx, input }) => getAssignment(ctx, input)),
  people: can('assignments:manage')
    .input(ListAssignedPeople)
    .output(preparedOutput(AssignedPeoplePage))
    .query(({ ctx, input }) => listAssignedPeople(ctx, input)),
  modules: can('assignments:manage')
    .input(SearchAssignable)
    .output(z.array(AssignableModule))
    .query(({ ctx, input }) => assignableModules(ctx, input)),
  candidates: can('assignments:manage')
    .input(SearchAssignable)
    .output(z.array(AssignablePerson))
    .query(({ ctx, input }) => assignablePeople(ctx, input)),
  preview: can('assignments:manage')
    .input(PreviewAssignment)
    .output(AssignmentPreview)
    .query(({ ctx, input }) => previewAssignment(ctx, input)),
  create: can('assignments:manage')
    .input(CreateAssignment)
    .output(preparedOutput(Assignment))
    .mutation(({ ctx, input }) => createAssignment(ctx, input)),
  previewSeveral: can('assignments:manage')
    .input(PreviewSeveral)
    .output(SeveralAssignmentsPreview)
    .query(({ ctx, input }) => previewSeveral(ctx, input)),
  createSeveral: can('assignments:manage')
    .input(AssignSeveral)
    .output(PairOutcomes)
    .mutation(({ ctx, input }) => assignSeveral(ctx, input)),
  update: can('assignments:manage')
    .input(UpdateAssignment)
    .output(preparedOutput(Assignment))
    .mutation(({ ctx, input }) => updateAssignment(ctx, input)),
  end: can('assignments:manage')
    .input(EndAssignment)
    .output(preparedOutput(Assignment))
    .mutation(({ ctx, input }) => endAssignment(ctx, input)),
  waive: can('assignments:manage')
    .input(WaiveEnrollment)
    .output(EnrollmentRef)
    .mutation(({ ctx, input }) => waiveEnrollment(ctx, input)),
  remind: can('assignments:manage')
    .input(RemindOfTrainings)
    .output(TrainingOutcomes)
    .mutation(({ ctx, input }) => remindPeople(ctx, input)),
  changeSeveral: can('assignments:manage')
    .input(ChangeTrainings)
    .output(TrainingOutcomes)
    .mutation(({ ctx, input }) => changeTrainings(ctx, input)),
  openAttempts: can('assignments:manage')
    .input(OpenAttempts)
    .output(OpenedAttempts)
    .mutation(({ ctx, input }) => openAttempts(ctx, input)),
  outOfAttempts: can('assignments:manage')
    .input(ListOutOfAttempts)
    .output(preparedOutput(OutOfAttemptsPage))
    .query(({ ctx, input }) => listOutOfAttempts(ctx, input)),
  undoWaiver: can('assignments:manage')
    .input(EnrollmentRef)
    .output(EnrollmentRef)
    .mutation(({ ctx, input }) => undoWaiver(ctx, input)),
});
