import type { RemovedProviderKey } from '@training/shared/provider-keys';
import type { Context } from '../../context.ts';
import { execute, read } from '../../database/database.ts';
import { entityManager } from '../../database/transaction.ts';
import { AppError } from '../../errors.ts';
import type { Keyring } from '../../platform/keyring.ts';
import { removeProviderKey } from './remove-provider-key.ts';
import { count, firstOf, nameOf, openStored, SELECT_STORED_KEYS, workspaceOf, type StoredKey } from './stored-key.ts';

export type DiscardedKey = RemovedProviderKey & { workspace: string };

const UNDER_KEY = {
  name: 'provider-keys-under-key',
  text: `${SELECT_STORED_KEYS} where k.key_id = $1 order by k.workspace_id, k.id`,
};

const IN_USE = {
  name: 'encryption-keys-in-use',
  text: 'select distinct key_id as id from provider_keys order by key_id',
};

const HOLD = `${SELECT_STORED_KEYS} where k.workspace_id = $1 and k.id = $2 and k.key_id = $3 for update of k`;

/**
 * Removes the own keys that are sealed under one encryption key and that the keyring does not open, as an administrator
 * would remove them: the way out where that encryption key is lost. One that opens is never removed.
 * @throws AppError `provider_key_not_found` when nothing is sealed under it; `invalid_request` when all of it opens, or
 * when it is not confirmed: then it says what would go
 */
export async function discardKeys(
  ctx: Omit<Context, 'workspace'>,
  { keyring, keyId, confirmed }: { keyring: Keyring; keyId: string; confirmed: boolean },
): Promise<DiscardedKey[]> {
  const rows = await read<StoredKey>(ctx.db, UNDER_KEY, [keyId]);
  if (rows.length === 0) {
    const inUse = await read<{ id: string }>(ctx.db, IN_USE, []);
    throw new AppError(
      'provider_key_not_found',
      `No provider key is sealed under “${keyId}”; in use are: ${inUse.map(({ id }) => id).join(', ') || 'none'}.`,
    );
  }
  const lost = rows.filter((row) => isLost(keyring, row));
  if (lost.length === 0) {
    throw new AppError(
      'invalid_request',
      `The keyring opens all that is sealed under “${keyId}”; nothing was removed.`,
    );
  }
  if (!confirmed) {
    throw new AppError(
      'invalid_request',
      `Nothing was removed yet. ${count(lost.length, 'provider key')} would be, for good: ${firstOf(lost.map(nameOf))}. ` +
        'Restoring the keyring instead keeps them. To remove them, repeat this with --yes.',
    );
  }
  const discarded: DiscardedKey[] = [];
  for (const row of lost) {
    const removed = await discard(ctx, keyring, row);
    if (removed) discarded.push({ workspace: row.slug, ...removed });
  }
  return discarded;
}

/** Undefined when an administrator has rotated or removed it since. */
function discard(
  ctx: Omit<Context, 'workspace'>,
  keyring: Keyring,
  found: StoredKey,
): Promise<RemovedProviderKey | undefined> {
  const workspace = workspaceOf(found);
  return entityManager({ ...ctx, workspace }).transactional(async (em) => {
    const [row] = await execute<StoredKey>(em, HOLD, [found.workspaceId, found.id, found.keyId]);
    if (!row || !isLost(keyring, row)) return undefined;
    return removeProviderKey({ ...ctx, workspace, transaction: em }, { id: row.id });
  });
}

const isLost = (keyring: Keyring, row: StoredKey) => 'failure' in openStored(keyring, row);
