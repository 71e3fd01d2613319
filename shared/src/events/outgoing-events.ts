import { z } from 'zod';
import { AssignmentAudience } from '../assignments/assignments.ts';
import { ModuleStatus, SectionKind, WorkingCopyStatus } from '../courses/courses.ts';
import { Role, TokenScope } from '../permissions.ts';
import { DriveKind, DriveStateReason } from '../drives/drives.ts';
import { Count, Email, Id, NullableRatio, Timestamp } from '../primitives.ts';
import { AiCapability, KeyTestOutcome, AiProvider } from '../provider-keys/provider-keys.ts';

/** The kind of actor: a person, an external system's token, or the system itself, which has no id. */
export const ActorKind = z.enum(['user', 'token', 'system']);
export type ActorKind = z.infer<typeof ActorKind>;

export const EventActor = z.strictObject({ kind: ActorKind, id: Id.nullable(), name: z.string() });
export type EventActor = z.infer<typeof EventActor>;

const by = EventActor.describe('Who did it.');
const reason = z.string().describe('Why, in the words of whoever did it.');

const module = {
  module_id: Id,
  course_id: Id,
  title: z.string(),
  status: ModuleStatus.describe('The public one: `published` while a working copy is under review.'),
  workflow: WorkingCopyStatus.nullable().describe('Where its working copy stands; null where there is none.'),
  round: Count.describe('How often the module has been submitted by then.'),
  by,
};

const section = {
  ...module,
  section: SectionKind,
  content_hash: z.string().describe('SHA-256 of the content that was decided on.'),
};

const course_published = z
  .tuple([z.boolean(), z.boolean()])
  .optional()
  .describe('Only where this changed whether learners see the course: before, and after.');

const UserField = z.enum(['email', 'external_id', 'full_name', 'role', 'department_id', 'manager_id', 'is_active']);

const email = Email.nullable().describe('null for people without one, in workspaces that allow them.');

const user = {
  user_id: Id,
  email,
  external_id: z.string().nullable().describe('The number of the HR system.'),
  full_name: z.string(),
  role: Role,
  department_id: Id.nullable(),
  manager_id: Id.nullable(),
  is_active: z.boolean(),
  by,
};

const changedUser = { ...user, changed: z.array(UserField).min(1).describe('What is different from before.') };

const token = { token_id: Id, name: z.string(), by };

const suggestion = {
  suggestion_id: Id,
  title: z.string(),
  source_name: z.string().describe('The system that it came from.'),
  source_url: z.string().nullable().describe('Where it stands in that system.'),
  department_id: Id.nullable().describe('Whose queue it is in; null for everybody’s.'),
  by,
};

const certification = {
  user_id: Id,
  email,
  full_name: z.string(),
  module_id: Id,
  title: z.string().describe('The module’s.'),
  completed_at: Timestamp,
  expires_at: Timestamp,
  by,
};

/**
 * The outgoing events and their data: ids and the facts that a receiver needs for routing, under 20 KB regardless of
 * user input. Receivers read everything else from the API, which has the current state.
 */
