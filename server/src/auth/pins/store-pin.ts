import { randomInt } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Workspace } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import type { Database } from '../../database/database.ts';
import { runAsSystem } from '../../database/statements/guarded-writes.ts';
import { recordEvent, type EventContext } from '../../features/events/record-event.ts';
import { decryptSecret, sealSecret } from '../../features/secrets/sealed-secret.ts';
import type { Keyring } from '../../platform/encryption/keyring.ts';
import { AuthSessionEntity } from '../sessions/identity.entity.ts';
import { UserPinEntity } from './pin.entity.ts';
import { hashPin } from './pin-hash.ts';
import { PIN_HASH_COLUMN } from './sealed-pin.ts';
import { resetTries, tryLimitOfPerson } from './sign-in-pauses.ts';

export type PinServices = { db: Database; keyring: Keyring };

/** A stored PIN; all null for someone without one. */
export type StoredPin = { version: number | null; key_id: string | null; sealed: Uint8Array | null };

/** A person whose PIN is meant. */
export type PinOwner = { workspace: Workspace; id: string; name: string };

/** Returns the hash of a PIN. Undefined if there is none, or the keyring lacks its key. */
export function decryptPinHash(keyring: Keyring, { workspace, id }: PinOwner, { version, key_id, sealed }: StoredPin) {
  if (version === null || key_id === null || sealed === null) return undefined;
  const opened = decryptSecret(keyring, PIN_HASH_COLUMN, {
    workspaceId: workspace.id,
    id,
    version,
    keyId: key_id,
    sealed,
  });
  return 'text' in opened ? opened.text : undefined;
}

/**
 * Prepares a new PIN of a person, outside of a transaction, because hashing takes long. Returns its version, and the
 * function that stores it in a transaction of the workspace.
 * @param version The version that it replaces; null for the first
 * @throws AppError `busy`
 */
export async function preparePin({ db, keyring }: PinServices, owner: PinOwner, pin: string, version: number | null) {
  const workspaceId = owner.workspace.id;
  // The first is random: sessions of a PIN that was removed don't fit a later one.
  const next = { workspaceId, id: owner.id, version: (version ?? randomInt(1, 1_000_000_000)) + 1 };
  const sealed = await sealSecret({ db, keyring }, PIN_HASH_COLUMN, next, await hashPin(workspaceId, pin));
  /** @throws AppError `stale_version` if there is another PIN by now */
  const store = async (em: EntityManager, cause: Omit<EventContext, 'workspace'>): Promise<void> => {
    const row = { ...next, ...sealed, chosenAt: cause.now };
    if (version === null) {
      await em.insert(UserPinEntity, row);
    } else if ((await em.nativeUpdate(UserPinEntity, { workspaceId, id: owner.id, version }, row)) === 0) {
      throw changedMeanwhile();
    }
    const subject = { kind: 'user', id: owner.id, name: owner.name };
    await recordEvent(em, { ...cause, workspace: owner.workspace }, { action: 'user.pin_chosen', subject });
  };
  return { version: next.version, store };
}

/**
 * Deletes the sessions that an earlier PIN opened, which open nothing since the commit, and forgets wrong tries.
 * @param kept Session that goes on with the new PIN
 */
export async function endSessionsOfEarlierPin(
  db: Database,
  { workspace, id }: PinOwner,
  version: number,
  kept = '',
): Promise<void> {
  const em = db.em.fork();
  // After the transaction that held the caller.
  await runAsSystem(async () => {
    await em.nativeUpdate(AuthSessionEntity, { personId: id, token: kept }, { pinVersion: version });
    const earlier = { $or: [{ pinVersion: { $ne: version } }, { pinVersion: null }] };
    await em.nativeDelete(AuthSessionEntity, { personId: id, ...earlier });
  });
  await resetTries(db, tryLimitOfPerson(workspace.id, id));
}

/** @throws AppError `invalid_request` if the PIN is the person's own number, which would be the first guess */
export function assertPinIsNotOwnNumber({ external_id }: { external_id: string | null }, pin: string): void {
  if (external_id?.replaceAll(/\D/g, '').replace(/^0+/, '') !== pin.replace(/^0+/, '')) return;
  const message = 'Choose a PIN that isn’t your number';
  throw new AppError('invalid_request', `${message}.`, { fields: [{ path: 'pin', code: 'own_number', message }] });
}

const changedMeanwhile = () => new AppError('stale_version', 'The PIN was changed a moment ago. Try again.');
