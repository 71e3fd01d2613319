import { Role } from '@training/shared/permissions';
import type { InvitationKind } from '@training/shared/users/people';
import { z } from 'zod';
import type { Context } from '../../../core/context.ts';
import { defineStatement, type Runner } from '../../../database/statements/statement.ts';
import { AppError } from '../../../core/errors.ts';
import { lockWorkspace } from '../../workspaces/lock-workspace.ts';

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

const RECORD = defineStatement({
  name: 'record-invitation',
  scope: 'tenant',
  sql: `
insert into invitations (workspace_id, id, user_id, at, by_name, kind, state)
values (:workspaceId, :id, :userId, :now, :byName, :kind, :state)`,
});

/** Records an invitation, for the limits and the list of people. */
export async function noteInvitation(
  on: Runner,
  { workspace, now, actor }: Context,
  { id, userId, kind }: { id: string; userId: string; kind: InvitationKind },
): Promise<void> {
  const state = kind === 'mail' ? 'waiting' : 'sent';
  await RECORD.run(on, { workspaceId: workspace.id, id, userId, now, byName: actor.name, kind, state });
}
