import type { AuditEvent } from '@training/shared/audit';
import { describeAction } from '@training/shared/events';
import type { ActorKind } from '@training/shared/outgoing-events';
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

/** An event as the parts of a sentence: who, did what, to what. */
export function sentenceOf({ action, actor, subject }: AuditEvent): { who: string; did: string; what: string | null } {
  // Signing in is done by the person to nobody else.
  return { who: actor.name, did: describeAction(action).did, what: action === 'user.signed_in' ? null : subject.name };
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

export interface Change {
  field: string;
  /** Undefined where there was nothing before. */
  before: string | undefined;
  after: string;
}

/** The changes of an event in words; `departments` gives names to ids. */
export function changesTold({ action, changes }: AuditEvent, departments: Map<string, string>): Change[] {
  const place = ([field]: [string, unknown]) => Object.keys(FIELDS).indexOf(field);
  const entries = Object.entries(changes ?? {}).toSorted((a, b) => place(a) - place(b));
  return entries.map(([field, value]) => {
    const word = (part: unknown) => wordOf(field, part, departments);
    const isPair = describeAction(action).pairs && Array.isArray(value) && value.length === 2;
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
