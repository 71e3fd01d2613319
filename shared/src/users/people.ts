import { z } from 'zod';
import { AttestationDetails } from '../attested/attested.ts';
import { contractMessage } from '#contract';
import { MediaDigest } from '../courses/media.ts';
import { ERRORS_BY_CODE } from '../errors.ts';
import { Role } from '../permissions.ts';
import { keysOf } from '../keys-of.ts';
import { Count, Email, ExternalId, Id, PageLimit, PageOffset, Timestamp, labelSchema } from '../primitives.ts';
import { UserKeyField } from './bulk.ts';
import { ListUsers, ManagerReference, UpsertResult, User, PeopleOrder } from './users.ts';

/** Sent by mail, or as a link that an administrator passes on. */
export const InvitationKind = z.enum(['mail', 'link']);
export type InvitationKind = z.infer<typeof InvitationKind>;

/** The state of an invitation. A mail is `waiting` until the mail server has accepted it. */
export const InvitationDeliveryState = z.enum(['waiting', 'sent', 'failed']);
export type InvitationDeliveryState = z.infer<typeof InvitationDeliveryState>;

/** The person's latest invitation. */
export const Invitation = z.strictObject({
  kind: InvitationKind,
  state: InvitationDeliveryState,
  error: z.string().nullable().describe('What the mail server said, where it failed.'),
  at: Timestamp,
  by_name: z.string(),
});
export type Invitation = z.infer<typeof Invitation>;

/** A user as listed in the console. */
export const Person = User.extend({
  manager: z.string().nullable().describe('The name of the manager.'),
  picture: MediaDigest.nullable(),
  last_sign_in_at: Timestamp.nullable().describe('null: never.'),
  invitation: Invitation.nullable().describe('The last one of the past 90 days.'),
});
export type Person = z.infer<typeof Person>;

/** The filters and order of a list of people. */
export const PeopleListFilters = ListUsers.pick({
  role: true,
  department_id: true,
  manager_id: true,
  status: true,
}).extend({
  search: z.string().trim().max(200).optional().describe('Part of a name, an e-mail or an external_id, in any case.'),
  order: PeopleOrder.default('name').describe('Who has never signed in comes before everybody who has.'),
  descending: z.boolean().default(false),
});
export type PeopleListFilters = z.infer<typeof PeopleListFilters>;

/** The console's list: like `ListUsers`, with search and order. */
export const SearchPeople = PeopleListFilters.extend({ limit: PageLimit.default(100), offset: PageOffset.default(0) });
export type SearchPeople = z.infer<typeof SearchPeople>;

export const PeoplePage = z.strictObject({
  users: z.array(Person),
  total: Count.describe('How many match the filters, on all pages.'),
  limit: PageLimit,
  offset: PageOffset,
});
export type PeoplePage = z.infer<typeof PeoplePage>;

export const PersonRef = z.strictObject({ id: Id });
export type PersonRef = z.infer<typeof PersonRef>;

/** A period in which someone was the person's manager. */
export const ManagerPeriod = z.strictObject({
  manager_id: Id,
  name: z.string(),
  from_at: Timestamp,
  until_at: Timestamp.nullable().describe('null while it lasts.'),
});
export type ManagerPeriod = z.infer<typeof ManagerPeriod>;

/** A link that signs the person in once, to this workspace only. */
export const HandedSignInLink = z.strictObject({
  url: z.string().describe('Shown once, and kept nowhere.'),
  expires_at: Timestamp,
});
export type HandedSignInLink = z.infer<typeof HandedSignInLink>;

export const InvitationAvailability = z.strictObject({
  sends_mail: z.boolean().describe('Whether people can be invited by mail.'),
});
export type InvitationAvailability = z.infer<typeof InvitationAvailability>;

/** The maximum number of people changed by one call. */
export const MAX_PEOPLE_PER_CHANGE = 200;

export const BulkPersonChange = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('deactivate') }),
  z.strictObject({ kind: z.literal('reactivate') }),
  z.strictObject({ kind: z.literal('move'), department_id: Id.nullable() }),
  z.strictObject({ kind: z.literal('role'), role: Role }),
  z.strictObject({ kind: z.literal('invite') }),
]);
export type BulkPersonChange = z.infer<typeof BulkPersonChange>;

/** Applies the same change to each person independently. An error for one doesn't affect the others. */
export const ChangePeople = z.strictObject({
  user_ids: z.array(Id).min(1).max(MAX_PEOPLE_PER_CHANGE),
  change: BulkPersonChange,
});
export type ChangePeople = z.infer<typeof ChangePeople>;

/** A person in an import file. Omitted fields stay unchanged. */
export const PersonToImport = z.strictObject({
  email: Email.optional(),
  external_id: ExternalId.optional(),
  full_name: labelSchema(200).optional(),
  role: Role.optional(),
  department_id: Id.nullable().optional(),
  manager: ManagerReference.optional(),
  deactivate: z.boolean().optional(),
});
export type PersonToImport = z.infer<typeof PersonToImport>;

