import { AuditEvent } from '@training/shared/audit/audit';
import {
  ChangePeople,
  ContributionPage,
  HandedSignInLink,
  ImportPeople,
  PageOfPersonList,
  ListTraining,
  Learner,
  ManagerPeriod,
  PersonRef,
  PeopleOutcomes,
  PeoplePage,
  Person,
  PersonTrainingPage,
  SavePerson,
  SearchPeople,
  InvitationWays,
} from '@training/shared/users/people';
import { MOST_IN_BULK, UpsertedUsers, UpsertUsers } from '@training/shared/users/bulk';
import { ListUsers, UpsertUser, UpsertedUser, UserPage } from '@training/shared/users/users';
import { ChooseLanguage } from '@training/shared/i18n/languages';
import { z } from 'zod';
import { can, router } from '../../http/procedures.ts';
import { restOperation } from '../../http/rest/meta.ts';
import { preparedOutput } from '../../platform/prepared-json.ts';
import { handOverLink } from './invitations/invite-person.ts';
import { listManagers } from './managers/list-managers.ts';
import { listUsers } from './list-users.ts';
import { listActivity, readPerson, listContributions, listTraining } from './read-person.ts';
import { readLearner } from './read-learner.ts';
import { searchPeople } from './search-people.ts';
import { chooseLanguage } from './choose-language.ts';
import { changePeople, importPeople, savePerson } from './change-people.ts';
import { upsertUser } from './upsert-user.ts';
import { upsertUsers } from './upsert-users.ts';

/** Returns the number of people in the input of a bulk request; 0 if it is invalid. */
const peopleIn = (input: unknown) => Sent.safeParse(input).data?.users.length ?? 0;
const Sent = z.object({ users: z.array(z.unknown()).max(MOST_IN_BULK) });

export const usersRouter = router({
  list: can('users:read')
    .meta(
      restOperation('GET', '/users', {
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
    .output(preparedOutput(UserPage))
    .query(({ ctx, input }) => listUsers(ctx, input)),

  search: can('users:read')
    .input(SearchPeople)
    .output(preparedOutput(PeoplePage))
    .query(({ ctx, input }) => searchPeople(ctx, input)),
  get: can('users:read')
    .input(PersonRef)
    .output(preparedOutput(Person))
    .query(({ ctx, input }) => readPerson(ctx, input)),
  learner: can('learners:compare')
    .input(PersonRef)
    .output(Learner)
    .query(({ ctx, input }) => readLearner(ctx, input)),
  training: can('learners:compare')
    .input(ListTraining)
    .output(preparedOutput(PersonTrainingPage))
    .query(({ ctx, input }) => listTraining(ctx, input)),
  contributions: can('users:read')
    .input(PageOfPersonList)
    .output(preparedOutput(ContributionPage))
    .query(({ ctx, input }) => listContributions(ctx, input)),
  managers: can('users:read')
    .input(PersonRef)
    .output(preparedOutput(z.array(ManagerPeriod)))
    .query(({ ctx, input }) => listManagers(ctx, input)),
  activity: can('audit:read')
    .input(PersonRef)
    .output(preparedOutput(z.array(AuditEvent)))
    .query(({ ctx, input }) => listActivity(ctx, input)),
  waysIn: can('users:invite')
    .output(InvitationWays)
    .query(({ ctx }) => ({ sends_mail: ctx.entry.sendsMail })),
  handOverLink: can('users:invite')
    .input(PersonRef)
    .output(HandedSignInLink)
    .mutation(({ ctx, input }) => handOverLink(ctx, input)),
  chooseLanguage: can('profile:write')
    .input(ChooseLanguage)
    .output(ChooseLanguage)
    .mutation(({ ctx, input }) => chooseLanguage(ctx, input)),
  changeSeveral: can('users:invite')
    .input(ChangePeople)
    .output(PeopleOutcomes)
    .mutation(({ ctx, input }) => changePeople(ctx, input)),
  import: can('users:invite')
    .input(ImportPeople)
    .output(PeopleOutcomes)
    .mutation(({ ctx, input }) => importPeople(ctx, input)),
  save: can('users:invite')
    .input(SavePerson)
    .output(UpsertedUser)
    .mutation(({ ctx, input }) => savePerson(ctx, input)),

  upsert: can('users:write')
    .meta(
      restOperation('POST', '/users', {
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
    .output(preparedOutput(UpsertedUser))
    .mutation(({ ctx, input }) => upsertUser(ctx, input)),
  upsertMany: can('users:write')
    .meta(
      restOperation('POST', '/users/bulk', {
        operationId: 'upsertUsers',
        summary: 'Create or update many users',
        description:
          `Up to ${MOST_IN_BULK} users, each as in a single request and by itself: one that is refused doesn’t stop ` +
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
    .output(preparedOutput(UpsertedUsers))
    .mutation(({ ctx, input }) => upsertUsers(ctx, input)),
});
