import { MOST_LEVELS } from '@training/shared/team/team';
import {
  MOST_CODES,
  PIN_ROLES,
  TeamPins,
  type ChangePin,
  type CreateSignInCodes,
  type NamePinOwner,
  type PinState,
  type SignInCodes,
} from '@training/shared/pins/pins';
import { Role } from '@training/shared/permissions';
import { z } from 'zod';
import {
  actingPersonOf,
  ownDepartment,
  type Context,
  type EntryContext,
  type SigningContext,
} from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { inTransaction } from '../../core/transaction.ts';
import { defineStatement } from '../../database/statements/statement.ts';
import { recordEvent } from '../../features/events/record-event.ts';
import { hashTypedCode, newTypedCode } from '../sessions/typed-code.ts';
import { SignInCodeEntity } from './pin.entity.ts';
import { verifyPin } from './pin-hash.ts';
import { countTry, forgetTries, pausedUntil, personCounted } from './sign-in-pauses.ts';
import { assertNotOwnNumber, forgetEarlierPin, newPin, openPin } from './store-pin.ts';

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
  version: z.int().nullable(),
  key_id: z.string().nullable(),
  sealed: z.instanceof(Uint8Array).nullable(),
  code_expires_at: z.date().nullable(),
});

/** People, of whom trainers see those of their department. */
const LIST_OWNERS = defineStatement({
  name: 'list-owners-of-pins',
  scope: 'tenant',
  row: Owner,
  sql: `
select u.id, u.full_name, u.external_id, u.role, u.is_active, w.pin_sign_in as is_on, p.version, p.key_id, p.sealed,
  c.expires_at as code_expires_at
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
  const managerId = ctx.reach === 'team' ? actingPersonOf(ctx).id : null;
  return { department: ownDepartment(ctx), managerId, levels: MOST_LEVELS };
}

const EVERYONE = { department: null, managerId: null, levels: MOST_LEVELS };

const listOwners = (ctx: Context, ids: string[], scope = scopeOf(ctx)): Promise<Owner[]> =>
  LIST_OWNERS.all(ctx.db.pool, { workspaceId: ctx.workspace.id, ids, ...scope });

const LIST_OF_TEAM = defineStatement({
  name: 'list-pins-of-team',
  scope: 'tenant',
  row: TeamPins.shape.people.element,
  sql: `
select u.id, u.full_name, p.id is not null as has_pin
from users u
join workspaces w on w.id = :workspaceId::uuid and w.pin_sign_in
left join user_pins p on p.workspace_id = :workspaceId and p.id = u.id
where u.workspace_id = :workspaceId and u.is_active and u.role = 'learner' and u.external_id is not null
  and u.id in (select team_of(:workspaceId, :managerId, :levels))
order by p.id is not null, u.full_name, u.id limit ${MOST_CODES}`,
});

/** Lists the people of the caller's team to whom they can give a code. */
export async function listTeamPins(ctx: Context): Promise<TeamPins> {
  const { id: managerId } = actingPersonOf(ctx);
  const asked = { workspaceId: ctx.workspace.id, managerId, levels: MOST_LEVELS };
  return { people: await LIST_OF_TEAM.all(ctx.db.pool, asked) };
}

/** @throws AppError `user_not_found`, also for people of other departments */
async function findOwner(ctx: Context, id: string): Promise<Owner> {
  const [owner] = await listOwners(ctx, [id]);
  if (!owner) throw new AppError('user_not_found', `There is no user ${id} that you can see.`);
  return owner;
}

const isPinRole = (role: Role) => PIN_ROLES.some((each) => each === role);

/** Reason why a person can't have a PIN; null if they can. */
const obstacleOf = ({ external_id, role, is_active }: Owner) =>
  !is_active ? 'inactive' : !isPinRole(role) ? 'role' : external_id === null ? 'number' : null;

/** Reason why the caller can't give the person a code. Anyone can use it, so super admins give it to trainers. */
const refusalOf = ({ reach }: Context, owner: Owner) =>
  obstacleOf(owner) ?? (reach !== 'workspace' && owner.role !== 'learner' ? 'trainer' : null);

/** Returns whether a person has a PIN or a code. @throws AppError `user_not_found` */
export async function readPinState(ctx: Context, { user_id }: NamePinOwner): Promise<PinState> {
  const owner = await findOwner(ctx, user_id);
  const paused = await pausedUntil(ctx.db, personCounted(ctx.workspace.id, owner.id));
  return {
    is_offered: owner.is_on && refusalOf(ctx, owner) === null,
    has_pin: owner.version !== null,
    code_expires_at: owner.code_expires_at?.toISOString() ?? null,
    paused_until: paused?.toISOString() ?? null,
  };
}

/**
 * Creates sign-in codes to hand to people, who choose a PIN with them. A new code replaces an earlier one, and ends the
 * pause after wrong PINs. A PIN stays valid until its owner uses the code.
 * @throws AppError `pin_not_available` if the workspace doesn't offer it; `user_not_found`
 */
export async function createSignInCodes(ctx: EntryContext, { user_ids }: CreateSignInCodes): Promise<SignInCodes> {
  const workspaceId = ctx.workspace.id;
  const owners = await listOwners(ctx, user_ids);
  const unseen = user_ids.find((id) => !owners.some((owner) => owner.id === id));
  if (unseen !== undefined) throw new AppError('user_not_found', `There is no user ${unseen} that you can see.`);
  if (!owners.every(({ is_on }) => is_on)) {
    const words = 'The workspace doesn’t offer sign-in with a PIN. A super admin can switch it on in the settings.';
    throw new AppError('pin_not_available', words);
  }
  const expires = new Date(ctx.now.getTime() + CODE_DAYS * 86_400_000);
  const refused: SignInCodes['refused'] = [];
  const codes: SignInCodes['codes'] = [];
  for (const owner of owners) {
    const { id, full_name, external_id } = owner;
    const reason = refusalOf(ctx, owner);
    if (reason !== null || external_id === null) refused.push({ user_id: id, full_name, reason: reason ?? 'number' });
    else {
      const code = newTypedCode(CODE_LENGTH);
      const url = `${ctx.entry.origin()}/sign-in/pin?workspace=${ctx.workspace.slug}#${code}`;
      codes.push({ user_id: id, full_name, external_id, code, url, expires_at: expires.toISOString() });
    }
  }
  await inTransaction(ctx, async (em) => {
    const rows = codes.map(({ user_id, code }) => ({
      workspaceId,
      userId: user_id,
      hash: hashTypedCode(code),
      createdAt: ctx.now,
      createdByName: ctx.actor.name,
      expiresAt: expires,
    }));
    // In one order, so that two who print codes for the same people don't wait for each other.
    rows.sort((one, other) => Number(one.userId > other.userId) - 0.5);
    if (rows.length > 0) await em.upsertMany(SignInCodeEntity, rows);
    for (const { user_id, full_name } of codes) {
      const subject = { kind: 'user', id: user_id, name: full_name };
      await recordEvent(em, ctx, { action: 'user.sign_in_code_created', subject });
    }
  });
  await forgetTries(
    ctx.db,
    codes.map(({ user_id }) => personCounted(workspaceId, user_id)),
  );
  return { codes, refused };
}

