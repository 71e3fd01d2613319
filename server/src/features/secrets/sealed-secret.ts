import type { Database } from '../../database/database.ts';
import type { Keyring } from '../../platform/encryption/keyring.ts';
import { seal, unseal, UnsealError, type Sealed } from '../../platform/encryption/sealing.ts';
import { enrolKeys } from './known-keys.ts';
import type { SealedColumn, SealedRow } from './sealed-column.ts';

type Vault = { db: Database; keyring: Keyring };

/**
 * Seals a secret for the one row and version that it belongs to, under a key that the database knows, or knows from now
 * on.
 * @throws KeyringError when the key that the database knows by that id is another one, or the keyring cannot be used
 */
export async function sealSecret<Row extends SealedRow>(
  { db, keyring }: Vault,
  column: SealedColumn<Row>,
  row: Row,
  secret: string,
) {
  const sealed = seal(keyring, secret, column.bindingOf(row));
  await enrolKeys(db, keyring, [column], [sealed.keyId]);
  return sealed;
}

/** The secret, or why it does not open: the keyring lacks its key, or it or its row was changed in the database. */
export function openSecret<Row extends SealedRow>(
  keyring: Keyring,
  column: SealedColumn<Row>,
  row: Row & Sealed,
): { text: string } | { reason: UnsealError['reason'] } {
  try {
    return { text: unseal(keyring, row, column.bindingOf(row), column.formerBindingOf?.(row)) };
  } catch (error) {
    if (error instanceof UnsealError) return { reason: error.reason };
    throw error;
  }
}
