import type { EntityManager } from '@mikro-orm/postgresql';
import { Role } from '@training/shared/permissions';
import type { InvitationKind } from '@training/shared/users/people';
import { z } from 'zod';
import type { Context } from '../../../core/context.ts';
import { defineStatement, type StatementRunner } from '../../../database/statements/statement.ts';
import { AppError } from '../../../core/errors.ts';
import { lockWorkspace } from '../../workspaces/workspace.entity.ts';
import { InvitationEntity } from './invitation.entity.ts';

const InvitedPerson = z.strictObject({
  id: z.uuid(),
  email: z.string().nullable(),
  full_name: z.string(),
  role: Role,
  is_active: z.boolean(),
});
type InvitedPerson = z.infer<typeof InvitedPerson> & { email: string };

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
 * @throws AppError `user_not_found`, `user_inactive`, `email_missing`
 */
export async function lockPersonToInvite(
  on: StatementRunner,
  { workspace }: Context,
  id: string,
): Promise<InvitedPerson> {
  await lockWorkspace(on, workspace.id);
  const person = await LOCK_PERSON.first(on, { workspaceId: workspace.id, id });
  if (!person) throw new AppError('user_not_found', `There is no user ${id} in this workspace.`);
  if (!person.is_active) {
    throw new AppError('user_inactive', `${person.full_name} is inactive and couldn’t sign in. Reactivate them first.`);
  }
  const { email, full_name: name } = person;
  if (email === null) {
    throw new AppError(
      'email_missing',
      `${name} has no e-mail address, which people sign in with. Give them one first.`,
    );
  }
  return { ...person, email };
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

/** Maximum numbers of invitations per person and per workspace in 24 hours. */
const MOST = {
  mail: { person: 5, workspace: 1_000 },
  link: { person: 20, workspace: 200 },
} as const satisfies Record<InvitationKind, object>;

/** Minimum seconds between two mails to one person, so that a double click sends only one. */
const APART = 60;

const COUNT = defineStatement({
  name: 'count-invitations',
  scope: 'tenant',
  row: z.strictObject({ of_person: z.int(), of_workspace: z.int(), since: z.number().nullable() }),
  sql: `
select count(*) filter (where user_id = :userId)::int as of_person, count(*)::int as of_workspace,
  extract(epoch from :now::timestamptz - max(at) filter (where user_id = :userId))::float8 as since
from invitations
where workspace_id = :workspaceId and kind = :kind and at > :now::timestamptz - interval '24 hours'`,
});

/**
 * Asserts that the limits allow another invitation. Call it in the inviting transaction after `lockPersonToInvite`,
 * which locks the workspace, so that concurrent invitations are counted.
 * @throws AppError `rate_limited`
 */
export async function assertWithinInvitationLimits(
  on: StatementRunner,
  { workspace, now }: Context,
  { id, full_name }: { id: string; full_name: string },
  kind: InvitationKind,
): Promise<void> {
  const { of_person, of_workspace, since } = await COUNT.one(on, {
    workspaceId: workspace.id,
    userId: id,
    now,
    kind,
  });
  const what = kind === 'mail' ? 'invitations' : 'links';
  if (kind === 'mail' && since !== null && since < APART) {
    throw new AppError('rate_limited', `${full_name} was invited a moment ago. Try again in a minute.`);
  }
  if (of_person >= MOST[kind].person) {
    throw new AppError('rate_limited', `${full_name} was given ${of_person} ${what} in one day. Try again tomorrow.`);
  }
  if (of_workspace >= MOST[kind].workspace) {
    throw new AppError(
      'rate_limited',
      `This workspace has made ${of_workspace} ${what} in one day, which is the limit. Try again tomorrow.`,
    );
  }
}
