import { Email, ExternalId, labelSchema } from '@training/shared/primitives';
import { z } from 'zod';
import { invalidRequestError } from '../../core/errors.ts';
import { withResourceVersion } from './versions.ts';

export const CORE_USER_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const CORE_GROUP_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:Group';
export const ENTERPRISE_USER_SCHEMA = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';

/** Returns the path without the schema of users or groups; that of the enterprise extension becomes an attribute. */
export function withoutSchemaPrefix(path: string): string {
  for (const [schema, prefix] of [
    [ENTERPRISE_USER_SCHEMA, 'enterprise'],
    [CORE_USER_SCHEMA, ''],
    [CORE_GROUP_SCHEMA, ''],
  ] as const) {
    if (!path.toLowerCase().startsWith(schema.toLowerCase())) continue;
    const rest = path.slice(schema.length).replace(/^[:.]/, '');
    return [prefix, rest].filter(Boolean).join('.');
  }
  return path;
}

const text = z.string().max(500);

const ScimEmail = z.strictObject({ value: text, type: text.optional(), primary: z.boolean().optional() });
export type ScimEmail = z.infer<typeof ScimEmail>;

/** Most e-mail addresses of a person. One of them is used. */
const MOST_EMAILS = 20;

/** The attributes of a user that are kept, without the structure around them. */
const ScimUserSchema = z.strictObject({
  userName: labelSchema(254),
  externalId: ExternalId.optional(),
  displayName: labelSchema(200).optional(),
  formatted: labelSchema(200).optional(),
  givenName: labelSchema(100).optional(),
  familyName: labelSchema(100).optional(),
  employeeNumber: ExternalId.optional(),
  department: labelSchema(200).optional(),
  manager: text.optional(),
  active: z.boolean().optional(),
  emails: z.array(ScimEmail).max(MOST_EMAILS),
});
export type ScimUser = z.infer<typeof ScimUserSchema>;
/** A user whose attributes weren't checked yet. */
export type ScimUserDraft = Partial<z.input<typeof ScimUserSchema>>;

/** @throws AppError `invalid_request` that names the attributes */
export function validateScimUser(draft: ScimUserDraft): ScimUser {
  const { data, error } = ScimUserSchema.safeParse({ ...draft, emails: draft.emails ?? [] });
  if (data) return data;
  throw invalidRequestError(error);
}

/** Returns the address of the person: the primary one, that of work, or the first; else the user name, if it is one. */
export function emailOf({ emails, userName }: ScimUser): string | null {
  const chosen = emails.find(({ primary }) => primary) ?? emails.find(({ type }) => type === 'work') ?? emails[0];
  if (chosen) {
    const { data, error } = z.object({ emails: Email }).safeParse({ emails: chosen.value });
    if (!data) throw invalidRequestError(error);
    return data.emails;
  }
  return Email.safeParse(userName).data ?? null;
}

export function fullNameOf({ displayName, formatted, givenName, familyName, userName }: ScimUser): string {
  const parts = [givenName, familyName].filter((part) => part !== undefined).join(' ');
  return (displayName ?? formatted ?? (parts || userName)).slice(0, 200);
}

/** Splits a name for providers that need its parts. */
function partsOf(name: string): { givenName: string; familyName: string } {
  const words = name.split(' ');
  const familyName = words.at(-1) ?? name;
  return { givenName: words.slice(0, -1).join(' ') || familyName, familyName };
}

/** A user of the workspace, for the provider. */
export type WorkspaceUserFields = {
  email: string | null;
  external_id: string | null;
  full_name: string;
  is_active: boolean;
  department: string | null;
  manager_id: string | null;
};

/** Returns a stored user, in which removed attributes are null, without these. */
export function withoutNulls(user: ScimUser): ScimUser {
  return JSON.parse(JSON.stringify(user), (_, value: unknown) => value ?? undefined);
}

/** Describes a user whom the provider hasn't provisioned. */
export function toScimUser(id: string, user: WorkspaceUserFields): ScimUser {
  return {
    userName: user.email ?? user.external_id ?? id,
    ...(user.external_id !== null && { externalId: user.external_id }),
    displayName: user.full_name,
    ...partsOf(user.full_name),
    ...(user.department !== null && { department: user.department }),
    active: user.is_active,
    emails: user.email === null ? [] : [{ value: user.email, type: 'work', primary: true }],
  };
}

/** Returns what the provider sent, with what has changed here since. */
export function withLocalChanges(sent: ScimUser, user: WorkspaceUserFields): ScimUser {
  const { email, full_name: name, is_active: active } = user;
  const renamed = name !== fullNameOf(sent) && { displayName: name, formatted: name, ...partsOf(name) };
  const moved = email !== null && email !== emailOf(sent);
  return {
    ...sent,
    ...renamed,
    ...(moved && { emails: [{ value: email, type: 'work', primary: true }] }),
    // One who was ignored, or has left, is set once they are sent again.
    ...(user.manager_id === null && { manager: undefined }),
    active,
  };
}

type Rendered = { id: string; user: ScimUser; created: string; updated: string };

/** Builds the representation of RFC 7643. */
export function renderUser({ id, user, created, updated }: Rendered, base: string) {
  const { userName, externalId, displayName, formatted, givenName, familyName, active = true, emails } = user;
  const { employeeNumber, department, manager } = user;
  const name = { formatted: formatted ?? fullNameOf(user), ...partsOf(fullNameOf(user)) };
  const isEnterprise = [employeeNumber, department, manager].some((value) => value !== undefined);
  return withResourceVersion({
    schemas: isEnterprise ? [CORE_USER_SCHEMA, ENTERPRISE_USER_SCHEMA] : [CORE_USER_SCHEMA],
    id,
    ...(externalId !== undefined && { externalId }),
    userName,
    name: { ...name, ...(givenName !== undefined && { givenName }), ...(familyName !== undefined && { familyName }) },
    displayName: displayName ?? fullNameOf(user),
    active,
    emails,
    ...(isEnterprise && {
      [ENTERPRISE_USER_SCHEMA]: {
        ...(employeeNumber !== undefined && { employeeNumber }),
        ...(department !== undefined && { department }),
        ...(manager !== undefined && { manager: { value: manager } }),
      },
    }),
    meta: { resourceType: 'User', created, lastModified: updated, location: `${base}/Users/${id}` },
  });
}
