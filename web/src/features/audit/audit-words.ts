import type { ActorKind, AuditAction, AuditEvent } from '@training/shared/audit';
import { Role } from '@training/shared/permissions';
import {
  CAPABILITIES,
  Capability,
  KEY_OUTCOMES,
  KeyOutcome,
  PROVIDERS,
  Provider,
} from '@training/shared/provider-keys';
import type { z } from 'zod';
import { ROLE_NAMES } from '../../lib/roles.ts';

export const ACTOR_KINDS: Record<ActorKind, string> = { user: 'People', token: 'API tokens', system: 'The system' };

/** What is recorded, for the filter; in the order of the contract. */
export const ACTIONS: Record<AuditAction, string> = {
  'workspace.created': 'Workspace created',
  'workspace.updated': 'Workspace changed',
  'department.created': 'Department created',
  'department.renamed': 'Department renamed',
  'department.deleted': 'Department deleted',
  'user.created': 'Person added',
  'user.updated': 'Person changed',
  'user.deactivated': 'Person deactivated',
  'user.reactivated': 'Person reactivated',
  'user.invited': 'Person invited',
  'user.signed_in': 'Signed in',
  'token.created': 'API token created',
  'token.revoked': 'API token revoked',
  'suggestion.created': 'Suggestion received',
  'suggestion.dismissed': 'Suggestion dismissed',
  'suggestion.restored': 'Dismissal undone',
  'suggestion.accepted': 'Suggestion accepted',
  'suggestion.moved': 'Suggestion moved',
  'course.created': 'Course created',
  'course.updated': 'Course changed',
  'course.reordered': 'Modules put in order',
  'module.created': 'Module created',
  'module.updated': 'Module changed',
  'module.submitted': 'Module submitted',
  'module.resubmitted': 'Module resubmitted',
  'module.withdrawn': 'Submission withdrawn',
  'module.revised': 'Revision begun',
  'module.published': 'Module published',
  'module.rejected': 'Module rejected',
  'module.unpublished': 'Module unpublished',
  'module.archived': 'Module archived',
  'module.restored': 'Module restored',
  'section.edited': 'Section edited',
  'section.approved': 'Section approved',
  'section.queried': 'Section queried',
  'review.claimed': 'Review claimed',
  'review.released': 'Review released',
  'provider_key.added': 'Provider key added',
  'provider_key.tested': 'Provider key tested',
  'provider_key.rotated': 'Provider key rotated',
  'provider_key.removed': 'Provider key removed',
  'provider_key.failing': 'Provider key failing',
  'provider_key.recovered': 'Provider key works again',
  'provider_key.rewrapped': 'Provider key sealed anew',
};

/** What stands between who did it and what it was done to. */
const VERBS: Record<AuditAction, string> = {
  'workspace.created': 'created the workspace',
  'workspace.updated': 'changed the workspace',
  'department.created': 'created the department',
  'department.renamed': 'renamed a department to',
  'department.deleted': 'deleted the department',
  'user.created': 'added',
  'user.updated': 'changed',
  'user.deactivated': 'deactivated',
  'user.reactivated': 'reactivated',
  'user.invited': 'invited',
  'user.signed_in': 'signed in',
  'token.created': 'created the API token',
  'token.revoked': 'revoked the API token',
  'suggestion.created': 'suggested',
  'suggestion.dismissed': 'dismissed the suggestion',
  'suggestion.restored': 'undid the dismissal of',
  'suggestion.accepted': 'accepted the suggestion',
  'suggestion.moved': 'moved the suggestion',
  'course.created': 'created the course',
  'course.updated': 'changed the course',
  'course.reordered': 'put the modules in order of',
  'module.created': 'created the module',
  'module.updated': 'changed the module',
  'module.submitted': 'submitted the module',
  'module.resubmitted': 'resubmitted the module',
  'module.withdrawn': 'withdrew the module',
  'module.revised': 'began to revise the module',
  'module.published': 'published the module',
  'module.rejected': 'rejected the module',
  'module.unpublished': 'unpublished the module',
  'module.archived': 'archived the module',
  'module.restored': 'restored the module',
  'section.edited': 'edited the section',
  'section.approved': 'approved the section',
  'section.queried': 'queried the section',
  'review.claimed': 'claimed the review of',
  'review.released': 'released the review of',
  'provider_key.added': 'added the provider key for',
  'provider_key.tested': 'tested the provider key for',
  'provider_key.rotated': 'rotated the provider key for',
  'provider_key.removed': 'removed the provider key for',
  'provider_key.failing': 'found that this key fails:',
  'provider_key.recovered': 'found that this key works again:',
  'provider_key.rewrapped': 'sealed anew the provider key for',
};

