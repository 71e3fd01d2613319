import { z } from 'zod';
import type { Context } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { defineStatement } from '../../database/statements/statement.ts';

const FIND = defineStatement({
  name: 'find-person-by-key',
  scope: 'tenant',
  row: z.strictObject({ id: z.string(), full_name: z.string() }),
  sql: `
select id, full_name from users
where workspace_id = :workspaceId and (email = :email::text or external_id = :externalId::text)`,
});

/** Finds a person by e-mail address or external_id. @throws AppError `user_not_found` */
export async function getPersonByKey(
  ctx: Context,
  { email, external_id }: { email?: string | undefined; external_id?: string | null | undefined },
): Promise<{ id: string; full_name: string }> {
  const keys = { workspaceId: ctx.workspace.id, email: email ?? null, externalId: external_id ?? null };
  const found = await FIND.first(ctx.db.pool, keys);
  if (!found) throw new AppError('user_not_found', `There is no user ${email ?? external_id} in this workspace.`);
  return found;
}
