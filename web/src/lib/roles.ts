import type { Role } from '@training/shared/permissions';

export const ROLE_NAMES: Record<Role, string> = {
  learner: 'Learner',
  trainer: 'Trainer',
  content_manager: 'Content manager',
  auditor: 'Auditor',
  super_admin: 'Super admin',
};
