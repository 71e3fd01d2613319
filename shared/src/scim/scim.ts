import { z } from 'zod';
import { Role } from '../permissions.ts';
import { Count, Id, Timestamp } from '../primitives.ts';
import { UpsertResult } from '../users/users.ts';

/** `rehearsal`: requests are answered as if done. `stopped`: the brake holds them up. */
export const ScimConnectionMode = z.enum(['rehearsal', 'on', 'stopped']);
export type ScimConnectionMode = z.infer<typeof ScimConnectionMode>;

/** Why the brake stopped a connection. */
export const ScimConnectionStopReason = z.enum(['share', 'last_super_admin']);
export type ScimConnectionStopReason = z.infer<typeof ScimConnectionStopReason>;

/** A connection of an identity provider, as its page shows it (rules/scim 1). */
export const ScimConnection = z.strictObject({
  id: Id,
  name: z.string(),
  state: ScimConnectionMode,
  state_since: Timestamp,
  stopped_because: ScimConnectionStopReason.nullable(),
  has_token: z.boolean(),
  people: Count,
  pending: Count.describe('People who aren’t yet as the provider wants them.'),
});
export type ScimConnection = z.infer<typeof ScimConnection>;

export const ScimConnectionList = z.strictObject({ connections: z.array(ScimConnection) });
export type ScimConnectionList = z.infer<typeof ScimConnectionList>;

export const ScimConnectionRef = z.strictObject({ id: Id });
export type ScimConnectionRef = z.infer<typeof ScimConnectionRef>;

export const ScimRequestLog = z.strictObject({
  requests: z.array(
    z.strictObject({ at: Timestamp, operation: z.string(), status: z.int(), detail: z.string().nullable() }),
  ),
});
export type ScimRequestLog = z.infer<typeof ScimRequestLog>;

/** Selects some of a connection's people with pending changes, those after an id, to list or apply them. */
export const SelectPendingScimPeople = ScimConnectionRef.extend({ after: z.guid().optional() });
export type SelectPendingScimPeople = z.infer<typeof SelectPendingScimPeople>;

/** What a sync would do with a person; `refused` says why it would do nothing. */
export const ScimPersonPlan = z.strictObject({
  user_id: Id,
  user_name: z.string(),
  full_name: z.string(),
  active: z.boolean(),
  result: UpsertResult.nullable(),
  role: Role.nullable().describe('The role that they would get; null if theirs stays.'),
  department: z.string().nullable().describe('The department that they would get; null for none or if theirs stays.'),
  refused: z.strictObject({ code: z.string(), detail: z.string() }).nullable(),
});
export type ScimPersonPlan = z.infer<typeof ScimPersonPlan>;

export const ScimPersonPlanPage = z.strictObject({ people: z.array(ScimPersonPlan), next: Id.nullable() });
export type ScimPersonPlanPage = z.infer<typeof ScimPersonPlanPage>;

export const AppliedScimPeopleCounts = z.strictObject({ applied: Count, refused: Count, next: Id.nullable() });
export type AppliedScimPeopleCounts = z.infer<typeof AppliedScimPeopleCounts>;

/** A group of a provider, and what it gives its members (rules/scim 16). */
export const ScimGroup = z.strictObject({
  id: Id,
  name: z.string(),
  members: Count,
  role: Role.nullable(),
  department_id: Id.nullable(),
});
export type ScimGroup = z.infer<typeof ScimGroup>;

export const ScimGroupList = z.strictObject({ may_give_super_admin: z.boolean(), groups: z.array(ScimGroup) });
export type ScimGroupList = z.infer<typeof ScimGroupList>;

/** The groups of a connection that give a role or a department; the first one that a person is in decides. */
export const MapScimGroups = ScimConnectionRef.extend({
  groups: z.array(ScimGroup.pick({ id: true, role: true, department_id: true })).max(500),
});
export type MapScimGroups = z.infer<typeof MapScimGroups>;

/** The first people that a mapping would change, and the total number. */
export const ScimMappingPreview = z.strictObject({ people: z.array(ScimPersonPlan), total: Count });
export type ScimMappingPreview = z.infer<typeof ScimMappingPreview>;
