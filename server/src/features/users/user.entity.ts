import { defineEntity, p, type InferEntity } from '@mikro-orm/core';
import type { Role } from '@training/shared/permissions';

/**
 * Number of people by department, role and state; maintained by a trigger, so that a page's total needs no counting.
 */
export const UserCountEntity = defineEntity({
  name: 'UserCount',
  tableName: 'user_counts',
  properties: {
    workspaceId: p.uuid().primary(),
    /** Id of the department; the nil UUID means none. */
    departmentId: p.uuid().primary(),
    role: p.text().primary().$type<Role>(),
    isActive: p.boolean().primary(),
    people: p.integer(),
    /** Those of them without an e-mail address. */
    withoutEmail: p.integer().default(0),
  },
});

/** A period in which someone was a person's manager; written by a trigger (rules/managers 5). */
export const UserManagerPeriodEntity = defineEntity({
  name: 'UserManager',
  tableName: 'user_managers',
  properties: {
    workspaceId: p.uuid().primary(),
    userId: p.uuid().primary(),
    /** Counts the person's periods from 1. */
    number: p.integer().primary(),
    managerId: p.uuid(),
    fromAt: p.datetime(3),
    /** Null while it lasts. */
    untilAt: p.datetime(3).nullable(),
  },
});

export const UserEntity = defineEntity({
  name: 'User',
  tableName: 'users',
  properties: {
    workspaceId: p.uuid().primary(),
    id: p.uuid().primary(),
    email: p.text().nullable(),
    /** Number of the HR system; null if it isn't known. Every user has it or an e-mail address. */
    externalId: p.text().nullable(),
    fullName: p.text(),
    role: p.text().$type<Role>(),
    departmentId: p.uuid().nullable(),
    managerId: p.uuid().nullable(),
    isActive: p.boolean(),
    /** SHA-256 of their picture, which is in the table `media`; a trigger removes it when they are deactivated. */
    picture: p.text().nullable(),
    /** Language that the person reads; null until they or their browser say it. */
    language: p.text().nullable(),
    createdAt: p.datetime(3),
    updatedAt: p.datetime(3),
  },
});
export type UserRow = InferEntity<typeof UserEntity>;
