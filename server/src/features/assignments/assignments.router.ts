import {
  CreateSeveralAssignments,
  ChangeTrainings,
  SeveralAssignmentsOutcomes,
  PreviewSeveralAssignments,
  RemindOfTrainings,
  SeveralAssignmentsPreview,
  TrainingChangeOutcomes,
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
  ListPeopleOutOfAttempts,
  AssignmentRef,
  EnrollmentRef,
  GrantExtraAttempts,
  AttemptsAfterGrant,
  PeopleOutOfAttemptsPage,
  PreviewAssignmentChange,
  SearchAssignmentChoices,
  UpdateAssignment,
  WaiveEnrollment,
} from '@training/shared/assignments/assignments';
import { z } from 'zod';
import { permittedProcedure, router } from '../../http/procedures.ts';
import { toPreparedOutputSchema } from '../../platform/prepared-json.ts';
import { assignModulesToAudiences } from './assign-modules-to-audiences.ts';
import { createAssignment, endAssignment, updateAssignment } from './change-assignment.ts';
import { changeTrainingsOfPeople } from './change-trainings.ts';
import { listPeopleOutOfAttempts, grantMoreAttempts } from './grant-more-attempts.ts';
import { previewAssignment, previewSeveralAssignments } from './preview-assignment.ts';
import { searchAssignableModules, searchAssignablePeople, listAssignedPeople } from './read-assigned.ts';
import { getAssignment, listAssignments } from './read-assignments.ts';
import { remindPeopleOfTrainings } from './remind-people.ts';
import { undoWaiver, waiveEnrollment } from './waive-enrollment.ts';

export const assignmentsRouter = router({
  list: permittedProcedure('assignments:manage')
    .input(ListAssignments)
    .output(toPreparedOutputSchema(AssignmentPage))
    .query(({ ctx, input }) => listAssignments(ctx, input)),
  get: permittedProcedure('assignments:manage')
    .input(AssignmentRef)
    .output(toPreparedOutputSchema(Assignment))
    .query(({ ctx, input }) => getAssignment(ctx, input)),
  people: permittedProcedure('assignments:manage')
    .input(ListAssignedPeople)
    .output(toPreparedOutputSchema(AssignedPeoplePage))
    .query(({ ctx, input }) => listAssignedPeople(ctx, input)),
  modules: permittedProcedure('assignments:manage')
    .input(SearchAssignmentChoices)
    .output(z.array(AssignableModule))
    .query(({ ctx, input }) => searchAssignableModules(ctx, input)),
  candidates: permittedProcedure('assignments:manage')
    .input(SearchAssignmentChoices)
    .output(z.array(AssignablePerson))
    .query(({ ctx, input }) => searchAssignablePeople(ctx, input)),
  preview: permittedProcedure('assignments:manage')
    .input(PreviewAssignmentChange)
    .output(AssignmentPreview)
    .query(({ ctx, input }) => previewAssignment(ctx, input)),
  create: permittedProcedure('assignments:manage')
    .input(CreateAssignment)
    .output(toPreparedOutputSchema(Assignment))
    .mutation(({ ctx, input }) => createAssignment(ctx, input)),
  previewSeveral: permittedProcedure('assignments:manage')
    .input(PreviewSeveralAssignments)
    .output(SeveralAssignmentsPreview)
    .query(({ ctx, input }) => previewSeveralAssignments(ctx, input)),
  createSeveral: permittedProcedure('assignments:manage')
    .input(CreateSeveralAssignments)
    .output(SeveralAssignmentsOutcomes)
    .mutation(({ ctx, input }) => assignModulesToAudiences(ctx, input)),
  update: permittedProcedure('assignments:manage')
    .input(UpdateAssignment)
    .output(toPreparedOutputSchema(Assignment))
    .mutation(({ ctx, input }) => updateAssignment(ctx, input)),
  end: permittedProcedure('assignments:manage')
    .input(EndAssignment)
    .output(toPreparedOutputSchema(Assignment))
    .mutation(({ ctx, input }) => endAssignment(ctx, input)),
  waive: permittedProcedure('assignments:manage')
    .input(WaiveEnrollment)
    .output(EnrollmentRef)
    .mutation(({ ctx, input }) => waiveEnrollment(ctx, input)),
  remind: permittedProcedure('assignments:manage')
    .input(RemindOfTrainings)
    .output(TrainingChangeOutcomes)
    .mutation(({ ctx, input }) => remindPeopleOfTrainings(ctx, input)),
  changeSeveral: permittedProcedure('assignments:manage')
    .input(ChangeTrainings)
    .output(TrainingChangeOutcomes)
    .mutation(({ ctx, input }) => changeTrainingsOfPeople(ctx, input)),
  openAttempts: permittedProcedure('assignments:manage')
    .input(GrantExtraAttempts)
    .output(AttemptsAfterGrant)
    .mutation(({ ctx, input }) => grantMoreAttempts(ctx, input)),
  outOfAttempts: permittedProcedure('assignments:manage')
    .input(ListPeopleOutOfAttempts)
    .output(toPreparedOutputSchema(PeopleOutOfAttemptsPage))
    .query(({ ctx, input }) => listPeopleOutOfAttempts(ctx, input)),
  undoWaiver: permittedProcedure('assignments:manage')
    .input(EnrollmentRef)
    .output(EnrollmentRef)
    .mutation(({ ctx, input }) => undoWaiver(ctx, input)),
});
