import type { EntityManager } from '@mikro-orm/postgresql';
import { Role } from '@training/shared/permissions';
import type { InvitationKind } from '@training/shared/users/people';
import { z } from 'zod';
import type { Context } from '../../../core/context.ts';
import { defineStatement, type Runner } from '../../../database/statements/statement.ts';
import { AppError } from '../../../core/errors.ts';
import { lockWorkspace } from '../../workspaces/lock-workspace.ts';
import { InvitationEntity } from './invitation.entity.ts';

const InvitedPerson = z.strictObject({
  id: z.uuid(),
  email: z.string(),
  full_name: z.string(),
  role: Role,
  is_active: z.boolean(),
});
export type InvitedPerson = z.infer<typeof InvitedPerson>;

/** Locks the person against changes until the transaction ends. */
const LOCK_PERSON = defineStatement({
  name: 'lock-invited-person',
  scope: 'tenant',
  row: InvitedPerson,
  sql: `
select id, email, full_name, role, is_active from users where workspace_id = :workspaceId and id = :id for share`,
});

/**
 * Reads and locks the person to invite; serializes invitations per workspace. Locks the workspace first, in the same
 * order as when super admins leave.
 * @throws AppError `user_not_found`, `user_inactive`
 */
export async function invitedPerson(on: Runner, { workspace }: Context, id: string): Promise<InvitedPerson> {
  await lockWorkspace(on, workspace.id);
  const person = await LOCK_PERSON.first(on, { workspaceId: workspace.id, id });
  if (!person) throw new AppError('user_not_found', `There is no user ${id} in this workspace.`);
  if (!person.is_active) {
    throw new AppError('user_inactive', `${person.full_name} is inactive and couldn’t sign in. Reactivate them first.`);
  }
  return person;
}

/** Records an invitation, for the limits and the list of people. */
export async function insertInvitation(
  em: EntityManager,
  { workspace, now, actor }: Context,
  { id, userId, kind }: { id: string; userId: string; kind: InvitationKind },
): Promise<void> {
  const state = kind === 'mail' ? 'waiting' : 'sent';
  await em.insert(InvitationEntity, {
    workspaceId: workspace.id,
    id,
    userId,
    at: now,
    byName: actor.name,
    kind,
    state,
    error: null,
  });
}
