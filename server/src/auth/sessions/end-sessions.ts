import { execute, type Transaction } from '../../database/database.ts';

/**
 * Signs an e-mail out everywhere once it has no active membership left (decisions §3, `deactivate`). A membership
 * that remains keeps its sessions: each request asks for its own workspace's membership anyway.
 * Call it in the transaction that deactivates, after the change has reached the database.
 */
export async function endSessionsOf(transaction: Transaction, email: string): Promise<void> {
  await execute(
    transaction,
    `delete from auth_sessions using identities i
      where i.id = auth_sessions.user_id and i.email = $1
        and not exists (select from users u where u.email = $1 and u.is_active)`,
    [email],
  );
}
