import { LockMode } from '@mikro-orm/core';
import type { ChooseOwnPersonPicture, ChoosePersonPicture } from '@training/shared/users/person-pictures';
import { z } from 'zod';
import { requireActingPerson, type Context } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { inTransaction } from '../../core/transaction.ts';
import { defineStatement } from '../../database/statements/statement.ts';
import { recordEvent } from '../events/record-event.ts';
import { UserEntity } from '../users/user.entity.ts';
import { MediaEntity } from '../media/media.entity.ts';

/** Bytes of a stored picture of a person, which no other picture of media needs to have. */
const MOST_STORED = 128 * 1024;

const IS_MANAGED = defineStatement({
  name: 'is-managed-by',
  scope: 'tenant',
  row: z.strictObject({ is_managed: z.boolean() }),
  sql: `
select manages(workspace_id, :managerId, id) as is_managed from users
where workspace_id = :workspaceId and id = :personId`,
});

/** Sets or removes the caller's own picture. @throws AppError `file_not_found` */
export function chooseOwnPicture(ctx: Context, { picture }: ChooseOwnPersonPicture): Promise<ChooseOwnPersonPicture> {
  return setPicture(ctx, { user_id: requireActingPerson(ctx).id, picture });
}

/** Sets or removes someone's picture. @throws AppError `user_not_found`, also outside the team; `file_not_found` */
export async function setPersonPicture(ctx: Context, input: ChoosePersonPicture): Promise<ChooseOwnPersonPicture> {
  if (ctx.reach === 'team') {
    const named = { workspaceId: ctx.workspace.id, managerId: requireActingPerson(ctx).id, personId: input.user_id };
    const found = await IS_MANAGED.first(ctx.db.pool, named);
    if (!found?.is_managed) throw notFound(input.user_id);
  }
  return setPicture(ctx, input);
}

async function setPicture(
  ctx: Context,
  { user_id: id, picture }: ChoosePersonPicture,
): Promise<ChooseOwnPersonPicture> {
  const workspaceId = ctx.workspace.id;
  await inTransaction(ctx, async (em) => {
    if (picture !== null) {
      // Locked, so that the clean-up waits for the person who has it.
      const named = { workspaceId, digest: picture, kind: 'picture', size: { $lte: MOST_STORED } } as const;
      const stored = await em.findOne(MediaEntity, named, { lockMode: LockMode.PESSIMISTIC_READ });
      if (!stored) throw new AppError('file_not_found', 'The picture is gone. Send it again.');
    }
    const found = { workspaceId, id, isActive: true };
    const user = await em.findOne(UserEntity, found, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (!user) throw notFound(id);
    if (user.picture === picture) return;
    user.picture = picture;
    await em.flush();
    await recordEvent(em, ctx, {
      action: picture === null ? 'user.picture_removed' : 'user.picture_set',
      subject: { kind: 'user', id, name: user.fullName },
    });
  });
  return { picture };
}

const notFound = (id: string) => new AppError('user_not_found', `There is no active user ${id} that you can see.`);
