import { defineEntity, p, type InferEntity } from '@mikro-orm/core';
import type { ConfidenceThresholdSource } from '@training/shared/grading/grading-trust';
import { defineStatement, type StatementRunner } from '../../database/statements/statement.ts';

const LOCK_WORKSPACE = defineStatement({
  name: 'lock-workspace',
  scope: 'tenant',
  sql: 'select 1 from workspaces where id = :workspaceId for no key update',
});

/** Locks the workspace to serialize transactions whose checks would otherwise race. */
export async function lockWorkspace(transaction: StatementRunner, workspaceId: string): Promise<void> {
  await LOCK_WORKSPACE.run(transaction, { workspaceId });
}

export const WorkspaceEntity = defineEntity({
  name: 'Workspace',
  tableName: 'workspaces',
  properties: {
    id: p.uuid().primary(),
    slug: p.text().unique(),
    name: p.text(),
    /** True if API tokens may create and change super admins (rules/users 8); off by default. */
    apiMayAssignSuperAdmin: p.boolean().default(false),
    /** True if people need no e-mail address (rules/workspaces 9); off by default. */
    peopleWithoutEmail: p.boolean().default(false),
    /** True if managers may excuse people of their team (rules/managers 9); off by default. */
    managersMayExcuse: p.boolean().default(false),
    /** Number of days before the due date at which training is due soon (rules/managers 10). */
    dueSoonDays: p.integer().default(7),
    /** Number of days overdue after which the manager is told; null: never. */
    managerToldDays: p.integer().nullable().default(0),
    /** Number of days overdue after which the manager's manager is told; null: never. */
    nextManagerToldDays: p.integer().nullable().default(14),
    /** Share of active people, in percent, above which an identity provider is stopped (rules/scim 13). */
    scimBrakePercent: p.integer().default(5),
    /** Days without use after which a session no longer enters (rules/retention 2). */
    sessionDays: p.integer().default(30),
    /** Days after the last grade for which recordings are kept. */
    recordingsKeptDays: p.integer().default(30),
    /** Days after the last grade for which transcripts are kept; null: always. */
    transcriptsKeptDays: p.integer().nullable(),
    /** Days for which the e-mail addresses of inactive people are kept; null: always. */
    addressesKeptDays: p.integer().nullable(),
    pinSignIn: p.boolean().default(false),
    /** Needs `pinSignIn`. */
    sharedDevices: p.boolean().default(false),
    /** IANA name of the time zone that defines the workspace's days and nights. */
    timeZone: p.text().default('UTC'),
    /** Language for people who have chosen none. */
    language: p.text().default('en'),
    /** E-mail domains that may enter the workspace by single sign-on. */
    ssoDomains: p.array().default([]),
    /** True if super admins enter only with a passkey (rules/sign-in 12). */
    requirePasskeyForSuperAdmins: p.boolean().default(false),
    /** True if people of the verified domains enter only by the workspace's issuer (rules/sign-in 35). */
    requireSingleSignOn: p.boolean().default(false),
    /** Confidence above which grades by models count immediately (rules/grading 11). */
    gradingTrust: p.text().$type<ConfidenceThresholdSource>().default('trainers'),
    gradingFigure: p.decimal('number').precision(3).scale(2).nullable(),
    /** Draws the grades that trainers check (rules/grading 12). */
    gradeSampleKey: p.uuid().defaultRaw('gen_random_uuid()'),
    /** True while its requests aren't answered here; its move says the same, see `workspace_moves`. */
    isAway: p.boolean().default(false),
    createdAt: p.datetime(3),
  },
});
export type WorkspaceRow = InferEntity<typeof WorkspaceEntity>;
