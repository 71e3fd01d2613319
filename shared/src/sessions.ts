import { z } from 'zod';
import { Role } from './permissions.ts';
import { Id } from './primitives.ts';

/** The header that names a console request's workspace, by its slug. */
export const WORKSPACE_HEADER = 'x-workspace';

/** The header by which a page on a shared device names its person: another may have signed in since. */
export const PERSON_HEADER = 'x-person';

/** One of the workspaces that an identity belongs to. */
export const Membership = z.strictObject({
  workspace: z.strictObject({ id: Id, slug: z.string(), name: z.string(), language: z.string() }),
  user: z.strictObject({
    id: Id,
    full_name: z.string(),
    external_id: z.string().nullable(),
    role: Role,
    department_id: Id.nullable(),
    department: z.string().nullable(),
    language: z.string().nullable().describe('What the person reads; null until they or their browser say it.'),
    manages: z.boolean().describe('Whether the person is someone’s manager.'),
  }),
  passkey_required: z.boolean().describe('Whether the workspace opens only once the session has a passkey.'),
});
export type Membership = z.infer<typeof Membership>;

export const Session = z.strictObject({
  email: z.string().nullable().describe('null for someone who signed in with a PIN.'),
  memberships: z.array(Membership).describe('Active memberships, by the workspace’s name.'),
  moved: z
    .array(z.strictObject({ slug: z.string(), name: z.string(), origin: z.url() }))
    .describe('Workspaces that moved to another address.'),
});
export type Session = z.infer<typeof Session>;

export const SignInMethods = z.strictObject({
  magic_link: z.literal(true),
  single_sign_on: z.boolean().describe('Whether an OpenID provider is configured.'),
  mail_is_logged: z
    .boolean()
    .describe('Whether links are printed in the server’s log, for want of a mail server; told on that machine alone.'),
  passkey_origin: z
    .string()
    .nullable()
    .describe('Origin at which passkeys work; null if the server has no domain name, or no TLS.'),
});
export type SignInMethods = z.infer<typeof SignInMethods>;
