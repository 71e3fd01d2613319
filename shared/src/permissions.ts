import { type Role, TokenScope } from './roles-and-scopes.ts';

// Apart from the table, so that the console's frame, which needs the table, doesn't need zod.
export { Role, TokenScope } from './roles-and-scopes.ts';

/**
 * The reach of a permission: the person's own rows, their department's, their team's (rules/managers 6), or the whole
 * workspace. `with_reason` is the
 * whole workspace, with a reason that the audit log records; `status` reveals only that something is configured and its
 * health.
 */
export type PermissionReach = 'own' | 'department' | 'team' | 'workspace' | 'with_reason' | 'status';

const everywhere = 'workspace';
const reviewers = { content_manager: everywhere, super_admin: everywhere } as const;
const superAdmin = { super_admin: everywhere } as const;
const adminAndAuditor = { auditor: everywhere, super_admin: everywhere } as const;
const statusForAuditor = { auditor: 'status', super_admin: everywhere } as const;
const trainer = { trainer: 'department' } as const;
const everyone = {
  learner: 'own',
  trainer: 'own',
  content_manager: 'own',
  auditor: 'own',
  super_admin: 'own',
} as const;
const readers = { ...trainer, content_manager: everywhere, auditor: everywhere, super_admin: everywhere } as const;
const trainerAndAdmin = { ...trainer, ...superAdmin } as const;
const ownTeam = { learner: 'team', trainer: 'team', content_manager: 'team', super_admin: 'team' } as const;

/** The role table of rules/roles 1. The server and every button of the console use only this table. */
export const REACH_BY_PERMISSION_AND_ROLE = {
  'learning:study': { learner: 'own', trainer: 'own', content_manager: 'own', super_admin: 'own' },
  // What one has studied is one's own in every role (rules/learning 13).
  'results:read': everyone,
  'grades:appeal': everyone,
  'catalog:read': { content_manager: everywhere, auditor: everywhere, super_admin: everywhere },
  'drafts:read': readers,
  'content:author': trainer,
  'content:submit': trainer,
  'submissions:withdraw': { ...trainer, super_admin: 'with_reason' },
  'review_queue:read': { ...reviewers, auditor: everywhere },
  'reviews:decide': reviewers,
  'reviews:comment': { ...trainer, ...reviewers },
  'modules:unpublish': reviewers,
  'modules:archive': superAdmin,
  'suggestions:read': readers,
  'suggestions:dismiss': { ...trainer, ...reviewers },
  'suggestions:move': reviewers,
  'suggestions:accept': trainer,
  'intake:create': {},
  // For content systems: what is published goes out, and drafts come in.
  'content:export': {},
  'content:import': {},
  // For identity providers, on a surface of its own.
  scim: {},
  'assignments:manage': trainerAndAdmin,
  'paths:read': trainerAndAdmin,
  // Write paths and assign them.
  'paths:write': trainerAndAdmin,
  'answers:grade': trainerAndAdmin,
  'grades:override': { ...trainer, super_admin: 'with_reason' },
  'analytics:read': {
    learner: 'own',
    trainer: 'department',
    content_manager: everywhere,
    auditor: everywhere,
    super_admin: everywhere,
  },
  // Comparisons between learners. Learners see their own status under My training.
  'learners:compare': readers,
  // For managers, a relation that everyone can have. An auditor who manages sees and never acts.
  'team:read': { ...ownTeam, auditor: 'team' },
  'team:remind': ownTeam,
  'team:excuse': ownTeam,
  // Sign-in codes and PINs of the team.
  'team:reset_pins': ownTeam,
  'workspace:read': adminAndAuditor,
  'workspace:write': superAdmin,
  'users:read': adminAndAuditor,
  'users:write': superAdmin,
  // Bulk changes, invitations and links. For people only, so not a scope.
  'users:invite': superAdmin,
  // Sign-in codes and PINs of others.
  'pins:reset': trainerAndAdmin,
  // Pictures of others. One's own is part of the profile.
  'pictures:write': { ...ownTeam, super_admin: everywhere },
  // Devices that people share: those of the workspace, or of a manager's team.
  'devices:enrol': { ...ownTeam, super_admin: everywhere },
  // Who is on shift, which these devices can list.
  'shifts:write': { ...ownTeam, super_admin: everywhere },
  // Everything that is stored about a person. For people only, so not a scope.
  'users:export': superAdmin,
  // Completions from before, or from elsewhere.
  'completions:attest': superAdmin,
  'departments:read': adminAndAuditor,
  'departments:write': superAdmin,
  'provider_keys:read': statusForAuditor,
  'provider_keys:write': superAdmin,
  'tokens:read': statusForAuditor,
  'tokens:write': superAdmin,
  'webhooks:read': statusForAuditor,
  'webhooks:write': superAdmin,
  'notifications:read': statusForAuditor,
  'notifications:write': superAdmin,
  // The notification log with recipients, messages and reasons of failures. It contains personal data.
  'notifications:trace': superAdmin,
  // What is about oneself, such as the language.
  'profile:write': everyone,
  // The inbox.
  'inbox:use': everyone,
  // The first page. Each part also requires its own permission.
  'overview:read': everyone,
  // The search palette. Results of each kind also require the permission of that kind.
  'search:use': everyone,
  'drives:read': { ...trainer, ...statusForAuditor },
  'drives:write': superAdmin,
  'drives:scan': trainerAndAdmin,
  'audit:read': adminAndAuditor,
  'audit:export': adminAndAuditor,
} as const satisfies Record<string, Partial<Record<Role, PermissionReach>>>;

export type Permission = keyof typeof REACH_BY_PERMISSION_AND_ROLE;

/** Returns the reach of `permission` for `role`, or undefined if the role lacks it. */
export function permissionReachOf(role: Role, permission: Permission): PermissionReach | undefined {
  const row: Partial<Record<Role, PermissionReach>> = REACH_BY_PERMISSION_AND_ROLE[permission];
  return row[role];
}

/** Returns true if an API token can have the permission. */
export function isTokenScope(permission: Permission): permission is TokenScope {
  return TokenScope.safeParse(permission).success;
}
