import { LockMode } from '@mikro-orm/core';
import type { RequirePasskeys, SetWorkspace, WorkspaceSettings } from '@training/shared/workspaces/workspaces';
import { z } from 'zod';
import type { Context } from '../../core/context.ts';
import { defineStatement, type Runner } from '../../database/statements/statement.ts';
import { entityManager, inTransaction } from '../../core/transaction.ts';
import { AppError } from '../../core/errors.ts';
import { assertOffered } from '../../core/messages.ts';
import { findSession } from '../../auth/sessions/find-session.ts';
import { recordEvent } from '../events/record-event.ts';
import { WorkspaceEntity, type WorkspaceRow } from './workspace.entity.ts';
import { trustInWords } from './trust-in-words.ts';

export async function readSettings(ctx: Context): Promise<WorkspaceSettings> {
  return settingsOf(await entityManager(ctx).findOneOrFail(WorkspaceEntity, { id: ctx.workspace.id }));
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
async function assertKnownZone(on: Runner, zone: string): Promise<void> {
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
  sql: 'select coalesce(sum(without_email), 0)::int as people from user_counts where workspace_id = :workspaceId',
});

/** @throws AppError `people_without_email` */
async function assertEveryoneHasEmail(on: Runner, workspaceId: string): Promise<void> {
  const { people } = await COUNT_WITHOUT_EMAIL.one(on, { workspaceId });
  if (people === 0) return;
  throw new AppError(
    'people_without_email',
    `${people === 1 ? 'One person has' : `${people} people have`} no e-mail address, active or not. Give each of them one first.`,
  );
}

/**
 * Changes the given settings and returns all of them. Unchanged values leave no audit row.
 * @throws AppError `invalid_request` if the database lacks the time zone, or the server the language;
 * `people_without_email` if people without an address are no longer to be allowed, and there are some
 */
