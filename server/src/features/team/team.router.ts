import { ConcernPage } from '@training/shared/analytics/analytics-lists';
import { RemindOfTrainings, TrainingOutcomes } from '@training/shared/assignments/assign-several';
import { ExcuseTrainings, ListTeamConcerns, ReadTeam, Team } from '@training/shared/team/team';
import { CreateSignInCodes, PinOwnerRef, PinState, SignInCodes, TeamPins } from '@training/shared/pins/pins';
import { createSignInCodes, listTeamPins, unlockPin } from '../../auth/pins/pins.ts';
import { can, router } from '../../http/procedures.ts';
import { preparedOutput } from '../../platform/prepared-json.ts';
import { remindPeople } from '../assignments/remind-people.ts';
import { excuseTrainings } from './excuse-trainings.ts';
import { listTeamConcerns, readTeam } from './read-team.ts';

/** What managers see and do, whatever their role. */
export const teamRouter = router({
  get: can('team:read')
    .input(ReadTeam)
    .output(Team)
    .query(({ ctx, input }) => readTeam(ctx, input)),
  concerns: can('team:read')
    .input(ListTeamConcerns)
    .output(preparedOutput(ConcernPage))
    .query(({ ctx, input }) => listTeamConcerns(ctx, input)),
  remind: can('team:remind')
    .input(RemindOfTrainings)
    .output(TrainingOutcomes)
    .mutation(({ ctx, input }) => remindPeople(ctx, input)),
  excuse: can('team:excuse')
    .input(ExcuseTrainings)
    .output(TrainingOutcomes)
    .mutation(({ ctx, input }) => excuseTrainings(ctx, input)),
  pins: can('team:read')
    .output(TeamPins)
    .query(({ ctx }) => listTeamPins(ctx)),
  createCodes: can('team:reset_pins')
    .input(CreateSignInCodes)
    .output(SignInCodes)
    .mutation(({ ctx, input }) => createSignInCodes(ctx, input)),
  unlockPin: can('team:reset_pins')
    .input(PinOwnerRef)
    .output(PinState)
    .mutation(({ ctx, input }) => unlockPin(ctx, input)),
});
