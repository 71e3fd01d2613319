import { LockMode } from '@mikro-orm/core';
import type {
  RequireSuperAdminPasskeys,
  UpdateWorkspaceAsOperator,
  WorkspaceSettings,
} from '@training/shared/workspaces/workspaces';
import { z } from 'zod';
import type { Context } from '../../core/context.ts';
import { defineStatement, type StatementRunner } from '../../database/statements/statement.ts';
import { createWorkspaceEntityManager, inTransaction } from '../../core/transaction.ts';
import { AppError } from '../../core/errors.ts';
import { assertCatalogueLanguage } from '../../core/messages.ts';
import { findSession } from '../../auth/sessions/find-session.ts';
import { recordEvent } from '../events/record-event.ts';
import { WorkspaceEntity, type WorkspaceRow } from './workspace.entity.ts';
import { formatConfidenceThreshold } from './format-confidence-threshold.ts';

export async function readWorkspaceSettings(ctx: Context): Promise<WorkspaceSettings> {
  return settingsOf(await createWorkspaceEntityManager(ctx).findOneOrFail(WorkspaceEntity, { id: ctx.workspace.id }));
}

const IS_KNOWN_ZONE = defineStatement({
  name: 'is-known-time-zone',
  scope: 'global',
  unprepared: true,
  row: z.strictObject({ known: z.boolean() }),
  sql: `
select exists (select from pg_timezone_names where lower(name) = lower(:zone))
  and (lower(:zone) in ('utc', 'gmt')
    or not exists (select from pg_timezone_abbrevs where lower(abbrev) = lower(:zone))) as known`,
});

/**
 * Asserts that the database uses the same days for the time zone: it lacks some zones that Intl has, and treats CET as
 * an abbreviation without daylight saving time.
 * @throws AppError `invalid_request`
 */
async function assertKnownZone(on: StatementRunner, zone: string): Promise<void> {
  if ((await IS_KNOWN_ZONE.one(on, { zone })).known) return;
  const message = 'The database knows no time zone of this name; choose a region’s, such as Europe/Berlin';
  throw new AppError('invalid_request', `${message}.`, {
    fields: [{ path: 'time_zone', code: 'unknown_time_zone', message }],
  });
}

const COUNT_WITHOUT_EMAIL = defineStatement({
  name: 'count-people-without-email',
  scope: 'tenant',
  row: z.strictObject({ people: z.int() }),
  // Those who left may have lost theirs by retention.
  sql: `
select coalesce(sum(without_email), 0)::int as people from user_counts
where workspace_id = :workspaceId
  and (is_active or (select addresses_kept_days is null from workspaces where id = :workspaceId))`,
});

/** @throws AppError `people_without_email` */
async function assertEveryoneHasEmail(on: StatementRunner, workspaceId: string): Promise<void> {
  const { people } = await COUNT_WITHOUT_EMAIL.one(on, { workspaceId });
  if (people === 0) return;
  throw new AppError(
    'people_without_email',
    `${people === 1 ? 'One person has' : `${people} people have`} no e-mail address. Give each of them one first.`,
  );
}

/**
 * Changes the given settings and returns all of them. Unchanged values leave no audit row.
 * @throws AppError `invalid_request` if the database lacks the time zone, or the server the language;
 * `people_without_email` if people without an address are no longer to be allowed, and there are some
 */