export const ImportPeople = z
  .strictObject({
    people: z.array(PersonToImport).min(1).max(MAX_PEOPLE_PER_CHANGE),
    key: UserKeyField.default('email').describe('Which field says who is meant.'),
    preview: z.boolean().default(false).describe('The same checks and answer, and nothing written.'),
  })
  .refine(
    ({ people, key }) => people.every(({ email, external_id }) => email ?? (key === 'external_id' && external_id)),
    {
      path: ['people'],
      error: () => contractMessage('emailOrExternalId'),
    },
  );
export type ImportPeople = z.infer<typeof ImportPeople>;

const Changed = z.tuple([z.string().nullable(), z.string().nullable()]);

/** A person as the console adds or edits them. Omitted fields stay unchanged. */
export const SavePerson = z.strictObject({
  id: Id.optional().describe('Omitted for a new person.'),
  email: Email.nullable().optional(),
  external_id: ExternalId.nullable().optional(),
  full_name: labelSchema(200).optional(),
  role: Role.optional(),
  department_id: Id.nullable().optional(),
  manager_id: Id.nullable().optional(),
  deactivate: z.boolean().optional(),
});
export type SavePerson = z.infer<typeof SavePerson>;

/** The outcome for one person: a result, or the reason of the refusal. */
export const PersonChangeOutcome = z.strictObject({
  user_id: Id.nullable().describe('null where there is nobody.'),
  email: z.string().nullable(),
  external_id: z.string().nullable(),
  full_name: z.string(),
  result: z.union([UpsertResult, z.literal('invited')]).nullable(),
  changes: z
    .strictObject({
      email: Changed,
      external_id: Changed,
      full_name: Changed,
      role: Changed,
      department_id: Changed,
      manager: z.string().nullable().describe('The name of the new one.'),
    })
    .partial(),
  refused: z.strictObject({ code: z.enum(keysOf(ERRORS_BY_CODE)), detail: z.string() }).nullable(),
});
export type PersonChangeOutcome = z.infer<typeof PersonChangeOutcome>;

export const PersonChangeOutcomes = z.strictObject({ outcomes: z.array(PersonChangeOutcome) });
export type PersonChangeOutcomes = z.infer<typeof PersonChangeOutcomes>;

/** One cycle of a person with a module. */
export const PersonTraining = z.strictObject({
  enrollment_id: Id,
  module_id: Id,
  module: z.string(),
  course_id: Id,
  course: z.string(),
  cycle: z.int(),
  is_current: z.boolean().describe('Others are kept as they ended.'),
  status: z.enum(['overdue', 'not_started', 'in_progress', 'paused', 'completed', 'waived', 'withdrawn']),
  progress: z.number(),
  score: z.number().nullable(),
  assigned_at: Timestamp,
  due_at: Timestamp.nullable(),
  completed_at: Timestamp.nullable(),
  expires_at: Timestamp.nullable(),
  attested: AttestationDetails.nullable().describe('Where it was completed, if not here.'),
});
export type PersonTraining = z.infer<typeof PersonTraining>;

/** A module that a person has written or reviewed. */
export const AuthoredOrReviewedModule = z.strictObject({
  module_id: Id,
  module: z.string(),
  course_id: Id,
  course: z.string(),
  has_written: z.boolean(),
  decisions: Count.describe('How many of its sections they approved, queried or rejected, over all rounds.'),
});
export type AuthoredOrReviewedModule = z.infer<typeof AuthoredOrReviewedModule>;

const page = { limit: z.int().min(1).max(100).default(25), offset: PageOffset.default(0) };

export const ListAuthoredOrReviewedModules = PersonRef.extend(page);
export type ListAuthoredOrReviewedModules = z.infer<typeof ListAuthoredOrReviewedModules>;

export const PersonTrainingOrder = z.enum(['status', 'module', 'due', 'completed', 'score', 'expires']);
export type PersonTrainingOrder = z.infer<typeof PersonTrainingOrder>;

export const ListPersonTraining = ListAuthoredOrReviewedModules.extend({
  order: PersonTrainingOrder.default('status').describe(
    '`status`: owed training by due date first, then paused, then finished. Trainings without the date or score come last.',
  ),
  descending: z.boolean().default(false),
});
export type ListPersonTraining = z.infer<typeof ListPersonTraining>;

export const PersonTrainingPage = z.strictObject({ training: z.array(PersonTraining), total: Count });
export type PersonTrainingPage = z.infer<typeof PersonTrainingPage>;

/** A person as shown to those who compare learners but don't administer people. */
export const LearnerIdentity = Person.pick({
  id: true,
  full_name: true,
  email: true,
  external_id: true,
  department: true,
  is_active: true,
});
export type LearnerIdentity = z.infer<typeof LearnerIdentity>;

export const AuthoredOrReviewedModulePage = z.strictObject({
  contributions: z.array(AuthoredOrReviewedModule),
  total: Count,
});
export type AuthoredOrReviewedModulePage = z.infer<typeof AuthoredOrReviewedModulePage>;
