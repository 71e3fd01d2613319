import type { EntityManager } from '@mikro-orm/postgresql';
import type { Membership } from '@training/shared/sessions';
import { recordEvent, type Cause } from '../../features/events/record-event.ts';
import { UserSignInEntity } from '../sessions/identity.entity.ts';

/** Request that signs someone in. */
export type SignInSource = Pick<Cause, 'now' | 'requestId' | 'ip'> & {
  /** Name of the super admin who created the link. */
  handedBy?: string | undefined;
};

/** Records a sign-in in every workspace it opens. */
export async function recordSignIn(
  em: EntityManager,
  { email, opened }: { email: string; opened: Membership[] },
  { handedBy, ...source }: SignInSource,
): Promise<void> {
  for (const { workspace, user } of opened) {
    const { id, full_name: name, role, department_id: departmentId } = user;
    const actor = { kind: 'user', id, name, email, role, departmentId } as const;
    const signedIn = { workspaceId: workspace.id, userId: id };
    // A sign-in at the same moment may be later.
    await em.upsert(UserSignInEntity, { ...signedIn, at: source.now }, { onConflictAction: 'ignore' });
    const before = { ...signedIn, at: { $lt: source.now } };
    await em.nativeUpdate(UserSignInEntity, before, { at: source.now }, { filters: { workspace: false } });
    await recordEvent(
      em,
      { workspace, actor, ...source },
      {
        action: 'user.signed_in',
        subject: { kind: 'user', id, name },
        ...(handedBy !== undefined && { changes: { link_from: handedBy } }),
      },
    );
  }
}
