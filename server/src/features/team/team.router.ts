import { TrainingConcernPage } from '@training/shared/analytics/analytics-lists';
import { RemindOfTrainings, TrainingChangeOutcomes } from '@training/shared/assignments/assign-several';
import { ExcuseTrainings, ListTeamConcerns, ReadTeamCounts, TeamCounts } from '@training/shared/team/team';
import {
  CreateSignInCodes,
  PinOwnerRef,
  PinState,
  CreatedSignInCodes,
  TeamPinStates,
} from '@training/shared/pins/pins';
import { createSignInCodes, listTeamPinStates, unlockPin } from '../../auth/pins/pins.ts';
import { permittedProcedure, router } from '../../http/procedures.ts';
import { toPreparedOutputSchema } from '../../platform/prepared-json.ts';
import { remindPeopleOfTrainings } from '../assignments/remind-people.ts';
import { excuseTrainings } from './excuse-trainings.ts';
import { listTeamConcerns, readTeamCounts } from './read-team.ts';

/** What managers see and do, whatever their role. */
export const teamRouter = router({
  get: permittedProcedure('team:read')
    .input(ReadTeamCounts)
    .output(TeamCounts)
    .query(({ ctx, input }) => readTeamCounts(ctx, input)),
  concerns: permittedProcedure('team:read')
    .input(ListTeamConcerns)
    .output(toPreparedOutputSchema(TrainingConcernPage))
    .query(({ ctx, input }) => listTeamConcerns(ctx, input)),
  remind: permittedProcedure('team:remind')
    .input(RemindOfTrainings)
    .output(TrainingChangeOutcomes)
    .mutation(({ ctx, input }) => remindPeopleOfTrainings(ctx, input)),
  excuse: permittedProcedure('team:excuse')
    .input(ExcuseTrainings)
    .output(TrainingChangeOutcomes)
    .mutation(({ ctx, input }) => excuseTrainings(ctx, input)),
  pins: permittedProcedure('team:read')
    .output(TeamPinStates)
    .query(({ ctx }) => listTeamPinStates(ctx)),
  createCodes: permittedProcedure('team:reset_pins')
    .input(CreateSignInCodes)
    .output(CreatedSignInCodes)
    .mutation(({ ctx, input }) => createSignInCodes(ctx, input)),
  unlockPin: permittedProcedure('team:reset_pins')
    .input(PinOwnerRef)
    .output(PinState)
    .mutation(({ ctx, input }) => unlockPin(ctx, input)),
});
