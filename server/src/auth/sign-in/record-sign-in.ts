import type { Membership } from '@training/shared/sessions';
import { eventParameters, RECORDED, type Cause } from '../../features/events/record-event.ts';
import { defineStatement, type Runner } from '../../database/statements/statement.ts';

/** Request that signs someone in. */
export type SignInSource = Pick<Cause, 'now' | 'requestId' | 'ip'> & {
  /** Name of the super admin who created the link. */
  handedBy?: string | undefined;
};

const RECORD_SIGN_IN = defineStatement({
  name: 'record-sign-in',
  scope: 'tenant',
  sql: `
with written as (
  insert into user_sign_ins as s (workspace_id, user_id, at) values (:workspaceId::uuid, :userId, :now::timestamptz)
  on conflict (workspace_id, user_id) do update set at = greatest(s.at, excluded.at)
  returning 1
), ${RECORDED}
select from written`,
});

/** Records a sign-in in every workspace it opens. */
export async function recordSignIn(
  transaction: Runner,
  { email, opened }: { email: string; opened: Membership[] },
  { handedBy, ...source }: SignInSource,
): Promise<void> {
  for (const { workspace, user } of opened) {
    const { id, full_name: name, role, department_id: departmentId } = user;
    const actor = { kind: 'user', id, name, email, role, departmentId } as const;
    const event = eventParameters(
      { workspace, actor, ...source },
      {
        action: 'user.signed_in',
        subject: { kind: 'user', id, name },
        ...(handedBy !== undefined && { changes: { link_from: handedBy } }),
      },
    );
    await RECORD_SIGN_IN.run(transaction, { ...event, userId: id });
  }
}