export const OUTGOING_EVENT_SCHEMAS = {
  'module.submitted': z
    .strictObject({
      ...module,
      queried: z.array(SectionKind).optional().describe('Which sections had been sent back, where some had been.'),
    })
    .describe('A module was submitted for review, or once more after a query: `round` says which time it was.'),
  'module.section_queried': z
    .strictObject({ ...section, reason, item_id: Id.optional().describe('The card or question that it is about.') })
    .describe('A reviewer sent one section back to its authors.'),
  'module.section_approved': z.strictObject(section).describe('A reviewer approved one section.'),
  'module.published': z
    .strictObject({
      ...module,
      revision: z.int().min(1),
      flashcards_hash: z.string(),
      quiz_hash: z.string(),
      course_published,
    })
    .describe('Both sections were approved: learners see this content from now on.'),
  'module.rejected': z.strictObject({ ...module, reason }).describe('A reviewer turned the whole submission down.'),
  'module.withdrawn': z
    .strictObject({ ...module, reason: reason.optional() })
    .describe('A submission was taken back before it was decided.'),
  'module.unpublished': z
    .strictObject({ ...module, reason, course_published })
    .describe('A published module was hidden from learners.'),
  'module.archived': z.strictObject({ ...module, reason, course_published }).describe('A module was archived.'),
  'module.restored': z
    .strictObject({ ...module, reason, course_published })
    .describe('An archived module came back to where it stood.'),
  'user.created': z.strictObject(user).describe('A person was added.'),
  'user.updated': z
    .strictObject(changedUser)
    .describe('A person’s name, e-mail address, employee number, role or department changed.'),
  'user.deactivated': z.strictObject(changedUser).describe('A person may not sign in any more.'),
  'user.reactivated': z.strictObject(changedUser).describe('An inactive person may sign in again.'),
  'learner.module_completed': z
    .strictObject({
      user_id: Id,
      email,
      full_name: z.string(),
      department_id: Id.nullable().describe('Of the person.'),
      module_id: Id,
      course_id: Id,
      title: z.string(),
      cycle: z.int().min(1).describe('Which time it is that the person studies the module.'),
      revision: z.int().min(1),
      score: NullableRatio.describe('Of the attempt that passed.'),
      completed_at: Timestamp,
      expires_at: Timestamp.nullable().describe('null: the completion counts for ever.'),
      by,
    })
    .describe('A person has seen all cards of a module and passed its quiz. `by` graded the last answer.'),
  'learner.path_completed': z
    .strictObject({
      user_id: Id,
      email,
      full_name: z.string(),
      path_id: Id,
      title: z.string().describe('The path’s.'),
      path_completion_id: Id,
      completed_at: Timestamp,
      expires_at: Timestamp.nullable().describe('When the first of its modules’ certificates expires.'),
      by,
    })
    .describe('A person has done all modules of a path; again after a renewal or an added module.'),
  'path.assigned': z
    .strictObject({
      path_id: Id,
      title: z.string().describe('The path’s.'),
      assignment_id: Id,
      to: AssignmentAudience,
      due_on: z.iso.date().nullable(),
      due_days: z.int().nullable().describe('Days after which it is due, for each person.'),
      by,
    })
    .describe('A path was assigned to a person, a department or a role, and everyone who joins later.'),
  'token.created': z.strictObject({ ...token, scopes: z.array(TokenScope) }).describe('An API token was issued.'),
  'token.revoked': z.strictObject(token).describe('An API token was revoked for good.'),
  'suggestion.created': z
    .strictObject(suggestion)
    .describe(
      'Content was pushed into the Recommended queue; or again, after a newer text of its page had superseded it.',
    ),
  'suggestion.accepted': z
    .strictObject({ ...suggestion, module_id: Id, course_id: Id })
    .describe('A suggestion became a draft module.'),
  'suggestion.dismissed': z.strictObject({ ...suggestion, reason }).describe('A suggestion was turned down.'),
  'suggestion.superseded': z
    .strictObject({ ...suggestion, superseded_by: Id.describe('The suggestion with the newer text.') })
    .describe('A newer text of the same page took the place of a waiting suggestion.'),
  'certification.due_soon': z.strictObject(certification).describe('A certificate will expire soon. Sent once.'),
  'certification.expired': z
    .strictObject(certification)
    .describe('The newest certificate of a person and a module has run out; told once.'),
  'provider_key.failing': z
    .strictObject({
      provider_key_id: Id,
      capability: AiCapability,
      provider: AiProvider,
      outcome: z.union([KeyTestOutcome, z.literal('undecryptable')]).describe('What a call found out.'),
      by,
    })
    .describe('An own AI provider key does not work any more; what needs it waits for another.'),
  'drive.reconnect_needed': z
    .strictObject({
      connection_id: Id,
      kind: DriveKind,
      account: z.string().describe('Whom it reads as.'),
      reason: DriveStateReason,
      by,
    })
    .describe('A drive needs to be reconnected.'),
  'audit.checkpoint': z
    .strictObject({
      entries: Count.describe('How many entries the chain of the audit log had.'),
      head: z.string().describe('The hash of the last of them.'),
      key: z.string().describe('The `kid` of the key, one of those at `/.well-known/evidence-keys.json`.'),
      signature: z
        .string()
        .describe(
          'Ed25519 over the canonical JSON (RFC 8785) of `format` (`audit-checkpoint-1`), `workspace_id`, `entries` and `head`, in base64url.',
        ),
      by,
    })
    .describe(
      'Where the audit log ended, once a day while it grows. Keep it: `wtp audit verify --checkpoint` tells by it that the log was cut off or begun anew.',
    ),
  'endpoint.test': z
    .strictObject({ endpoint_id: Id, by })
    .describe('Somebody tries this endpoint; nothing has changed in the workspace. No other endpoint is told.'),
} as const satisfies Record<string, z.ZodType>;

export const OutgoingEventType = z.object(OUTGOING_EVENT_SCHEMAS).keyof();
export type OutgoingEventType = z.infer<typeof OutgoingEventType>;

/** The data of an event without its actor. */
export type OutgoingEventData<Type extends OutgoingEventType> = Type extends OutgoingEventType
  ? Omit<z.infer<(typeof OUTGOING_EVENT_SCHEMAS)[Type]>, 'by'>
  : never;
