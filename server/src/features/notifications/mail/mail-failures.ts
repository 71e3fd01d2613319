import { z } from 'zod';
import { defineStatement, type Runner } from '../../../database/statement.ts';

/** Of an address that people have no more, nothing is known. */
const NOTE = defineStatement({
  name: 'note-mail-failure',
  scope: 'tenant',
  sql: `
insert into mail_failures (workspace_id, user_id, email, error, at)
select workspace_id, id, :email, :error, :now::timestamptz from users
where workspace_id = :workspaceId and id = :userId and email = :email
on conflict (workspace_id, user_id) do update set email = excluded.email, error = excluded.error, at = excluded.at`,
});

const FORGET = defineStatement({
  name: 'forget-mail-failure',
  scope: 'tenant',
  sql: `delete from mail_failures where workspace_id = :workspaceId and user_id = :userId`,
});

const IS_REFUSED = defineStatement({
  name: 'is-address-refused',
  scope: 'tenant',
  row: z.strictObject({ error: z.string() }),
  sql: `
select error from mail_failures where workspace_id = :workspaceId and user_id = :userId and email = :email`,
});

type Address = { workspaceId: string; userId: string; email: string };

/** The person's address is refused for good: nothing is sent there until they have another one, or an admin tries again. */
export async function noteMailFailure(on: Runner, address: Address, error: string, now: Date): Promise<void> {
  await NOTE.run(on, { ...address, error, now });
}

/** What the server said when it refused the address, or undefined where it takes mails as far as is known. */
export async function refusalOf(on: Runner, address: Address): Promise<string | undefined> {
  return (await IS_REFUSED.first(on, address))?.error;
}

export async function forgetMailFailure(on: Runner, { workspaceId, userId }: Omit<Address, 'email'>): Promise<boolean> {
  return (await FORGET.run(on, { workspaceId, userId })) > 0;
}
