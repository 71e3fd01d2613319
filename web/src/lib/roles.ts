import { Role } from '@training/shared/permissions';

export const ROLE_NAMES: Record<Role, string> = {
  learner: 'Learner',
  trainer: 'Trainer',
  content_manager: 'Content manager',
  auditor: 'Auditor',
  super_admin: 'Super admin',
};

/** Returns the name of a role's code; the code itself if there is no such role any more. */
export function roleName(code: string): string {
  const { data } = Role.safeParse(code);
  return data === undefined ? code : ROLE_NAMES[data];
}

/** Returns the audience that the audit log names: a role by its code, as in "role trainer", or a name. */
export function audienceTold(to: string): string {
  const [, code] = /^role (\w+)$/.exec(to) ?? [];
  const { data } = Role.safeParse(code);
  return data === undefined ? to : `everyone with the role ${ROLE_NAMES[data]}`;
}
