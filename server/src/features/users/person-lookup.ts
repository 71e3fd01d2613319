import { z } from 'zod';
import { AppError } from '../../core/errors.ts';
import { defineStatement, type StatementRunner } from '../../database/statements/statement.ts';

const NamedPerson = z.strictObject({
  id: z.string(),
  email: z.string().nullable(),
  external_id: z.string().nullable(),
  full_name: z.string(),
});
export type NamedPerson = z.infer<typeof NamedPerson>;

/** Keys by which a row of a request names a person; of both, each has to be theirs. */
export type PersonKeys = { email?: string | undefined; external_id?: string | undefined };

const FIND = defineStatement({
  name: 'find-named-people',
  scope: 'tenant',
  row: NamedPerson,
  sql: `
select u.id, u.email, u.external_id, u.full_name from users u
where u.workspace_id = :workspaceId and u.id in (
  select id from users where workspace_id = :workspaceId and email = any(:emails::text[])
  union
  select id from users where workspace_id = :workspaceId and external_id = any(:externalIds::text[]))`,
});

/**
 * Finds the people whom rows name.
 * @returns a function that returns the person of one of them, or throws AppError `user_not_found`, or `user_conflict`
 *   if e-mail and external_id are different people
 */
export async function createPersonLookup(on: StatementRunner, workspaceId: string, rows: readonly PersonKeys[]) {
  const people = await FIND.all(on, {
    workspaceId,
    emails: [...new Set(rows.flatMap(({ email }) => email ?? []))],
    externalIds: [...new Set(rows.flatMap(({ external_id }) => external_id ?? []))],
  });
  const byEmail = new Map(people.map((person) => [person.email, person]));
  const byNumber = new Map(people.map((person) => [person.external_id, person]));
  return ({ email, external_id: number }: PersonKeys): NamedPerson => {
    const [one, other] = [
      email === undefined ? undefined : byEmail.get(email),
      number === undefined ? undefined : byNumber.get(number),
    ];
    const person = one ?? other;
    if (!person || (email !== undefined && !one) || (number !== undefined && !other)) {
      const name = number !== undefined && !other ? `with the external_id ${number}` : email;
      throw new AppError('user_not_found', `There is no user ${name} in this workspace.`);
    }
    if (one && other && one.id !== other.id) {
      const words = `${email} and the external_id ${number} are different people. Leave one of the two out.`;
      throw new AppError('user_conflict', words);
    }
    return person;
  };
}