export function setWorkspace(ctx: Context, given: SetWorkspace & { name?: string }): Promise<WorkspaceSettings> {
  const { id } = ctx.workspace;
  return inTransaction(ctx, async (em) => {
    const workspace = await em.findOneOrFail(WorkspaceEntity, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE });
    const before = settingsOf(workspace);
    const after: WorkspaceSettings = {
      name: given.name ?? before.name,
      time_zone: given.time_zone ?? before.time_zone,
      language: given.language ?? before.language,
      api_may_assign_super_admin: given.api_may_assign_super_admin ?? before.api_may_assign_super_admin,
      require_passkey_for_super_admins:
        given.require_passkey_for_super_admins ?? before.require_passkey_for_super_admins,
      require_single_sign_on: given.require_single_sign_on ?? before.require_single_sign_on,
      people_without_email: given.people_without_email ?? before.people_without_email,
      managers_may_excuse: given.managers_may_excuse ?? before.managers_may_excuse,
      pin_sign_in: given.pin_sign_in ?? before.pin_sign_in,
      shared_devices: given.shared_devices ?? before.shared_devices,
      due_soon_days: given.due_soon_days ?? before.due_soon_days,
      scim_brake_percent: given.scim_brake_percent ?? before.scim_brake_percent,
      // Null means never.
      manager_told_days: given.manager_told_days === undefined ? before.manager_told_days : given.manager_told_days,
      next_manager_told_days:
        given.next_manager_told_days === undefined ? before.next_manager_told_days : given.next_manager_told_days,
      sso_domains: given.sso_domains ? [...new Set(given.sso_domains)].sort() : before.sso_domains,
      grading_trust: given.grading_trust ?? before.grading_trust,
    };
    if (after.time_zone !== before.time_zone) await assertKnownZone(em, after.time_zone);
    if (after.language !== before.language) assertOffered(after.language);
    if (before.people_without_email && !after.people_without_email) await assertEveryoneHasEmail(em, id);
    const changes = changesOf(before, after);
    if (Object.keys(changes).length === 0) return before;
    workspace.name = after.name;
    workspace.timeZone = after.time_zone;
    workspace.language = after.language;
    workspace.apiMayAssignSuperAdmin = after.api_may_assign_super_admin;
    workspace.requirePasskeyForSuperAdmins = after.require_passkey_for_super_admins;
    workspace.requireSingleSignOn = after.require_single_sign_on;
    workspace.peopleWithoutEmail = after.people_without_email;
    workspace.managersMayExcuse = after.managers_may_excuse;
    workspace.pinSignIn = after.pin_sign_in;
    workspace.sharedDevices = after.shared_devices;
    workspace.dueSoonDays = after.due_soon_days;
    workspace.scimBrakePercent = after.scim_brake_percent;
    workspace.managerToldDays = after.manager_told_days;
    workspace.nextManagerToldDays = after.next_manager_told_days;
    workspace.ssoDomains = after.sso_domains;
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
export async function requirePasskeys(
  ctx: Context,
  given: RequirePasskeys,
  sessionId: string,
): Promise<WorkspaceSettings> {
  const session = await findSession(ctx.db, sessionId);
  if (given.require_passkey_for_super_admins && session?.confirmedBy !== 'passkey') {
    const words = 'A super admin who signed in with a passkey switches this on. Sign in with yours, then try again.';
    throw new AppError('passkey_required', words);
  }
  return setWorkspace(ctx, given);
}

function settingsOf(row: WorkspaceRow): WorkspaceSettings {
  return {
    name: row.name,
    time_zone: row.timeZone,
    language: row.language,
    api_may_assign_super_admin: row.apiMayAssignSuperAdmin,
    require_passkey_for_super_admins: row.requirePasskeyForSuperAdmins,
    require_single_sign_on: row.requireSingleSignOn,
    people_without_email: row.peopleWithoutEmail,
    managers_may_excuse: row.managersMayExcuse,
    pin_sign_in: row.pinSignIn,
    shared_devices: row.sharedDevices,
    due_soon_days: row.dueSoonDays,
    scim_brake_percent: row.scimBrakePercent,
    manager_told_days: row.managerToldDays ?? null,
    next_manager_told_days: row.nextManagerToldDays ?? null,
    sso_domains: row.ssoDomains,
    grading_trust: { by: row.gradingTrust, figure: row.gradingFigure ?? null },
  };
}

/** Changes as shown in the audit log: `field: [before, after]`. */
function changesOf(before: WorkspaceSettings, after: WorkspaceSettings): Record<string, [unknown, unknown]> {
  const pairs = [
    ['name', before.name, after.name],
    ['time_zone', before.time_zone, after.time_zone],
    ['language', before.language, after.language],
    ['api_may_assign_super_admin', before.api_may_assign_super_admin, after.api_may_assign_super_admin],
    [
      'require_passkey_for_super_admins',
      before.require_passkey_for_super_admins,
      after.require_passkey_for_super_admins,
    ],
    ['require_single_sign_on', before.require_single_sign_on, after.require_single_sign_on],
    ['people_without_email', before.people_without_email, after.people_without_email],
    ['managers_may_excuse', before.managers_may_excuse, after.managers_may_excuse],
    ['pin_sign_in', before.pin_sign_in, after.pin_sign_in],
    ['shared_devices', before.shared_devices, after.shared_devices],
    ['due_soon_days', before.due_soon_days, after.due_soon_days],
    ['scim_brake_percent', before.scim_brake_percent, after.scim_brake_percent],
    ['manager_told_days', before.manager_told_days, after.manager_told_days],
    ['next_manager_told_days', before.next_manager_told_days, after.next_manager_told_days],
    ['sso_domains', before.sso_domains.join(', '), after.sso_domains.join(', ')],
    ['grading_trust', trustInWords(before.grading_trust), trustInWords(after.grading_trust)],
  ] as const;
  const changed = pairs.filter(([, from, to]) => from !== to);
  return Object.fromEntries(changed.map(([field, from, to]) => [field, [from, to]]));
}
