import { z } from 'zod';
import { contractMessage } from '#contract';
import { Role } from '../permissions.ts';
import { Count, Email, ExternalId, Id, PageLimit, PageOffset, Timestamp, labelSchema } from '../primitives.ts';

export { Role };

/** A person in a workspace (rules/users 1). */
export const User = z
  .strictObject({
    id: Id,
    email: Email.nullable().describe('null only in workspaces that allow it, and only with `email=any`.'),
    external_id: z.string().nullable().describe('The number of the HR system.'),
    full_name: z.string(),
    role: Role,
    department_id: Id.nullable(),
    department: z.string().nullable().describe('The name of the department.'),
    manager_id: Id.nullable().describe('Another user, who looks after this one.'),
    is_active: z.boolean(),
    created_at: Timestamp,
  })
  .meta({ id: 'User' });
export type User = z.infer<typeof User>;

export const UserStatus = z.enum(['active', 'inactive']);
export type UserStatus = z.infer<typeof UserStatus>;

/** Includes people without an e-mail address, whom lists leave out otherwise (rules/users 22). */
export const PeopleWithoutEmailInclusion = z
  .literal('any')
  .describe('`any` includes people without an e-mail address, where the workspace has some.')
  .optional();

/** Filters and page of the user list. See rules/users 10. A limit over 500 is refused, not clamped. */
export const ListUsers = z.strictObject({
  role: Role.describe('Only users of this role.').optional(),
  department_id: Id.describe(
    'Only users of this department; none when the workspace has no such department.',
  ).optional(),
  status: UserStatus.describe('Only active or only inactive users; both when omitted.').optional(),
  external_id: ExternalId.describe('Only the user with this number.').optional(),
  manager_id: Id.describe('Only users with this manager; none when the workspace has no such user.').optional(),
  email: PeopleWithoutEmailInclusion,
  limit: PageLimit.default(100).describe('At most so many users; over 500 is refused.'),
  offset: PageOffset.default(0).describe('Skips so many users.'),
});
export type ListUsers = z.infer<typeof ListUsers>;

export const UserPage = z
  .strictObject({
    users: z.array(User),
    total: Count.describe('How many match the filters, on all pages.'),
    limit: PageLimit,
    offset: PageOffset,
  })
  .meta({ id: 'UserPage' });
export type UserPage = z.infer<typeof UserPage>;

/** A manager named by one of their keys. */
export const ManagerReference = z
  .strictObject({ email: Email.optional(), external_id: ExternalId.optional() })
  .refine(({ email, external_id }) => (email === undefined) !== (external_id === undefined), {
    error: () => contractMessage('emailOrExternalId'),
  })
  .meta({ id: 'NamedManager' });
export type ManagerReference = z.infer<typeof ManagerReference>;

/**
 * The table of rules/users 3: omitted fields stay unchanged; null clears the department, the external_id and the
 * manager.
 */
export const UpsertUser = z.strictObject({
  email: Email.describe('Who is meant; trimmed and lower-cased.'),
  external_id: ExternalId.nullable()
    .optional()
    .describe('The number of the HR system, unique in the workspace; null removes it.'),
  full_name: labelSchema(200).optional().describe('Required when the e-mail is new.'),
  role: Role.optional().describe('`learner` when the e-mail is new and no role is given.'),
  department_id: Id.nullable().optional().describe('Required for a trainer; null clears it.'),
  manager: ManagerReference.nullable()
    .optional()
    .describe('An active user, by e-mail or external_id; null removes it.'),
  deactivate: z
    .boolean()
    .optional()
    .describe('true makes an existing user inactive, false brings an inactive one back; omitted does neither.'),
  preview: z.boolean().default(false).describe('The same checks and answer, and nothing written.'),
});
export type UpsertUser = z.infer<typeof UpsertUser>;

export const UpsertResult = z.enum(['created', 'updated', 'unchanged', 'deactivated', 'reactivated']);
export type UpsertResult = z.infer<typeof UpsertResult>;

export const UpsertedUser = User.extend({ result: UpsertResult }).meta({ id: 'UpsertedUser' });
export type UpsertedUser = z.infer<typeof UpsertedUser>;

/** Invites a person. For an existing person, only the given fields change (rules/users 11). */
export const InviteUser = UpsertUser.pick({
  email: true,
  full_name: true,
  role: true,
  department_id: true,
});
export type InviteUser = z.infer<typeof InviteUser>;

export const PeopleOrder = z.enum(['name', 'role', 'department', 'last_sign_in', 'added']);
export type PeopleOrder = z.infer<typeof PeopleOrder>;
