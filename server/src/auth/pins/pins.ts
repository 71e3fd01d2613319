import { MAX_MANAGERS_ABOVE_PERSON } from '@training/shared/team/team';
import {
  MAX_SIGN_IN_CODES_PER_REQUEST,
  isPinRole,
  TeamPinStates,
  type ChangePin,
  type CreateSignInCodes,
  type PinOwnerRef,
  type PinState,
  type CreatedSignInCodes,
} from '@training/shared/pins/pins';
import { Role } from '@training/shared/permissions';
import { z } from 'zod';
import {
  requireActingPerson,
  departmentLimitOf,
  type Context,
  type SignInContext,
  type KeyringContext,
} from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { inTransaction } from '../../core/transaction.ts';
import { defineStatement, type StatementRunner } from '../../database/statements/statement.ts';
import { recordEvent } from '../../features/events/record-event.ts';
import { hashTypedCode, newTypedCode } from '../sessions/typed-code.ts';
import { SignInCodeEntity } from './pin.entity.ts';
import { verifyPin } from './pin-hash.ts';
import { withTryCounted, readSignInPauseEnds, tryLimitOfPerson, endSignInPause } from './sign-in-pauses.ts';
import { assertPinIsNotOwnNumber, endSessionsOfEarlierPin, preparePin, decryptPinHash } from './store-pin.ts';

/** Days within which a sign-in code can be used. */
const CODE_DAYS = 7;
/** Characters of a code, which are 60 random bits. */
const CODE_LENGTH = 12;

const Owner = z.strictObject({
  id: z.uuid(),
  full_name: z.string(),
  external_id: z.string().nullable(),
  role: Role,
  is_active: z.boolean(),
  is_on: z.boolean(),
  manages: z.boolean(),
  version: z.int().nullable(),
  key_id: z.string().nullable(),
  sealed: z.instanceof(Uint8Array).nullable(),
  code_expires_at: z.string().nullable(),
});

/** People, of whom trainers see those of their department. */
const LIST_OWNERS = defineStatement({
  name: 'list-owners-of-pins',
  scope: 'tenant',
  row: Owner,
  sql: `
select u.id, u.full_name, u.external_id, u.role, u.is_active, w.pin_sign_in as is_on, p.version, p.key_id, p.sealed,
  to_iso(c.expires_at) as code_expires_at,
  exists (select from users r where r.workspace_id = :workspaceId and r.manager_id = u.id) as manages
from users u
join workspaces w on w.id = :workspaceId::uuid
left join user_pins p on p.workspace_id = :workspaceId and p.id = u.id
left join sign_in_codes c on c.workspace_id = :workspaceId and c.user_id = u.id and c.expires_at > now()
where u.workspace_id = :workspaceId and u.id = any(:ids::uuid[])
  and (:department::uuid is null or u.department_id = :department)
  and (:managerId::uuid is null or u.id in (select team_of(:workspaceId, :managerId, :levels)))
order by u.full_name, u.id`,
});

type Owner = z.infer<typeof Owner>;

/** Returns whom the caller sees: their department, their team, or everyone. */
function scopeOf(ctx: Context) {
  const managerId = ctx.reach === 'team' ? requireActingPerson(ctx).id : null;
  return { department: departmentLimitOf(ctx), managerId, levels: MAX_MANAGERS_ABOVE_PERSON };
}

const EVERYONE = { department: null, managerId: null, levels: MAX_MANAGERS_ABOVE_PERSON };

const listOwners = (
  ctx: Context,
  ids: string[],
  scope: ReturnType<typeof scopeOf> = scopeOf(ctx),
  on: StatementRunner = ctx.db.pool,
): Promise<Owner[]> => LIST_OWNERS.all(on, { workspaceId: ctx.workspace.id, ids, ...scope });

