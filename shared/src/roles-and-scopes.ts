import { z } from 'zod';

/** Roles of a person in a workspace (rules/roles 1). */
export const Role = z
  .enum(['learner', 'trainer', 'content_manager', 'auditor', 'super_admin'])
  .meta({ id: 'Role', description: 'What a person may do in the workspace.' });
export type Role = z.infer<typeof Role>;

/** The scopes of an API token (rules/tokens 5). Each is the name of a permission. */
export const TokenScope = z
  .enum([
    'catalog:read',
    'analytics:read',
    'users:read',
    'users:write',
    'completions:attest',
    'shifts:write',
    'paths:read',
    'paths:write',
    'intake:create',
    'content:export',
    'content:import',
    'scim',
  ])
  .meta({ id: 'Scope', description: 'What an API token may do.' });
export type TokenScope = z.infer<typeof TokenScope>;