/** An event as the parts of a sentence: who, did what, to what. */
export function sentenceOf({ action, actor, subject }: AuditEvent): { who: string; did: string; what: string | null } {
  // Signing in is done by the person to nobody else.
  return { who: actor.name, did: VERBS[action], what: action === 'user.signed_in' ? null : subject.name };
}

/** In the order in which they are shown. */
const FIELDS: Record<string, string> = {
  full_name: 'Full name',
  email: 'E-mail',
  role: 'Role',
  department_id: 'Department',
  is_active: 'State',
  name: 'Name',
  slug: 'Address',
  scopes: 'Scopes',
  reason: 'Reason',
  source_name: 'Source',
  capability: 'Used for',
  provider: 'Provider',
  model: 'Model',
  resource: 'Resource',
  deployment: 'Deployment',
  outcome: 'Outcome',
  key_id: 'Key of the keyring',
  api_may_assign_super_admin: 'API tokens may change super admins',
};

/** Those whose changes are pairs of before and after; in others a list of two is just a list. */
const WITH_BEFORE = new Set<AuditAction>([
  'workspace.updated',
  'department.renamed',
  'user.updated',
  'user.deactivated',
  'user.reactivated',
  'provider_key.rewrapped',
]);

export interface Change {
  field: string;
  /** Undefined where there was nothing before. */
  before: string | undefined;
  after: string;
}

/** The changes of an event in words; `departments` gives names to ids. */
export function changesOf({ action, changes }: AuditEvent, departments: Map<string, string>): Change[] {
  const place = ([field]: [string, unknown]) => Object.keys(FIELDS).indexOf(field);
  const entries = Object.entries(changes ?? {}).toSorted((a, b) => place(a) - place(b));
  return entries.map(([field, value]) => {
    const word = (part: unknown) => wordOf(field, part, departments);
    const isPair = WITH_BEFORE.has(action) && Array.isArray(value) && value.length === 2;
    return {
      field: FIELDS[field] ?? field,
      before: isPair ? word(value[0]) : undefined,
      after: word(isPair ? value[1] : value),
    };
  });
}

function wordOf(field: string, value: unknown, departments: Map<string, string>): string {
  if (value === null || value === '') return 'None';
  if (field === 'is_active') return value === true ? 'Active' : 'Inactive';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (Array.isArray(value)) return value.map((part) => wordOf(field, part, departments)).join(', ');
  if (typeof value !== 'string') return JSON.stringify(value);
  if (field === 'department_id') return departments.get(value) ?? value;
  return CODE_WORDS[field]?.(value) ?? value;
}

/** Fields whose values are codes of the contract; undefined for a code that it does not have any more. */
const CODE_WORDS: Record<string, (value: string) => string | undefined> = {
  role: (value) => labelOf(Role, value, (role) => ROLE_NAMES[role]),
  capability: (value) => labelOf(Capability, value, (capability) => CAPABILITIES[capability].label),
  provider: (value) => labelOf(Provider, value, (provider) => PROVIDERS[provider].label),
  outcome: (value) =>
    value === 'undecryptable'
      ? 'Not decryptable with this keyring'
      : labelOf(KeyOutcome, value, (outcome) => KEY_OUTCOMES[outcome].label),
};

function labelOf<Code>(codes: z.ZodType<Code>, value: string, label: (code: Code) => string): string | undefined {
  const code = codes.safeParse(value);
  return code.success ? label(code.data) : undefined;
}
