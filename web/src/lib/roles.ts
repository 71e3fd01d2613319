import type { Role } from '@training/shared/permissions';

export const ROLE_NAMES: Record<Role, string> = {
  learner: 'Learner',
  trainer: 'Trainer',
  content_manager: 'Content manager',
  auditor: 'Auditor',
  super_admin: 'Super admin',
};

/** Returns true for a role's code. Uses no zod, because each page has it. */
export function isRole(code: unknown): code is Role {
  return typeof code === 'string' && Object.hasOwn(ROLE_NAMES, code);
}

/** Returns the name of a role's code; the code itself if there is no such role any more. */
export function roleName(code: string): string {
  return isRole(code) ? ROLE_NAMES[code] : code;
}

/** Returns the role that the audit log names as an audience, as in "role trainer". */
export function roleOfAudience(to: string): Role | undefined {
  const [, code] = /^role (\w+)$/.exec(to) ?? [];
  return isRole(code) ? code : undefined;
}

/** Returns the audience that the audit log names: a role by its code, or a name. */
export function audienceTold(to: string): string {
  const role = roleOfAudience(to);
  return role === undefined ? to : `everyone with the role ${ROLE_NAMES[role]}`;
}
