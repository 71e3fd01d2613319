import type { InvitationKind } from '@training/shared/users/people';
import { z } from 'zod';
import type { Context } from '../../../core/context.ts';
import { defineStatement, type Runner } from '../../../database/statements/statement.ts';
import { AppError } from '../../../core/errors.ts';

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
 * Asserts that the limits allow another invitation. Call it in the inviting transaction after `invitedPerson`, which
 * locks the workspace, so that concurrent invitations are counted.
 * @throws AppError `rate_limited`
 */
export async function mayInvite(
  on: Runner,
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
