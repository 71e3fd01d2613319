import type { Database } from '../../database/database.ts';
import type { Keyring } from '../../platform/encryption/keyring.ts';
import { seal, unseal, UnsealError, type SealedText } from '../../platform/encryption/sealing.ts';
import { recordKeysInDatabase } from './known-keys.ts';
import type { SealedColumn, SealedRow } from './sealed-column.ts';

type Vault = { db: Database; keyring: Keyring };

/**
 * Encrypts a secret for one row and version, under a key that is recorded in the database if it wasn't before.
 * @throws KeyringError if the key differs from the one that the database knows by that id, or the keyring can't be used
 */
export async function sealSecret<Row extends SealedRow>(
  { db, keyring }: Vault,
  column: SealedColumn<Row>,
  row: Row,
  secret: string,
) {
  const sealed = seal(keyring, secret, column.bindingOf(row));
  await recordKeysInDatabase(db, keyring, [column], [sealed.keyId]);
  return sealed;
}

/**
 * Decrypts a secret, or returns why it can't: the keyring lacks its key, or the secret or its row was changed in the
 * database.
 */
export function decryptSecret<Row extends SealedRow>(
  keyring: Keyring,
  column: SealedColumn<Row>,
  row: Row & SealedText,
): { text: string } | { reason: UnsealError['reason'] } {
  try {
    return { text: unseal(keyring, row, column.bindingOf(row), column.formerBindingOf?.(row)) };
  } catch (error) {
    if (error instanceof UnsealError) return { reason: error.reason };
    throw error;
  }
}
