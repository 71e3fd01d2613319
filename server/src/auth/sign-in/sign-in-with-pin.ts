import type { SignInOnDevice } from '@training/shared/devices/devices';
import type { ChoosePin, SignInWithPin } from '@training/shared/pins/pins';
import { Role } from '@training/shared/permissions';
import { z } from 'zod';
import { AppError } from '../../core/errors.ts';
import { createWorkspaceEntityManager } from '../../core/transaction.ts';
import type { Database } from '../../database/database.ts';
import { defineStatement } from '../../database/statements/statement.ts';
import type { SignedInIdentity } from '../sessions/signed-in-identity.ts';
import {
  type CreatedSession,
  createSession,
  lockMemberIfUnchanged,
  SignInRefusedError,
  type SignInRequestInfo,
} from './create-session.ts';
import { hashTypedCode } from '../sessions/typed-code.ts';
import { type CurrentDevice, PERSON_MAY_USE_DEVICE, mayUseDeviceParametersOf } from '../pins/current-device.ts';
import { SharedDeviceEntity } from '../pins/shared-device.entity.ts';
import { runAsSystem } from '../../database/statements/guarded-writes.ts';
import { SignInCodeEntity } from '../pins/pin.entity.ts';
import { verifyPin } from '../pins/pin-hash.ts';
import {
  withTryCounted,
  type TryLimit,
  countTryUnlessPaused,
  tryLimitOfDeviceOrAddress,
  resetTries,
  tryLimitOfPersonnelNumber,
  tryLimitOfPerson,
  tryLimitOfSharedDevice,
  uncountTry,
} from '../pins/sign-in-pauses.ts';
import {
  assertPinIsNotOwnNumber,
  endSessionsOfEarlierPin,
  preparePin,
  decryptPinHash,
  type PinOwner,
  type PinServices,
} from '../pins/store-pin.ts';

const Owner = z.strictObject({
  workspace_id: z.uuid(),
  slug: z.string(),
  workspace: z.string(),
  id: z.uuid(),
  full_name: z.string(),
  external_id: z.string().nullable(),
  role: Role,
  department_id: z.uuid().nullable(),
  version: z.int().nullable(),
  key_id: z.string().nullable(),
  sealed: z.instanceof(Uint8Array).nullable(),
});

const FROM = `
select w.id as workspace_id, w.slug, w.name as workspace, u.id, u.full_name, u.external_id, u.role, u.department_id,
  p.version, p.key_id, p.sealed
from workspaces w
join users u on u.workspace_id = w.id and u.is_active and u.role in ('learner', 'trainer') and u.external_id is not null
left join user_pins p on p.workspace_id = w.id and p.id = u.id` as const;

const OPEN = 'w.slug = :slug and w.pin_sign_in and not w.is_away';

const FIND_BY_NUMBER = defineStatement({
  name: 'find-owner-of-pin-by-number',
  scope: 'cross_tenant',
  row: Owner,
  sql: `${FROM} where ${OPEN} and u.external_id = :externalId`,
});

const FIND_BY_CODE = defineStatement({
  name: 'find-owner-of-pin-by-code',
  scope: 'cross_tenant',
  row: Owner,
  sql: `${FROM} join sign_in_codes c on c.workspace_id = w.id and c.user_id = u.id
where ${OPEN} and c.hash = :hash and c.expires_at > now()`,
});

const FIND_ON_DEVICE = defineStatement({
  name: 'find-owner-of-pin-on-device',
  scope: 'tenant',
  row: Owner,
  sql: `${FROM} where w.id = :workspaceId and w.pin_sign_in and w.shared_devices and not w.is_away
  and (u.id = :userId::uuid or u.external_id = :externalId) and ${PERSON_MAY_USE_DEVICE}`,
});

type Found = z.infer<typeof Owner>;

const ownerOf = ({ workspace_id, slug, workspace, id, full_name }: Found): PinOwner => ({
  workspace: { id: workspace_id, slug, name: workspace },
  id,
  name: full_name,
});

/**
 * A request to sign in from a device, which is known once someone has signed in with a PIN on it.
 * @property deviceId The shared device, if it is one.
 * @property address Its network address, or the network's for IPv6, of which a device has many addresses.
 */
export type DeviceSignInRequestInfo = SignInRequestInfo & {
  device: string | undefined;
  deviceId: string | null;
  address: string;
};

const signedIn = ({ workspace, id }: PinOwner, pinVersion: number, deviceId: string | null) => ({
  email: null,
  personId: id,
  pinVersion,
  deviceId,
  bySingleSignOn: false,
  onlyWorkspace: workspace.id,
  handedBy: null,
  issuerKey: null,
  confirmedBy: null,
});

/**
 * Signs in a person by number and PIN (rules/sign-in 15, 16).
 * @throws AppError `pin_refused`, `pin_paused`, `busy`
 */
