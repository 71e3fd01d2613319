import { z } from 'zod';
import { contractMessage } from '#contract';
import { ConfidenceThresholdSetting } from '../grading/grading-trust.ts';
import { Language } from '../i18n/languages.ts';
import { labelSchema } from '../primitives.ts';

/**
 * Paths that can't be slugs. The console's URLs start with a workspace's slug, next to the server's own paths. Its
 * pages also exist without a slug, and redirect to the last used workspace.
 */
const RESERVED = new Set([
  'api',
  'assets',
  'healthz',
  'metrics',
  'readyz',
  'sign-in',
  'account',
  'ai',
  'analytics',
  'assignments',
  'audit',
  'courses',
  'departments',
  'grading',
  'people',
  'recommended',
  'reviews',
  'settings',
  'team',
  'training',
  'translations',
]);

/** Identifies a workspace in URLs and commands: `harbour-field`. */
export const WorkspaceSlug = z
  .string()
  .min(2, { error: () => contractMessage('atLeastCharacters', { minimum: 2 }) })
  .max(63, { error: () => contractMessage('atMostCharacters', { maximum: 63 }) })
  .regex(/^[a-z0-9](-?[a-z0-9])*$/, { error: () => contractMessage('slug') })
  .refine((slug) => !RESERVED.has(slug), { error: () => contractMessage('slugReserved') });

export const CreateWorkspace = z.strictObject({ name: labelSchema(200), slug: WorkspaceSlug });
export type CreateWorkspace = z.infer<typeof CreateWorkspace>;

/** An IANA time zone name. Intl also accepts offsets such as `+02:00`, which have no daylight saving time. */
export const TimeZone = z
  .string()
  .max(64)
  .refine(isTimeZone, { error: () => contractMessage('timeZone') })
  .meta({ examples: ['Europe/Berlin'] });

function isTimeZone(name: string): boolean {
  if (!/^[A-Z][\w+-]*(\/[A-Z][\w+-]*)*$/.test(name)) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

const LABEL = '[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?';

/** The part after the @ of an e-mail address, in lower case. */
export const EmailDomain = z
  .string()
  .trim()
  .toLowerCase()
  .max(253)
  .regex(new RegExp(`^${LABEL}(\\.${LABEL})*$`), { error: () => contractMessage('mailDomain') });

export const WorkspaceSettings = z.strictObject({
  name: labelSchema(200),
  time_zone: TimeZone.describe('What a day and a night are in this workspace.'),
  language: Language.describe('For people who have chosen none, and texts for nobody in particular.'),
  api_may_assign_super_admin: z.boolean().describe('Whether API tokens may make and change super admins.'),
  people_without_email: z
    .boolean()
    .describe('Whether people may have no e-mail address, but the number of an HR system.'),
  managers_may_excuse: z.boolean().describe('Whether managers may excuse people of their team from training.'),
  pin_sign_in: z.boolean().describe('Whether learners and trainers may sign in with their number and a PIN.'),
  shared_devices: z.boolean().describe('Whether they do on devices that they share.'),
  due_soon_days: z.int().min(1).max(60).describe('How many days before its due date training is due soon.'),
  manager_told_days: z
    .int()
    .min(0)
    .max(365)
    .nullable()
    .describe('How many days after its due date a person’s manager is told of training; null: never.'),
  next_manager_told_days: z
    .int()
    .min(0)
    .max(365)
    .nullable()
    .describe('How many days after its due date the manager’s manager is told of training; null: never.'),
  scim_brake_percent: z
    .int()
    .min(1)
    .max(100)
    .describe('The share of active people, in percent, of which a sync may deactivate no more within an hour.'),
  session_days: z
    .int()
    .min(1)
    .max(30)
    .describe('After how many days without use people sign in again, in all of their workspaces.'),
  recordings_kept_days: z
    .int()
    .min(30)
    .max(365)
    .describe('For how many days after the last grade recordings of spoken answers are kept.'),
  transcripts_kept_days: z
    .int()
    .min(30)
    .max(3650)
    .nullable()
    .describe('For how many days after the last grade their transcripts are kept; null: always.'),
  addresses_kept_days: z
    .int()
    .min(1)
    .max(3650)
    .nullable()
    .describe('For how many days after their last change e-mail addresses of inactive people are kept; null: always.'),
  sso_domains: z
    .array(EmailDomain)
    .max(50)
    .describe(
      'Single sign-on opens the workspace to e-mails of these domains. While there are none, it does so only where the ' +
        'installation has no other workspace.',
    ),
  require_passkey_for_super_admins: z
    .boolean()
    .describe('Whether super admins enter the workspace only with a passkey or a recovery code.'),
  require_single_sign_on: z
    .boolean()
    .describe('Whether people of the verified domains enter the workspace only by its own issuer.'),
  grading_trust: ConfidenceThresholdSetting.describe(
    'From which confidence on a model’s grade of a spoken answer counts at once.',
  ),
});
export type WorkspaceSettings = z.infer<typeof WorkspaceSettings>;

/** Sets a workspace as its operator. Omitted fields stay unchanged. */
export const UpdateWorkspaceAsOperator = WorkspaceSettings.omit({ name: true }).partial();
export type UpdateWorkspaceAsOperator = z.infer<typeof UpdateWorkspaceAsOperator>;

/** Only a super admin who signed in with a passkey may switch it on. */
export const RequireSuperAdminPasskeys = WorkspaceSettings.pick({ require_passkey_for_super_admins: true });
export type RequireSuperAdminPasskeys = z.infer<typeof RequireSuperAdminPasskeys>;

const ChangedSettings = WorkspaceSettings.pick({
  name: true,
  time_zone: true,
  language: true,
  people_without_email: true,
  managers_may_excuse: true,
  pin_sign_in: true,
  shared_devices: true,
  due_soon_days: true,
  manager_told_days: true,
  next_manager_told_days: true,
  scim_brake_percent: true,
  session_days: true,
  recordings_kept_days: true,
  transcripts_kept_days: true,
  addresses_kept_days: true,
});

/**
 * Settings that a workspace's super admins may change. The rest are security settings that only the operator may
 * change.
 */
export const UpdateWorkspace = ChangedSettings.partial().extend(
  ChangedSettings.pick({ name: true, time_zone: true }).shape,
);
export type UpdateWorkspace = z.infer<typeof UpdateWorkspace>;
