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

/** Returns the audience that the audit log names: a role by its code, as in "role trainer", or a name. */
export function audienceTold(to: string): string {
  const [, code] = /^role (\w+)$/.exec(to) ?? [];
  return isRole(code) ? `everyone with the role ${ROLE_NAMES[code]}` : to;
}
