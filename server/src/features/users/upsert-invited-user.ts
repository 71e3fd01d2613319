import type { InviteUser } from '@training/shared/users/users';
import type { Context } from '../../core/context.ts';
import { z } from 'zod';
import { defineStatement } from '../../database/statements/statement.ts';
import { inTransaction } from '../../core/transaction.ts';
import { AppError } from '../../core/errors.ts';
import { recordEvent } from '../events/record-event.ts';
import { upsertUser } from './upsert-user.ts';

type InvitedUser = { id: string; email: string; name: string; created: boolean };

const FIND_USER = defineStatement({
  name: 'find-user',
  scope: 'tenant',
  row: z.strictObject({ id: z.uuid(), name: z.string(), is_active: z.boolean() }),
  sql: 'select id, full_name as name, is_active from users where workspace_id = :workspaceId and email = :email',
});

/**
 * Creates a user, or updates the given fields of the user with this e-mail. The caller sends the invitation. An
 * inactive user isn't reactivated.
 * @throws AppError `user_inactive`, and errors of `upsertUser`
 */
export function upsertUserToInvite(ctx: Context, input: InviteUser): Promise<InvitedUser> {
  return inTransaction(ctx, async (em) => {
    const invited = { workspaceId: ctx.workspace.id, email: input.email };
    const before = await FIND_USER.first(em, invited);
    await upsertUser({ ...ctx, transaction: em }, { ...input, preview: false });
    const user = await FIND_USER.first(em, invited);
    // Checked after the upsert, which locks the row; the error rolls back its changes.
    if (!user?.is_active) {
      throw new AppError(
        'user_inactive',
        `${input.email} is inactive and couldn’t sign in. Reactivate them in the console, under People, first.`,
      );
    }
    const { id, name } = user;
    await recordEvent(em, ctx, {
      action: 'user.invited',
      subject: { kind: 'user', id, name },
      changes: { email: input.email },
    });
    return { id, email: input.email, name, created: before === undefined };
  });
}
