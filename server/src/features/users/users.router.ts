import { AuditEvent } from '@training/shared/audit/audit';
import {
  ChangePeople,
  AuthoredOrReviewedModulePage,
  HandedSignInLink,
  ImportPeople,
  ListAuthoredOrReviewedModules,
  ListPersonTraining,
  LearnerIdentity,
  ManagerPeriod,
  PersonRef,
  PersonChangeOutcomes,
  PeoplePage,
  Person,
  PersonTrainingPage,
  SavePerson,
  SearchPeople,
  InvitationAvailability,
} from '@training/shared/users/people';
import { MAX_USERS_PER_BULK_REQUEST, UpsertUsersResponse, UpsertUsers } from '@training/shared/users/bulk';
import { ListUsers, UpsertUser, UpsertedUser, UserPage } from '@training/shared/users/users';
import { ChooseLanguage } from '@training/shared/i18n/languages';
import { z } from 'zod';
import { permittedProcedure, router } from '../../http/procedures.ts';
import { createRestOperationMeta } from '../../http/rest/procedure-meta.ts';
import { toPreparedOutputSchema } from '../../platform/prepared-json.ts';
import { createSignInLinkToHandOver } from './invitations/invite-person.ts';
import { listManagerPeriods } from './managers/list-managers.ts';
import { listUsers } from './list-users.ts';
import { listPersonActivity, readPerson, listAuthoredOrReviewedModules, listPersonTraining } from './read-person.ts';
import { getLearnerIdentityById } from './read-learner.ts';
import { searchPeople } from './search-people.ts';
import { chooseLanguage } from './choose-language.ts';
import { changePeople, importPeople, savePerson } from './change-people.ts';
import { upsertUser } from './upsert-user.ts';
import { upsertUsers } from './upsert-users.ts';

/** Returns the number of people in the input of a bulk request; 0 if it is invalid. */
const peopleIn = (input: unknown) => Sent.safeParse(input).data?.users.length ?? 0;
const Sent = z.object({ users: z.array(z.unknown()).max(MAX_USERS_PER_BULK_REQUEST) });

export const usersRouter = router({
  list: permittedProcedure('users:read')
    .meta(
      createRestOperationMeta('GET', '/users', {
        operationId: 'listUsers',
        summary: 'List users',
        description:
          'Users of the workspace by `created_at` and `id`, filtered by role, department, status, external_id and manager. ' +
          'Those without an e-mail address only with `email=any`.',
        query: {
          role: 'text',
          department_id: 'text',
          status: 'text',
          external_id: 'text',
          manager_id: 'text',
          email: 'text',
          limit: 'integer',
          offset: 'integer',
        },
      }),
    )
    .input(ListUsers)
    .output(toPreparedOutputSchema(UserPage))
    .query(({ ctx, input }) => listUsers(ctx, input)),

  search: permittedProcedure('users:read')
    .input(SearchPeople)
    .output(toPreparedOutputSchema(PeoplePage))
    .query(({ ctx, input }) => searchPeople(ctx, input)),
  get: permittedProcedure('users:read')
    .input(PersonRef)
    .output(toPreparedOutputSchema(Person))
    .query(({ ctx, input }) => readPerson(ctx, input)),
  learner: permittedProcedure('learners:compare')
    .input(PersonRef)
    .output(LearnerIdentity)
    .query(({ ctx, input }) => getLearnerIdentityById(ctx, input)),
  training: permittedProcedure('learners:compare')
    .input(ListPersonTraining)
    .output(toPreparedOutputSchema(PersonTrainingPage))
    .query(({ ctx, input }) => listPersonTraining(ctx, input)),
  contributions: permittedProcedure('users:read')
    .input(ListAuthoredOrReviewedModules)
    .output(toPreparedOutputSchema(AuthoredOrReviewedModulePage))
    .query(({ ctx, input }) => listAuthoredOrReviewedModules(ctx, input)),
  managers: permittedProcedure('users:read')
    .input(PersonRef)
    .output(toPreparedOutputSchema(z.array(ManagerPeriod)))
    .query(({ ctx, input }) => listManagerPeriods(ctx, input)),
  activity: permittedProcedure('audit:read')
    .input(PersonRef)
    .output(toPreparedOutputSchema(z.array(AuditEvent)))
    .query(({ ctx, input }) => listPersonActivity(ctx, input)),
  waysIn: permittedProcedure('users:invite')
    .output(InvitationAvailability)
    .query(({ ctx }) => ({ sends_mail: ctx.entry.sendsMail })),
  handOverLink: permittedProcedure('users:invite')
    .input(PersonRef)
    .output(HandedSignInLink)
    .mutation(({ ctx, input }) => createSignInLinkToHandOver(ctx, input)),
  chooseLanguage: permittedProcedure('profile:write')
    .input(ChooseLanguage)
    .output(ChooseLanguage)
    .mutation(({ ctx, input }) => chooseLanguage(ctx, input)),
  changeSeveral: permittedProcedure('users:invite')
    .input(ChangePeople)
    .output(PersonChangeOutcomes)
    .mutation(({ ctx, input }) => changePeople(ctx, input)),
  import: permittedProcedure('users:invite')
    .input(ImportPeople)
    .output(PersonChangeOutcomes)
    .mutation(({ ctx, input }) => importPeople(ctx, input)),
  save: permittedProcedure('users:invite')
    .input(SavePerson)
    .output(UpsertedUser)
    .mutation(({ ctx, input }) => savePerson(ctx, input)),

  upsert: permittedProcedure('users:write')
    .meta(
      createRestOperationMeta('POST', '/users', {
        operationId: 'upsertUser',
        summary: 'Create or update a user',
        description:
          'The e-mail says who is meant: 201 when it was new, 200 otherwise. An external_id of someone else is 409. An omitted field stays as it is. ' +
          'With `preview=true` the checks and the answer are the same and nothing is written.',
        query: { preview: 'boolean' },
        errors: [
          'department_required',
          'role_not_assignable',
          'user_not_found',
          'department_not_found',
          'manager_not_found',
          'user_conflict',
          'manager_inactive',
          'manager_circle',
          'manager_levels',
          'last_super_admin',
        ],
      }),
    )
    .input(UpsertUser)
    .output(toPreparedOutputSchema(UpsertedUser))
    .mutation(({ ctx, input }) => upsertUser(ctx, input)),
  upsertMany: permittedProcedure('users:write')
    .meta(
      createRestOperationMeta('POST', '/users/bulk', {
        operationId: 'upsertUsers',
        summary: 'Create or update many users',
        description:
          `Up to ${MAX_USERS_PER_BULK_REQUEST} users, each as in a single request and by itself: one that is refused doesn’t stop ` +
          'the others. The answer is 200 with a result or a problem for each, in the order sent. An e-mail that is ' +
          'there twice is refused the second time. A manager may be created by the same request. With `key: external_id`, where the workspace allows it, the ' +
          'external_id says who is meant, and another e-mail is the user’s new address. A user with status 503 was left unchanged for lack of time: repeat ' +
          'the request, with the same `Idempotency-Key` to try only these. Counts as one write, and its users against ' +
          'a limit of their own.',
        query: { preview: 'boolean' },
        mostBytes: 4 * 1024 * 1024,
        people: peopleIn,
        rows: 'users',
        errors: ['email_required'],
        isAddition: true,
      }),
    )
    .input(UpsertUsers)
    .output(toPreparedOutputSchema(UpsertUsersResponse))
    .mutation(({ ctx, input }) => upsertUsers(ctx, input)),
});