export async function signInWithPin(
  { db, keyring }: PinServices,
  { workspace: slug, external_id: externalId, pin }: SignInWithPin,
  from: DeviceSignInRequestInfo,
): Promise<CreatedSession> {
  const found = await FIND_BY_NUMBER.first(db.pool, { slug, externalId });
  const device = tryLimitOfDeviceOrAddress(from.device, from.address);
  const tried = { slug, named: externalId, pin, device, deviceId: from.deviceId };
  const session = await enter({ db, keyring }, found, tried, from);
  await uncountTry(db, device);
  return session;
}

/**
 * Signs in one of the people of a shared device (rules/sign-in 19).
 * @throws AppError `pin_refused`, `pin_paused`, `busy`
 */
export async function signInOnSharedDevice(
  { db, keyring }: PinServices,
  at: CurrentDevice,
  { user_id: userId, external_id: externalId, pin }: SignInOnDevice,
  from: SignInRequestInfo,
): Promise<CreatedSession> {
  const { workspace_id: workspaceId, id: deviceId, slug } = at;
  const asked = {
    workspaceId,
    userId: userId ?? null,
    externalId: externalId ?? null,
    ...mayUseDeviceParametersOf(at),
  };
  const found = await FIND_ON_DEVICE.first(db.pool, asked);
  const device = tryLimitOfSharedDevice(deviceId);
  const tried = { slug, named: externalId ?? userId ?? '', pin, device, deviceId };
  const session = await enter({ db, keyring }, found, tried, from);
  // Its own, and a wrong one: else those of all who use it would add up.
  for (let n = 0; n < 2; n++) await uncountTry(db, device);
  const em = createWorkspaceEntityManager({ db, workspace: { id: workspaceId } });
  await runAsSystem(() => em.nativeUpdate(SharedDeviceEntity, { workspaceId, id: deviceId }, { usedAt: from.now }));
  return session;
}

/** A try with a PIN: of a number or id in a workspace, on a device that is counted, and maybe shared. */
type Tried = { slug: string; named: string; pin: string; device: TryLimit; deviceId: string | null };

/** Creates a session if the PIN is that of the person who was found. */
async function enter(
  { db, keyring }: PinServices,
  found: Found | undefined,
  { slug, named, pin, device, deviceId }: Tried,
  from: SignInRequestInfo,
): Promise<CreatedSession> {
  const person = found ? tryLimitOfPerson(found.workspace_id, found.id) : tryLimitOfPersonnelNumber(slug, named);
  const hash = found && decryptPinHash(keyring, ownerOf(found), found);
  const isRight = await withTryCounted(db, [person, device], () => verifyPin(slug, pin, hash));
  if (!isRight || !found) throw refused();
  const owner = ownerOf(found);
  const session = await open(db, signedIn(owner, found.version ?? 0, deviceId), from);
  await resetTries(db, person);
  return session;
}

/**
 * Chooses a PIN with a sign-in code, which is used up, and signs in.
 * @throws AppError `sign_in_code_invalid`, `pin_paused`, `stale_version`, `busy`, 400 for the person's own number
 */
export async function choosePinAndSignIn(
  vault: PinServices,
  { workspace: slug, code, pin }: ChoosePin,
  from: DeviceSignInRequestInfo,
): Promise<CreatedSession> {
  const { db } = vault;
  const hash = hashTypedCode(code);
  const found = await FIND_BY_CODE.first(db.pool, { slug, hash });
  if (!found) {
    await countTryUnlessPaused(db, [tryLimitOfDeviceOrAddress(from.device, from.address)]);
    throw codeInvalid();
  }
  assertPinIsNotOwnNumber(found, pin);
  const owner = ownerOf(found);
  const workspaceId = owner.workspace.id;
  const { version, store } = await preparePin(vault, owner, pin, found.version);
  await createWorkspaceEntityManager({ db, workspace: owner.workspace }).transactional(async (em) => {
    const { id, name } = owner;
    const actor = { kind: 'user', id, name, email: null, role: found.role, departmentId: found.department_id } as const;
    if (!(await lockMemberIfUnchanged(em, workspaceId, actor))) throw codeInvalid();
    if ((await em.nativeDelete(SignInCodeEntity, { workspaceId, userId: id, hash })) === 0) throw codeInvalid();
    await store(em, { ...from, actor });
  });
  await endSessionsOfEarlierPin(db, owner, version);
  return open(db, signedIn(owner, version, from.deviceId), from);
}

/** Creates a session, which opens nothing if there is another PIN by now. */
function open(db: Database, who: SignedInIdentity, from: SignInRequestInfo): Promise<CreatedSession> {
  return createSession(db, who, from, { method: 'pin', redeem: async () => {} }).catch((error: unknown) => {
    throw error instanceof SignInRefusedError ? refused() : error;
  });
}

const refused = () =>
  new AppError('pin_refused', 'The number or the PIN is wrong. Without a PIN, ask your trainer for a sign-in code.');

const codeInvalid = () =>
  new AppError('sign_in_code_invalid', 'The code was already used, has expired or is mistyped. Ask for a new one.');
