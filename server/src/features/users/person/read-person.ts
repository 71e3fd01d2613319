import type { NamePerson, Person } from '@training/shared/users/people';
import type { Context } from '../../../core/context.ts';
import { defineStatement, JsonRow } from '../../../database/statements/statement.ts';
import { AppError } from '../../../core/errors.ts';
import { preparedJson } from '../../../platform/prepared-json.ts';
import { PEOPLE, PERSON_JSON } from '../search-people.ts';

const READ = defineStatement({
  name: 'read-person',
  scope: 'tenant',
  row: JsonRow,
  sql: `
select (${PERSON_JSON})::text as json from (${PEOPLE} where u.workspace_id = :workspaceId and u.id = :id) p`,
});

/** @throws AppError `user_not_found` */
export async function readPerson({ db, workspace }: Context, { id }: NamePerson): Promise<Person> {
  const found = await READ.first(db.pool, { workspaceId: workspace.id, id });
  if (!found) throw new AppError('user_not_found', `There is no user ${id} in this workspace.`);
  return preparedJson(found.json);
}
