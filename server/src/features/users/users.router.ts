import { ListUsers, SearchUsers, UpsertUser, UpsertedUser, UserPage } from '@training/shared/users';
import { can, router } from '../../http/procedures.ts';
import { rest } from '../../http/rest/meta.ts';
import { preparedOutput } from '../../platform/prepared-json.ts';
import { listUsers, searchUsers } from './list-users.ts';
import { upsertUser } from './upsert-user.ts';

export const usersRouter = router({
  list: can('users:read')
    .meta(
      rest('GET', '/users', {
        operationId: 'listUsers',
        summary: 'List users',
        description: 'Users of the workspace by `created_at` and `id`, filtered by role, department and status.',
        query: { role: 'text', department_id: 'text', status: 'text', limit: 'integer', offset: 'integer' },
      }),
    )
    .input(ListUsers)
    .output(preparedOutput(UserPage))
    .query(({ ctx, input }) => listUsers(ctx, input)),

  search: can('users:read')
    .input(SearchUsers)
    .output(preparedOutput(UserPage))
    .query(({ ctx, input }) => searchUsers(ctx, input)),

  upsert: can('users:write')
    .meta(
      rest('POST', '/users', {
        operationId: 'upsertUser',
        summary: 'Create or update a user',
        description:
          'The e-mail says who is meant: 201 when it was new, 200 otherwise. An omitted field stays as it is. ' +
          'With `preview=true` the checks and the answer are the same and nothing is written.',
        query: { preview: 'boolean' },
        errors: [
          'department_required',
          'role_not_assignable',
          'user_not_found',
          'department_not_found',
          'last_super_admin',
        ],
      }),
    )
    .input(UpsertUser)
    .output(preparedOutput(UpsertedUser))
    .mutation(({ ctx, input }) => upsertUser(ctx, input)),
});
