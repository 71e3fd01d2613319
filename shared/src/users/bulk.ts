import { z } from 'zod';
import { Count, Email, Id } from '../primitives.ts';
import { Problem } from '../problem.ts';
import { contractMessage } from '#contract';
import { UpsertResult, UpsertUser } from './users.ts';

/** The maximum number of people in one request. */
export const MAX_USERS_PER_BULK_REQUEST = 500;

/** A person of a bulk request: the fields of a single upsert (rules/users 3). */
export const BulkUser = UpsertUser.omit({ preview: true }).meta({ id: 'BulkUser' });
export type BulkUser = z.infer<typeof BulkUser>;

/** A person of a bulk request with the key `external_id` (rules/users 21). */
export const BulkUserByExternalId = BulkUser.extend({
  external_id: UpsertUser.shape.external_id.describe('Who is meant. Without it, the e-mail address says so.'),
  email: Email.nullable()
    .optional()
    .describe('A different one than before is the user’s new address; null removes it.'),
})
  .refine(({ email, external_id }) => Boolean(email) || Boolean(external_id), {
    path: ['external_id'],
    error: () => contractMessage('emailOrExternalId'),
  })
  .meta({ id: 'BulkUserByExternalId' });
export type BulkUserByExternalId = z.infer<typeof BulkUserByExternalId>;

/** The field that says who is meant. */
export const UserKeyField = z.enum(['email', 'external_id']);
export type UserKeyField = z.infer<typeof UserKeyField>;

/** Each row is checked by itself, so a wrong one is refused alone (rules/users 19). */
export const UpsertUsers = z.strictObject({
  users: z
    .array(
      z.custom<z.input<typeof BulkUser> | z.input<typeof BulkUserByExternalId>>().meta({
        override: {
          anyOf: [{ $ref: '#/components/schemas/BulkUser' }, { $ref: '#/components/schemas/BulkUserByExternalId' }],
        },
      }),
    )
    .min(1)
    .max(MAX_USERS_PER_BULK_REQUEST)
    .describe('Each as in a single request, in any order; an e-mail or external_id once.'),
  key: UserKeyField.default('email').describe(
    'Which field says who is meant. `external_id` needs a workspace that allows people without an e-mail address.',
  ),
  preview: z.boolean().default(false).describe('The same checks and answer, and nothing written.'),
});
export type UpsertUsers = z.infer<typeof UpsertUsers>;

const index = Count.describe('Which of the users sent, from 0.');

export const AppliedBulkUserResult = z
  .strictObject({
    index,
    status: z.union([z.literal(200), z.literal(201)]).describe('201 where the e-mail was new.'),
    id: Id,
    result: UpsertResult,
  })
  .meta({ id: 'BulkApplied' });

export const RefusedBulkUserResult = z
  .strictObject({ index, status: z.int().min(400).max(599), problem: Problem })
  .meta({ id: 'BulkRefused' });

export const UpsertUsersResponse = z
  .strictObject({
    results: z
      .array(z.union([AppliedBulkUserResult, RefusedBulkUserResult]))
      .describe('One for each user, in the order sent.'),
    counts: z
      .strictObject({
        created: Count,
        updated: Count,
        unchanged: Count,
        deactivated: Count,
        reactivated: Count,
        refused: Count,
      })
      .describe('How many users have each result.'),
  })
  .meta({ id: 'UpsertedUsers' });
export type UpsertUsersResponse = z.infer<typeof UpsertUsersResponse>;
