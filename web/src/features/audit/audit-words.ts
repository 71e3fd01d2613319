import type { AuditEvent } from '@training/shared/audit/audit';
import { isPair } from '@training/shared/events/events';
import type { ActorKind } from '@training/shared/events/outgoing-events';
import { Role } from '@training/shared/permissions';
import {
  CAPABILITIES,
  Capability,
  KEY_OUTCOMES,
  KeyOutcome,
  PROVIDERS,
  Provider,
} from '@training/shared/provider-keys/provider-keys';
import type { z } from 'zod';
import { audienceTold, ROLE_NAMES } from '../../lib/roles.ts';
import { PLACES } from './moves.ts';

export const ACTOR_KINDS: Record<ActorKind, string> = { user: 'People', token: 'API tokens', system: 'The system' };

/** Labels in display order. */
const FIELDS: Record<string, string> = {
  full_name: 'Full name',
  email: 'E-mail',
  role: 'Role',
  department_id: 'Department',
  is_active: 'State',
  name: 'Name',
  title: 'Title',
  slug: 'Address',
  scopes: 'Scopes',
  reason: 'Reason',
  source_name: 'Source',
  status: 'Status',
  workflow: 'Working copy',
  course_published: 'Course shown to learners',
  claimed_by: 'Reviewer',
  queried: 'Sections sent back',
  items: 'Items',
  round: 'Round',
  learner: 'Learner',
  score: 'Score',
  words: 'In their words',
  comment: 'Comment',
  to: 'For',
  due_on: 'Due on',
  due_days: 'Days to do it',
  joiners: 'Includes people who join later',
  again: 'Assigned again after completion',
  module: 'Module',
  expires_at: 'Certificate until',
  capability: 'Used for',
  provider: 'Provider',
  model: 'Model',
  resource: 'Resource',
  deployment: 'Deployment',
  endpoint: 'Endpoint',
  host: 'Host',
  context_tokens: 'Context window',
  outcome: 'Outcome',
  types: 'Events',
  folders: 'Folders',
  documents: 'Documents',
  time_zone: 'Time zone',
  api_may_assign_super_admin: 'API tokens may change super admins',
  grading_trust: 'Grades of spoken answers count at once',
};

/** Returns true for technical fields: ids, hashes, and versions that change with each save. */
const isTechnicalField = (field: string) =>
  field !== 'department_id' && /(?:^|_)(?:id|hash|version|by)$|^modules$/.test(field) && field !== 'claimed_by';

export interface Change {
  field: string;
  /** Undefined if there was no previous value. */
  before: string | undefined;
  after: string;
  /** True if it is irrelevant to most readers. */
  isTechnical: boolean;
}

/** Describes the changes of an event in words. `departments` maps ids to names. */
export function changesTold({ action, changes }: AuditEvent, departments: Map<string, string>): Change[] {
  const order = Object.keys(FIELDS);
  const place = ([field]: [string, unknown]) => order.indexOf(field);
  const entries = Object.entries(changes ?? {}).toSorted((a, b) => place(a) - place(b));
  return entries.map(([field, value]) => {
    const word = (part: unknown) => wordOf(field, part, departments);
    const pair = isPair(action, field) && Array.isArray(value) && value.length === 2 ? value : undefined;
    // Each save records the number of items, even if unchanged. Of URLs only the host is shown, so equal values can
    // still mean a change.
    const isUnchanged = pair !== undefined && field === 'items' && pair[0] === pair[1];
    return {
      field: FIELDS[field] ?? nameOf(field),
      before: pair && !isUnchanged ? word(pair[0]) : undefined,
      after: word(pair ? pair[1] : value),
      isTechnical: isTechnicalField(field),
    };
  });
}

/** Returns "Pass mark" for `pass_mark`. */
const nameOf = (field: string) => field.charAt(0).toUpperCase() + field.slice(1).replaceAll('_', ' ');

function wordOf(field: string, value: unknown, departments: Map<string, string>): string {
  if (value === null || value === '') return 'None';
  if (field === 'is_active') return value === true ? 'Active' : 'Inactive';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (Array.isArray(value)) return value.map((part) => wordOf(field, part, departments)).join(', ');
  if (typeof value === 'number') return value.toLocaleString();
  if (typeof value !== 'string') return JSON.stringify(value);
  if (field === 'department_id') return departments.get(value) ?? value;
  return CODE_WORDS[field]?.(value) ?? value;
}

/** Labels of fields that hold codes of the contract; undefined for a code that no longer exists. */
const CODE_WORDS: Record<string, (value: string) => string | undefined> = {
  to: audienceTold,
  status: (value) => PLACES[value],
  workflow: (value) => PLACES[value],
  role: (value) => labelOf(Role, value, (role) => ROLE_NAMES[role]),
  capability: (value) => labelOf(Capability, value, (capability) => CAPABILITIES[capability].label),
  provider: (value) => labelOf(Provider, value, (provider) => PROVIDERS[provider].label),
  outcome: (value) =>
    value === 'undecryptable'
      ? 'Can’t be decrypted with this keyring'
      : labelOf(KeyOutcome, value, (outcome) => KEY_OUTCOMES[outcome].label),
};

function labelOf<Code>(codes: z.ZodType<Code>, value: string, label: (code: Code) => string): string | undefined {
  const code = codes.safeParse(value);
  return code.success ? label(code.data) : undefined;
}
