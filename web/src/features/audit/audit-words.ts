import type { MessageKey } from '@training/shared/i18n/translator';
import type { AuditEvent } from '@training/shared/audit/audit';
import { isOldNewPairField } from '@training/shared/events/events';
import type { ActorKind } from '@training/shared/events/outgoing-events';
import { Role } from '@training/shared/permissions';
import {
  AiCapability,
  KeyTestOutcome,
  AI_PROVIDER_TRAITS,
  AiProvider,
} from '@training/shared/provider-keys/provider-keys';
import type { z } from 'zod';
import { auditAudienceNameOf, roleNameOf } from '../../lib/roles.ts';
import { moduleStateInWords } from './state-changes.ts';
import { locale } from '../../lib/i18n/language.ts';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('audit');
const names = translatorOf('ai-names');

export const ACTOR_KIND_MESSAGE_KEYS = {
  user: 'area.people',
  token: 'area.apiTokens',
  system: 'theSystem',
} as const satisfies Record<ActorKind, MessageKey<'audit'>>;

/** Fields with a label, in display order. */
const FIELDS = [
  'full_name',
  'email',
  'external_id',
  'role',
  'department_id',
  'manager_id',
  'is_active',
  'name',
  'title',
  'slug',
  'scopes',
  'reason',
  'source_name',
  'status',
  'workflow',
  'course_published',
  'claimed_by',
  'queried',
  'items',
  'round',
  'learner',
  'score',
  'words',
  'comment',
  'to',
  'due_on',
  'due_days',
  'joiners',
  'again',
  'module',
  'expires_at',
  'capability',
  'provider',
  'model',
  'resource',
  'deployment',
  'endpoint',
  'host',
  'context_tokens',
  'outcome',
  'types',
  'folders',
  'documents',
  'passkey',
  'method',
  'time_zone',
  'require_passkey_for_super_admins',
  'require_single_sign_on',
  'client_id',
  'verified_by',
  'api_may_assign_super_admin',
  'people_without_email',
  'managers_may_excuse',
  'pin_sign_in',
  'shared_devices',
  'due_soon_days',
  'scim_brake_percent',
  'session_days',
  'recordings_kept_days',
  'transcripts_kept_days',
  'addresses_kept_days',
  'manager_told_days',
  'next_manager_told_days',
  'grading_trust',
] as const;
type Field = (typeof FIELDS)[number];

const isField = (field: string): field is Field => (FIELDS as readonly string[]).includes(field);

/** Returns true for technical fields: ids, hashes, and versions that change with each save. */
const isTechnicalField = (field: string) =>
  field !== 'department_id' &&
  field !== 'manager_id' &&
  field !== 'external_id' &&
  /(?:^|_)(?:id|hash|version|by)$|^modules$/.test(field) &&
  field !== 'claimed_by';

export interface AuditFieldChange {
  field: string;
  /** Undefined if there was no previous value. */
  before: string | undefined;
  after: string;
  /** True if it is irrelevant to most readers. */
  isTechnical: boolean;
}

/** Describes the changes of an event in words. `names` has those of departments and managers by id. */
export function describeChanges({ action, changes }: AuditEvent, names: Map<string, string>): AuditFieldChange[] {
  const order: readonly string[] = FIELDS;
  const place = ([field]: [string, unknown]) => order.indexOf(field);
  const entries = Object.entries(changes ?? {}).toSorted((a, b) => place(a) - place(b));
  return entries.map(([field, value]) => {
    const word = (part: unknown) => wordOf(field, part, names);
    const pair = isOldNewPairField(action, field) && Array.isArray(value) && value.length === 2 ? value : undefined;
    // Each save records the number of items, even if unchanged. Of URLs only the host is shown, so equal values can
    // still mean a change.
    const isUnchanged = pair !== undefined && field === 'items' && pair[0] === pair[1];
    return {
      field: isField(field) ? t(`field.${field}`) : nameOf(field),
      before: pair && !isUnchanged ? word(pair[0]) : undefined,
      after: word(pair ? pair[1] : value),
      isTechnical: isTechnicalField(field),
    };
  });
}

const values = new Intl.ListFormat(locale, { type: 'unit', style: 'short' });

/** Returns "Pass mark" for `pass_mark`. */
const nameOf = (field: string) => field.charAt(0).toUpperCase() + field.slice(1).replaceAll('_', ' ');

function wordOf(field: string, value: unknown, names: Map<string, string>): string {
  if (value === null || value === '') return t('none');
  if (field === 'is_active') return value === true ? t('active') : t('inactive');
  if (typeof value === 'boolean') return value ? t('yes') : t('no');
  if (Array.isArray(value)) return values.format(value.map((part) => wordOf(field, part, names)));
  if (typeof value === 'number') return value.toLocaleString();
  if (typeof value !== 'string') return JSON.stringify(value);
  if (field === 'department_id' || field === 'manager_id') return names.get(value) ?? value;
  return CODE_WORDS[field]?.(value) ?? value;
}

/** Labels of fields that hold codes of the contract; undefined for a code that no longer exists. */
const CODE_WORDS: Record<string, (value: string) => string | undefined> = {
  to: auditAudienceNameOf,
  status: moduleStateInWords,
  workflow: moduleStateInWords,
  method: (value) => (value === 'passkey' || value === 'single_sign_on' ? t(`method.${value}`) : undefined),
  role: (value) => labelOf(Role, value, roleNameOf),
  capability: (value) => labelOf(AiCapability, value, (capability) => names(`capability.${capability}`)),
  provider: (value) => labelOf(AiProvider, value, (provider) => AI_PROVIDER_TRAITS[provider].label),
  outcome: (value) =>
    value === 'undecryptable'
      ? t('undecryptable')
      : labelOf(KeyTestOutcome, value, (outcome) => names(`outcome.${outcome}`)),
};

function labelOf<Code>(codes: z.ZodType<Code>, value: string, label: (code: Code) => string): string | undefined {
  const code = codes.safeParse(value);
  return code.success ? label(code.data) : undefined;
}