/** Ends the pause after wrong PINs. @throws AppError `user_not_found` */
export async function unlockPin(ctx: Context, { user_id }: NamePinOwner): Promise<PinState> {
  const { id, full_name: name } = await findOwner(ctx, user_id);
  await inTransaction(ctx, async (em) => {
    await recordEvent(em, ctx, { action: 'user.pin_unlocked', subject: { kind: 'user', id, name } });
  });
  await forgetTries(ctx.db, [personCounted(ctx.workspace.id, id)]);
  return readPinState(ctx, { user_id });
}

/**
 * Replaces the caller's own PIN, and ends their other sessions by PIN.
 * @param sessionId The caller's session, which stays.
 * @throws AppError `pin_refused`, `pin_paused`, `stale_version`
 */
export async function changePin(ctx: SigningContext, { current, pin }: ChangePin, sessionId: string): Promise<void> {
  const { db, workspace } = ctx;
  const { keyring } = ctx.ai;
  const { id } = actingPersonOf(ctx);
  const [owner] = await listOwners(ctx, [id], EVERYONE);
  await countTry(db, [personCounted(workspace.id, id)]);
  const named = { workspace, id, name: owner?.full_name ?? '' };
  const isRight = await verifyPin(workspace.slug, current, owner && openPin(keyring, named, owner));
  if (!owner || !isRight) throw new AppError('pin_refused', 'The current PIN is wrong. Enter it again.');
  assertNotOwnNumber(owner, pin);
  const store = await newPin({ db, keyring }, named, pin, owner.version);
  await inTransaction(ctx, (em) => store(em, ctx));
  await forgetEarlierPin(db, named, sessionId);
}
