import type { Role } from '@training/shared/permissions';
import { translatorOf } from './i18n/translator.ts';

const t = translatorOf('frame');

const ROLES: Record<Role, true> = {
  learner: true,
  trainer: true,
  content_manager: true,
  auditor: true,
  super_admin: true,
};

/** Returns true for a role's code. Uses no zod, because each page has it. */
export function isRole(code: unknown): code is Role {
  return typeof code === 'string' && Object.hasOwn(ROLES, code);
}

/** Returns the name of a role's code; the code itself if there is no such role any more. */
export function roleNameOf(code: string): string {
  return isRole(code) ? t(`role.${code}`) : code;
}

/** Returns the role that the audit log names as an audience, as in "role trainer". */
export function roleOfAuditAudience(to: string): Role | undefined {
  const [, code] = /^role (\w+)$/.exec(to) ?? [];
  return isRole(code) ? code : undefined;
}

/** Returns the audience that the audit log names: a role by its code, or a name. */
export function auditAudienceNameOf(to: string): string {
  const role = roleOfAuditAudience(to);
  return role === undefined ? to : t('everyoneWithRole', { role: roleNameOf(role) });
}
