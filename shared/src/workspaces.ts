import { z } from 'zod';
import { label } from './primitives.ts';

/** The console's addresses start with a workspace's slug, beside these. */
const RESERVED = new Set(['api', 'assets', 'healthz', 'metrics', 'readyz', 'sign-in']);

/** Names a workspace in addresses and commands: `harbour-field`. */
export const WorkspaceSlug = z
  .string()
  .min(2, 'Must have at least 2 characters')
  .max(63, 'Must have at most 63 characters')
  .regex(/^[a-z0-9](-?[a-z0-9])*$/, 'Must be lower-case letters and digits, with single hyphens between them')
  .refine((slug) => !RESERVED.has(slug), 'Is an address of the console itself; choose another');

export const CreateWorkspace = z.strictObject({ name: label(200), slug: WorkspaceSlug });
export type CreateWorkspace = z.infer<typeof CreateWorkspace>;

export const SetWorkspace = z.strictObject({
  api_may_assign_super_admin: z
    .boolean()
    .describe('Whether API tokens may make and change super admins (decisions §3).'),
});
export type SetWorkspace = z.infer<typeof SetWorkspace>;
