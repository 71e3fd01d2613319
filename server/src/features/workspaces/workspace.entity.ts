import { defineEntity, p, type InferEntity } from '@mikro-orm/core';
import type { TrustedBy } from '@training/shared/grading-trust';

export const WorkspaceEntity = defineEntity({
  name: 'Workspace',
  tableName: 'workspaces',
  properties: {
    id: p.uuid().primary(),
    slug: p.text().unique(),
    name: p.text(),
    /** Whether an API token may make and change super admins (rules/users 8); off by default. */
    apiMayAssignSuperAdmin: p.boolean().default(false),
    /** IANA's name of it: what a day and a night are here. */
    timeZone: p.text().default('UTC'),
    /** Single sign-on opens the workspace to e-mails of these domains. */
    ssoDomains: p.array().default([]),
    /** From which confidence on grades of models count at once (rules/grading 11). */
    gradingTrust: p.text().$type<TrustedBy>().default('trainers'),
    gradingFigure: p.decimal('number').precision(3).scale(2).nullable(),
    createdAt: p.datetime(3),
  },
});
export type WorkspaceRow = InferEntity<typeof WorkspaceEntity>;
