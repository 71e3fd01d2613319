import { defineEntity, p, type InferEntity } from '@mikro-orm/core';
import type { Role } from '@training/shared/permissions';
import type { ScimConnectionMode, ScimConnectionStopReason } from '@training/shared/scim/scim';
import type { ScimUser } from './scim-user.ts';

/** The connection of an identity provider, which keeps its people when its token is replaced (rules/scim 1). */
export const ScimConnectionEntity = defineEntity({
  name: 'ScimConnection',
  tableName: 'scim_connections',
  properties: {
    workspaceId: p.uuid().primary(),
    id: p.uuid().primary(),
    name: p.text(),
    state: p.text().$type<ScimConnectionMode>(),
    stateSince: p.datetime(3),
    stoppedBecause: p.text().$type<ScimConnectionStopReason>().nullable(),
    /** Until then, a super admin lets any number of people be deactivated. */
    agreedUntil: p.datetime(3).nullable(),
    createdAt: p.datetime(3),
  },
});

/** A person whom a connection provisions, as its provider wants them. The id is that of the user. */
export const ScimPersonEntity = defineEntity({
  name: 'ScimPerson',
  tableName: 'scim_people',
  properties: {
    workspaceId: p.uuid().primary(),
    connectionId: p.uuid().primary(),
    id: p.uuid().primary(),
    /** `userName` in lower case. */
    userNameKey: p.text(),
    externalId: p.text().nullable(),
    email: p.text().nullable(),
    resource: p.json<ScimUser>(),
    /** True until the user is as the provider wants. */
    isPending: p.boolean(),
    /** When the user was last made so; null if never. */
    appliedAt: p.datetime(3).nullable(),
    /** The person as the provider read them before its first change that isn't made yet; null if they are new. */
    baseline: p.json<ScimUser>().nullable(),
    /** Role and department that a group or attribute gave, so that its end takes only these away. */
    roleGiven: p.text().$type<Role>().nullable(),
    departmentGiven: p.uuid().nullable(),
    /** Time of the deactivation by the provider; null if a super admin had agreed. */
    endedAt: p.datetime(3).nullable(),
    deletedAt: p.datetime(3).nullable(),
    createdAt: p.datetime(3),
    updatedAt: p.datetime(3),
  },
});

/** A group of a provider, and the role or department that its members get. */
export const ScimGroupEntity = defineEntity({
  name: 'ScimGroup',
  tableName: 'scim_groups',
  properties: {
    workspaceId: p.uuid().primary(),
    connectionId: p.uuid().primary(),
    id: p.uuid().primary(),
    name: p.text(),
    externalId: p.text().nullable(),
    role: p.text().$type<Role>().nullable(),
    departmentId: p.uuid().nullable(),
    /** Place among the groups that give something: the first one decides (rules/scim 16). */
    position: p.integer().nullable(),
    /** Counts changes of the provider. */
    revision: p.integer(),
    createdAt: p.datetime(3),
    updatedAt: p.datetime(3),
  },
});
export type ScimGroupRow = InferEntity<typeof ScimGroupEntity>;

export const ScimGroupMemberEntity = defineEntity({
  name: 'ScimGroupMember',
  tableName: 'scim_group_members',
  properties: {
    workspaceId: p.uuid().primary(),
    connectionId: p.uuid().primary(),
    groupId: p.uuid().primary(),
    personId: p.uuid().primary(),
  },
});

/** A request that changed something or was refused, for the page of the connection. */
export const ScimRequestEntity = defineEntity({
  name: 'ScimRequest',
  tableName: 'scim_requests',
  properties: {
    workspaceId: p.uuid().primary(),
    id: p.uuid().primary(),
    connectionId: p.uuid(),
    at: p.datetime(3),
    operation: p.text(),
    status: p.integer(),
    detail: p.text().nullable(),
  },
});
