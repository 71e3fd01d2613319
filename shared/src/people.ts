import { z } from 'zod';
import { ERRORS } from './errors.ts';
import { Role } from './permissions.ts';
import { Count, Email, Id, Limit, Offset, Timestamp, keysOf, label } from './primitives.ts';
import { ListUsers, UpsertResult, User } from './users.ts';

/** By mail, or by a link that somebody hands over. */
export const InvitationKind = z.enum(['mail', 'link']);
export type InvitationKind = z.infer<typeof InvitationKind>;

/** A mail waits until the mail server has taken it. */
export const InvitationState = z.enum(['waiting', 'sent', 'failed']);
export type InvitationState = z.infer<typeof InvitationState>;

/** The way in that a person was given last. */
export const Invitation = z.strictObject({
  kind: InvitationKind,
  state: InvitationState,
  error: z.string().nullable().describe('What the mail server said, where it failed.'),
  at: Timestamp,
  by_name: z.string(),
});
export type Invitation = z.infer<typeof Invitation>;

/** A user as the console lists them. */
export const Person = User.extend({
  last_sign_in_at: Timestamp.nullable().describe('null: never.'),
  invitation: Invitation.nullable().describe('The last one of the past 90 days.'),
});
export type Person = z.infer<typeof Person>;

export const PeopleOrder = z.enum(['name', 'role', 'department', 'last_sign_in', 'added']);
export type PeopleOrder = z.infer<typeof PeopleOrder>;

/** What a list of people is narrowed by, and its order. */
export const FilterPeople = ListUsers.pick({ role: true, department_id: true, status: true }).extend({
  search: z.string().trim().max(200).optional().describe('Part of a name or an e-mail, in any case.'),
  order: PeopleOrder.default('name').describe('Who has never signed in comes before everybody who has.'),
  descending: z.boolean().default(false),
});
export type FilterPeople = z.infer<typeof FilterPeople>;

/** The console's list: as `ListUsers`, with a search and an order. */
export const SearchPeople = FilterPeople.extend({ limit: Limit.default(100), offset: Offset.default(0) });
export type SearchPeople = z.infer<typeof SearchPeople>;

export const PeoplePage = z.strictObject({
  users: z.array(Person),
  total: Count.describe('How many match the filters, on all pages.'),
  limit: Limit,
  offset: Offset,
});
export type PeoplePage = z.infer<typeof PeoplePage>;

export const NamePerson = z.strictObject({ id: Id });
export type NamePerson = z.infer<typeof NamePerson>;

/** A link that signs the person in once, to this workspace alone. */
export const HandedSignInLink = z.strictObject({
  url: z.string().describe('Shown once, and kept nowhere.'),
  expires_at: Timestamp,
});
export type HandedSignInLink = z.infer<typeof HandedSignInLink>;

export const WaysIn = z.strictObject({ sends_mail: z.boolean().describe('Whether people can be invited by mail.') });
export type WaysIn = z.infer<typeof WaysIn>;

/** At most so many people are changed by one call. */
export const MOST_AT_ONCE = 200;

export const ChangeOfPeople = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('deactivate') }),
  z.strictObject({ kind: z.literal('reactivate') }),
  z.strictObject({ kind: z.literal('move'), department_id: Id.nullable() }),
  z.strictObject({ kind: z.literal('role'), role: Role }),
  z.strictObject({ kind: z.literal('invite') }),
]);
export type ChangeOfPeople = z.infer<typeof ChangeOfPeople>;

/** The same for each of them, as if it were asked one by one: what is refused to one holds up nobody else. */
export const ChangePeople = z.strictObject({
  user_ids: z.array(Id).min(1).max(MOST_AT_ONCE),
  change: ChangeOfPeople,
});
export type ChangePeople = z.infer<typeof ChangePeople>;

/** What a file says of a person: an omitted field stays as it is. */
export const ImportedPerson = z.strictObject({
  email: Email,
  full_name: label(200).optional(),
  role: Role.optional(),
  department_id: Id.nullable().optional(),
  deactivate: z.boolean().optional(),
});
export type ImportedPerson = z.infer<typeof ImportedPerson>;

export const ImportPeople = z.strictObject({
  people: z.array(ImportedPerson).min(1).max(MOST_AT_ONCE),
  preview: z.boolean().default(false).describe('The same checks and answer, and nothing written.'),
});
export type ImportPeople = z.infer<typeof ImportPeople>;

const Changed = z.tuple([z.string().nullable(), z.string().nullable()]);

/** What became of one person: a result, or why it was refused. */
export const PersonOutcome = z.strictObject({
  user_id: Id.nullable().describe('null where there is nobody.'),
  email: z.string(),
  full_name: z.string(),
  result: z.union([UpsertResult, z.literal('invited')]).nullable(),
  changes: z.strictObject({ full_name: Changed, role: Changed, department_id: Changed }).partial(),
  refused: z.strictObject({ code: z.enum(keysOf(ERRORS)), detail: z.string() }).nullable(),
});
export type PersonOutcome = z.infer<typeof PersonOutcome>;

export const PeopleOutcomes = z.strictObject({ outcomes: z.array(PersonOutcome) });
export type PeopleOutcomes = z.infer<typeof PeopleOutcomes>;

/** What a person has to learn, and has learnt: one cycle with a module. */
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
});
export type PersonTraining = z.infer<typeof PersonTraining>;

/** What a person has written or reviewed of a module. */
export const Contribution = z.strictObject({
  module_id: Id,
  module: z.string(),
  course_id: Id,
  course: z.string(),
  has_written: z.boolean(),
  decisions: Count.describe('How many of its sections they approved, queried or rejected, over all rounds.'),
});
export type Contribution = z.infer<typeof Contribution>;

const page = { limit: z.int().min(1).max(100).default(25), offset: Offset.default(0) };

export const ListOfPerson = NamePerson.extend(page);
export type ListOfPerson = z.infer<typeof ListOfPerson>;

export const PersonTrainingPage = z.strictObject({ training: z.array(PersonTraining), total: Count });
export type PersonTrainingPage = z.infer<typeof PersonTrainingPage>;

export const ContributionPage = z.strictObject({ contributions: z.array(Contribution), total: Count });
export type ContributionPage = z.infer<typeof ContributionPage>;
