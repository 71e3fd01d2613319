import type { Person } from '@training/shared/people';

/** What a super admin can do with one person. */
export type PersonAction = 'edit' | 'invite' | 'link' | 'deactivate' | 'reactivate';

/** Those that are possible now, in the order of a menu. */
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
    // Rules/users 17: super admins sign in by themselves.
    ...(role === 'super_admin' ? [] : [{ action: 'link', label: 'Copy sign-in link' } as const]),
    { action: 'deactivate', label: 'Deactivate' },
  ];
}