/** Keeps roles and managers as they are until the codes are stored, which a change of them deletes. */
const HOLD_OWNERS = defineStatement({
  name: 'hold-owners-of-codes',
  scope: 'tenant',
  sql: `
with managers as materialized (select pg_advisory_xact_lock_shared(managers_lock(:workspaceId::uuid)))
select 1 from managers, users u where u.workspace_id = :workspaceId and u.id = any(:ids::uuid[])
order by u.id for share of u`,
});

const LIST_OF_TEAM = defineStatement({
  name: 'list-pins-of-team',
  scope: 'tenant',
  row: TeamPinStates.shape.people.element.omit({ paused_until: true }),
  sql: `
select u.id, u.full_name, u.picture, p.id is not null as has_pin
from users u
join workspaces w on w.id = :workspaceId::uuid and w.pin_sign_in
left join user_pins p on p.workspace_id = :workspaceId and p.id = u.id
where u.workspace_id = :workspaceId and u.is_active and u.role = 'learner' and u.external_id is not null
  and u.id in (select team_of(:workspaceId, :managerId, :levels))
order by p.id is not null, u.full_name, u.id limit ${MAX_SIGN_IN_CODES_PER_REQUEST}`,
});

/** Lists the people of the caller's team to whom they can give a code. */
export async function listTeamPinStates(ctx: Context): Promise<TeamPinStates> {
  const { id: managerId } = requireActingPerson(ctx);
  const asked = { workspaceId: ctx.workspace.id, managerId, levels: MAX_MANAGERS_ABOVE_PERSON };
  const people = await LIST_OF_TEAM.all(ctx.db.pool, asked);
  const paused = await readSignInPauseEnds(
    ctx.db,
    people.map(({ id }) => tryLimitOfPerson(ctx.workspace.id, id)),
  );
  return { people: people.map((person, at) => ({ ...person, paused_until: paused[at] ?? null })) };
}

/** @throws AppError `user_not_found`, also for people of other departments */
async function findOwner(ctx: Context, id: string): Promise<Owner> {
  const [owner] = await listOwners(ctx, [id]);
  if (!owner) throw new AppError('user_not_found', `There is no user ${id} that you can see.`);
  return owner;
}

/** Reason why a person can't have a PIN; null if they can. */
const obstacleOf = ({ external_id, role, is_active }: Owner) =>
  !is_active ? 'inactive' : !isPinRole(role) ? 'role' : external_id === null ? 'number' : null;

/** Reason why the caller can't give the person a code, with which anyone acts as them: they may do no more. */
function refusalOf({ reach }: Context, owner: Owner) {
  const obstacle = obstacleOf(owner);
  if (obstacle !== null || reach === 'workspace') return obstacle;
  if (owner.role !== 'learner') return 'trainer';
  return reach === 'department' && owner.manages ? 'manager' : null;
}

/** Returns whether a person has a PIN or a code. @throws AppError `user_not_found` */
export async function readPinState(ctx: Context, { user_id }: PinOwnerRef): Promise<PinState> {
  const owner = await findOwner(ctx, user_id);
  const [paused = null] = await readSignInPauseEnds(ctx.db, [tryLimitOfPerson(ctx.workspace.id, owner.id)]);
  return {
    is_offered: owner.is_on && refusalOf(ctx, owner) === null,
    has_pin: owner.version !== null,
    code_expires_at: owner.code_expires_at,
    paused_until: paused,
  };
}

/**
 * Creates sign-in codes to hand to people, who choose a PIN with them. A new code replaces an earlier one, and ends the
 * pause after wrong PINs. A PIN stays valid until its owner uses the code.
 * @throws AppError `pin_not_available` if the workspace doesn't offer it; `user_not_found`
 */
