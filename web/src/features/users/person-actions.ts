import type { Person } from '@training/shared/users/people';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('users');

/** An action of a super admin on one person. */
export type PersonAction = 'edit' | 'invite' | 'link' | 'deactivate' | 'reactivate';

/** Returns the possible actions, in menu order. */
export function listPersonActions(person: Person, sendsMail: boolean): { action: PersonAction; label: string }[] {
  const { is_active, email, role, invitation, last_sign_in_at } = person;
  if (!is_active) {
    return [
      { action: 'edit', label: t('edit') },
      { action: 'reactivate', label: t('changeLabel.reactivate') },
    ];
  }
  const wasInvited = invitation?.kind === 'mail' || last_sign_in_at !== null;
  return [
    { action: 'edit', label: t('edit') },
    ...(sendsMail && email !== null
      ? [{ action: 'invite', label: wasInvited ? t('resendInvitation') : t('changeLabel.invite') } as const]
      : []),
    // No links for super admins, who sign in by themselves, nor without an address (rules/users 17, 22).
    ...(role === 'super_admin' || email === null ? [] : [{ action: 'link', label: t('copySignLink') } as const]),
    { action: 'deactivate', label: t('changeLabel.deactivate') },
  ];
}
