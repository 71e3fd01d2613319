import type { Person } from '@training/shared/users/people';

/** An action of a super admin on one person. */
export type PersonAction = 'edit' | 'invite' | 'link' | 'deactivate' | 'reactivate';

/** Returns the possible actions, in menu order. */
export function actionsFor(person: Person, sendsMail: boolean): { action: PersonAction; label: string }[] {
  const { is_active, role, invitation, last_sign_in_at } = person;
  if (!is_active) {
    return [
      { action: 'edit', label: 'Edit' },
      { action: 'reactivate', label: 'Reactivate' },
    ];
  }
  const wasInvited = invitation?.kind === 'mail' || last_sign_in_at !== null;
  return [
    { action: 'edit', label: 'Edit' },
    ...(sendsMail ? [{ action: 'invite', label: wasInvited ? 'Resend invitation' : 'Send invitation' } as const] : []),
    // No links for super admins, who sign in by themselves (rules/users 17).
    ...(role === 'super_admin' ? [] : [{ action: 'link', label: 'Copy sign-in link' } as const]),
    { action: 'deactivate', label: 'Deactivate' },
  ];
}