export async function createSignInCodes(
  ctx: SignInContext,
  { user_ids: ids }: CreateSignInCodes,
): Promise<CreatedSignInCodes> {
  const workspaceId = ctx.workspace.id;
  const found: CreatedSignInCodes = { codes: [], refused: [] };
  await inTransaction(ctx, async (em) => {
    await HOLD_OWNERS.run(em, { workspaceId, ids });
    const owners = await listOwners(ctx, ids, scopeOf(ctx), em);
    const unseen = ids.find((id) => !owners.some((owner) => owner.id === id));
    if (unseen !== undefined) throw new AppError('user_not_found', `There is no user ${unseen} that you can see.`);
    if (!owners.every(({ is_on }) => is_on)) {
      const words = 'The workspace doesn’t offer sign-in with a PIN. A super admin can switch it on in the settings.';
      throw new AppError('pin_not_available', words);
    }
    const expiresAt = new Date(ctx.now.getTime() + CODE_DAYS * 86_400_000);
    const rows = [];
    for (const owner of owners) {
      const { id: user_id, full_name, external_id } = owner;
      const reason = refusalOf(ctx, owner);
      if (reason !== null || external_id === null) {
        found.refused.push({ user_id, full_name, reason: reason ?? 'number' });
        continue;
      }
      const code = newTypedCode(CODE_LENGTH);
      const url = `${ctx.entry.origin()}/sign-in/pin?workspace=${ctx.workspace.slug}#${code}`;
      found.codes.push({ user_id, full_name, external_id, code, url, expires_at: expiresAt.toISOString() });
      const made = { createdAt: ctx.now, createdByName: ctx.actor.name, expiresAt };
      rows.push({ workspaceId, userId: user_id, hash: hashTypedCode(code), ...made });
    }
    // In one order, so that two who print codes for the same people don't wait for each other.
    rows.sort((one, other) => Number(one.userId > other.userId) - 0.5);
    if (rows.length > 0) await em.upsertMany(SignInCodeEntity, rows);
    for (const { user_id, full_name } of found.codes) {
      const subject = { kind: 'user', id: user_id, name: full_name };
      await recordEvent(em, ctx, { action: 'user.sign_in_code_created', subject });
    }
  });
  for (const { user_id } of found.codes) await endSignInPause(ctx.db, tryLimitOfPerson(workspaceId, user_id));
  return found;
}

/** Ends the pause after wrong PINs, also of the device where they were entered. @throws AppError `user_not_found` */
export async function unlockPin(ctx: Context, { user_id }: PinOwnerRef): Promise<PinState> {
  const { id, full_name: name } = await findOwner(ctx, user_id);
  await inTransaction(ctx, async (em) => {
    await recordEvent(em, ctx, { action: 'user.pin_unlocked', subject: { kind: 'user', id, name } });
  });
  await endSignInPause(ctx.db, tryLimitOfPerson(ctx.workspace.id, id));
  return readPinState(ctx, { user_id });
}

/**
 * Replaces the caller's own PIN, and ends their other sessions by PIN.
 * @param sessionId The caller's session, which stays.
 * @throws AppError `pin_refused`, `pin_paused`, `stale_version`
 */
export async function changeOwnPin(ctx: KeyringContext, { current, pin }: ChangePin, sessionId: string): Promise<void> {
  const { db, workspace } = ctx;
  const { keyring } = ctx.ai;
  const { id } = requireActingPerson(ctx);
  const [owner] = await listOwners(ctx, [id], EVERYONE);
  const named = { workspace, id, name: owner?.full_name ?? '' };
  const hash = owner && decryptPinHash(keyring, named, owner);
  const isRight = await withTryCounted(db, [tryLimitOfPerson(workspace.id, id)], () =>
    verifyPin(workspace.slug, current, hash),
  );
  if (!owner || !isRight) throw new AppError('pin_refused', 'The current PIN is wrong. Enter it again.');
  assertPinIsNotOwnNumber(owner, pin);
  const { version, store } = await preparePin({ db, keyring }, named, pin, owner.version);
  await inTransaction(ctx, (em) => store(em, ctx));
  await endSessionsOfEarlierPin(db, named, version, sessionId);
}