export function updateWorkspaceSettings(
  ctx: Context,
  given: UpdateWorkspaceAsOperator & { name?: string },
): Promise<WorkspaceSettings> {
  const { id } = ctx.workspace;
  return inTransaction(ctx, async (em) => {
    const workspace = await em.findOneOrFail(WorkspaceEntity, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE });
    const before = settingsOf(workspace);
    const after: WorkspaceSettings = { ...before, ...definedOf(given) };
    after.sso_domains = [...new Set(after.sso_domains)].sort();
    if (after.time_zone !== before.time_zone) await assertKnownZone(em, after.time_zone);
    if (after.language !== before.language) assertCatalogueLanguage(after.language);
    if (before.people_without_email && !after.people_without_email) await assertEveryoneHasEmail(em, id);
    const changes = changesOf(before, after);
    if (Object.keys(changes).length === 0) return before;
    for (const [setting, property] of SETTINGS) Object.assign(workspace, { [property]: after[setting] });
    workspace.gradingTrust = after.grading_trust.by;
    workspace.gradingFigure = after.grading_trust.figure;
    await em.flush();
    const subject = { kind: 'workspace', id, name: after.name };
    await recordEvent(em, ctx, { action: 'workspace.updated', subject, changes });
    return after;
  });
}

/**
 * Switches whether super admins need a passkey. Whoever switches it on has one that works, so that not everyone is
 * locked out. @throws AppError `passkey_required`
 */
export async function setSuperAdminPasskeyRequirement(
  ctx: Context,
  given: RequireSuperAdminPasskeys,
  sessionId: string,
): Promise<WorkspaceSettings> {
  const session = await findSession(ctx.db, sessionId);
  if (given.require_passkey_for_super_admins && session?.confirmedBy !== 'passkey') {
    const words = 'A super admin who signed in with a passkey switches this on. Sign in with yours, then try again.';
    throw new AppError('passkey_required', words);
  }
  return updateWorkspaceSettings(ctx, given);
}

/** Properties of the entity by setting; `grading_trust` has two. */
const PROPERTIES = {
  name: 'name',
  time_zone: 'timeZone',
  language: 'language',
  api_may_assign_super_admin: 'apiMayAssignSuperAdmin',
  require_passkey_for_super_admins: 'requirePasskeyForSuperAdmins',
  require_single_sign_on: 'requireSingleSignOn',
  people_without_email: 'peopleWithoutEmail',
  managers_may_excuse: 'managersMayExcuse',
  pin_sign_in: 'pinSignIn',
  shared_devices: 'sharedDevices',
  due_soon_days: 'dueSoonDays',
  scim_brake_percent: 'scimBrakePercent',
  manager_told_days: 'managerToldDays',
  next_manager_told_days: 'nextManagerToldDays',
  session_days: 'sessionDays',
  recordings_kept_days: 'recordingsKeptDays',
  transcripts_kept_days: 'transcriptsKeptDays',
  addresses_kept_days: 'addressesKeptDays',
  sso_domains: 'ssoDomains',
} as const satisfies Record<keyof Omit<WorkspaceSettings, 'grading_trust'>, keyof WorkspaceRow>;

// `Object.entries` forgets which keys and values there are.
const SETTINGS = Object.entries(PROPERTIES) as [
  keyof typeof PROPERTIES,
  (typeof PROPERTIES)[keyof typeof PROPERTIES],
][];

function settingsOf(row: WorkspaceRow): WorkspaceSettings {
  const settings = Object.fromEntries(SETTINGS.map(([setting, property]) => [setting, row[property] ?? null]));
  const { gradingTrust: by, gradingFigure: figure } = row;
  // `Object.fromEntries` forgets the types of its values.
  return { ...settings, grading_trust: { by, figure: figure ?? null } } as unknown as WorkspaceSettings;
}

const definedOf = (given: Partial<WorkspaceSettings>) =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));

/** Returns the changes as the audit log shows them: `field: [before, after]`. */
function changesOf(before: WorkspaceSettings, after: WorkspaceSettings): Record<string, [unknown, unknown]> {
  const inWords = (settings: WorkspaceSettings) => ({
    ...settings,
    sso_domains: settings.sso_domains.join(', '),
    grading_trust: formatConfidenceThreshold(settings.grading_trust),
  });
  const [from, to] = [inWords(before), inWords(after)];
  const fields = [...SETTINGS.map(([setting]) => setting), 'grading_trust' as const];
  return Object.fromEntries(
    fields.filter((field) => from[field] !== to[field]).map((field) => [field, [from[field], to[field]]]),
  );
}
