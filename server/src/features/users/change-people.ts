import type { ChangeOfPeople, ChangePeople, PeopleOutcomes } from '@training/shared/users/people';
import type { UpsertUser } from '@training/shared/users/users';
import { z } from 'zod';
import type { EntryContext } from '../../core/context.ts';
import { defineStatement } from '../../database/statements/statement.ts';
import { AppError } from '../../core/errors.ts';
import { invitePerson } from './invitations/invite-person.ts';
import { upsert } from './upsert-user.ts';
import { changeEach, importOutcome } from './outcomes.ts';

const FIND_PEOPLE = defineStatement({
  name: 'find-people-to-change',
  scope: 'tenant',
  row: z.strictObject({ user_id: z.uuid(), email: z.string(), full_name: z.string() }),
  sql: `
select id as user_id, email, full_name from users
where workspace_id = :workspaceId and id = any (:ids::uuid[]) order by lower(full_name), id`,
});

/** Converts a change of several people to an upsert of one. */
function asUpsert(change: Exclude<ChangeOfPeople, { kind: 'invite' }>): Partial<UpsertUser> {
  switch (change.kind) {
    case 'deactivate':
      return { deactivate: true };
    case 'reactivate':
      return { deactivate: false };
    case 'move':
      return { department_id: change.department_id };
    case 'role':
      return { role: change.role };
  }
}

/** Applies the same change to several people (rules/users 14). */
export async function changePeople(ctx: EntryContext, { user_ids, change }: ChangePeople): Promise<PeopleOutcomes> {
  const ids = [...new Set(user_ids)];
  const found = await FIND_PEOPLE.all(ctx.db.pool, { workspaceId: ctx.workspace.id, ids });
  const known = new Set(found.map(({ user_id }) => user_id));
  const strangers = ids.filter((id) => !known.has(id)).map((id) => ({ user_id: id, email: '', full_name: '' }));
  // The caller comes last, because changing themselves may take away their permission.
  const isSelf = ({ user_id }: { user_id: string }) => ctx.actor.kind === 'user' && ctx.actor.id === user_id;
  const people = [...found.filter((each) => !isSelf(each)), ...found.filter(isSelf), ...strangers];
  return changeEach(people, async ({ user_id, email }) => {
    if (email === '') throw new AppError('user_not_found', `There is no user ${user_id} in this workspace.`);
    if (change.kind === 'invite') {
      await invitePerson(ctx, user_id);
      return { result: 'invited' };
    }
    return importOutcome(await upsert(ctx, { ...asUpsert(change), email, preview: false }));
  });
}
