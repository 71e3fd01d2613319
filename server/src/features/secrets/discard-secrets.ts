import type { Context } from '../../core/context.ts';
import { createWorkspaceEntityManager } from '../../core/transaction.ts';
import { AppError } from '../../core/errors.ts';
import type { Keyring } from '../../platform/encryption/keyring.ts';
import {
  formatCounts,
  joinFirstLines,
  listEncryptionKeysInUse,
  describeSecret,
  decryptStoredSecret,
  readSecretsUnderKey,
} from './stored-secret.ts';
import { compareKeyringWithDatabase, deleteEncryptionKeyRecord, wrongKeyError } from './known-keys.ts';
import type { RegisteredColumn, StoredSecret } from './sealed-column.ts';

type Operator = Omit<Context, 'workspace'>;
type Options = { keyring: Keyring; columns: readonly RegisteredColumn[]; keyId: string; confirmed: boolean };
type Found = { column: RegisteredColumn; secret: StoredSecret };

export type DiscardedSecrets = {
  /** The discarded secrets, with the operator's term for each and its labels. */
  discarded: { noun: string; workspace: string; labels: Readonly<Record<string, string>>; id: string }[];
  /** True if another encryption key may use the id from now on. */
  freed: boolean;
};

/**
 * Discards the secrets encrypted under a lost key, as their owners would. Secrets that can be decrypted are never
 * removed. Once nothing is encrypted under the id, the database forgets the key.
 * @throws AppError `invalid_request` if nothing is encrypted under it, if all of it can be decrypted, or if it isn't
 * confirmed: then the message says what would be removed
 * @throws KeyringError if the keyring's key of that id differs from the one that the database knows: it may well be in
 * use
 */
export async function discardSecrets(ctx: Operator, options: Options): Promise<DiscardedSecrets> {
  const { keyring, columns, keyId, confirmed } = options;
  const { wrong, unseen } = await compareKeyringWithDatabase(ctx.db, keyring, [keyId]);
  const found = await findUnder(ctx, options);
  if (found.length === 0) {
    const [isWrong, isKnown] = [wrong.length > 0, unseen.length === 0];
    if (!isKnown || (keyring.key(keyId) && !isWrong)) throw await nothingUnder(ctx, columns, keyId);
    if (!confirmed) {
      throw new AppError(
        'invalid_request',
        `Nothing is sealed under “${keyId}”. To let another encryption key have that id, repeat this with --yes; ` +
          'backups of the database from before may still need the former one.',
      );
    }
    return { discarded: [], freed: await deleteEncryptionKeyRecord(ctx.db, keyId) };
  }
  // Don't remove secrets of the right key just because a wrong key has its id.
  if (wrong.length > 0) throw wrongKeyError(keyId);
  const lost = found.filter(({ secret }) => isLost(keyring, secret));
  if (lost.length === 0) {
    throw new AppError(
      'invalid_request',
      `The keyring opens all that is sealed under “${keyId}”; nothing was removed.`,
    );
  }
  if (!confirmed) throw unconfirmed(lost);
  const gone: Found[] = [];
  for (const each of lost) if (await discard(ctx, keyring, each)) gone.push(each);
  const left = await findUnder(ctx, options);
  return {
    discarded: gone.map(({ column: { noun }, secret: { workspace, labels, id } }) => {
      return { noun, workspace: workspace.slug, labels, id };
    }),
    freed: left.length === 0 && !keyring.key(keyId) && (await deleteEncryptionKeyRecord(ctx.db, keyId)),
  };
}

async function findUnder({ db }: Operator, { columns, keyId }: Options): Promise<Found[]> {
  const found = await Promise.all(
    columns.map(async (column) => (await readSecretsUnderKey(db, column, keyId)).map((secret) => ({ column, secret }))),
  );
  return found.flat();
}

/** Discards one secret; false if it was replaced or removed since. */
function discard(ctx: Operator, keyring: Keyring, { column, secret: found }: Found): Promise<boolean> {
  const { workspace } = found;
  return createWorkspaceEntityManager({ ...ctx, workspace }).transactional(async (em) => {
    const row = await column.statements.hold.first(em, found);
    const secret = row && column.secretOf(row);
    if (!secret || !isLost(keyring, secret)) return false;
    await column.discard({ ...ctx, workspace, transaction: em }, secret);
    return true;
  });
}

const isLost = (keyring: Keyring, secret: StoredSecret) => 'failure' in decryptStoredSecret(keyring, secret);

async function nothingUnder({ db }: Operator, columns: Options['columns'], keyId: string): Promise<AppError> {
  const inUse = new Set((await listEncryptionKeysInUse(db, columns)).map((use) => use.keyId));
  return new AppError(
    'invalid_request',
    `Nothing is sealed under “${keyId}”; in use are: ${[...inUse].join(', ') || 'none'}.`,
  );
}

function unconfirmed(lost: Found[]): AppError {
  const counted = new Map<string, number>();
  for (const { column } of lost) counted.set(column.noun, (counted.get(column.noun) ?? 0) + 1);
  return new AppError(
    'invalid_request',
    `Nothing was removed yet. ${formatCounts(counted)} would be, for good: ` +
      `${joinFirstLines(lost.map(({ secret }) => describeSecret(secret)))}. ` +
      'Restoring the keyring instead keeps them. To remove them, repeat this with --yes.',
  );
}
