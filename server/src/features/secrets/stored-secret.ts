import type { Database } from '../../database/database.ts';
import type { Keyring } from '../../platform/encryption/keyring.ts';
import { unseal, UnsealError } from '../../platform/encryption/sealing.ts';
import type { AnySealedColumn, StoredSecret } from './sealed-column.ts';

export function formatEnglishCount(number: number, one: string): string {
  return `${number} ${one}${number === 1 ? '' : 's'}`;
}

/** Formats counts like "3 provider keys and 1 webhook secret". */
export function formatCounts(numbers: ReadonlyMap<string, number>): string {
  const counted = [...numbers].map(([noun, number]) => formatEnglishCount(number, noun));
  return [...counted.slice(0, -2), counted.slice(-2).join(' and ')].join(', ');
}

/** Joins the first `most` lines, and says how many more there are. */
export function joinFirstLines(lines: string[], most = 10): string {
  const more = lines.length - most;
  return [...lines.slice(0, most), ...(more > 0 ? [`and ${more} more`] : [])].join('; ');
}

/** Some secrets can't be decrypted with the keyring. The message says which and what to do, and contains no secret. */
export class UnreadableSecretsError extends Error {
  override readonly name = 'UnreadableSecretsError';
}

/** Number of secrets of one column under one encryption key. */
export type KeyUse = { keyId: string; noun: string; secrets: number; workspaces: number };

/** Lists the encryption keys in use, sorted by id. */
export async function listEncryptionKeysInUse(db: Database, columns: readonly AnySealedColumn[]): Promise<KeyUse[]> {
  const uses = await Promise.all(
    columns.map(async ({ statements, noun }) => {
      const found = await statements.inUse.all(db.pool);
      return found.map((use) => ({ ...use, noun }));
    }),
  );
  return uses.flat().sort((one, other) => Number(one.keyId > other.keyId) - Number(one.keyId < other.keyId));
}

/** Reads all secrets of one column under one encryption key. */
export async function readSecretsUnderKey(
  db: Database,
  column: AnySealedColumn,
  keyId: string,
): Promise<StoredSecret[]> {
  const rows = await column.statements.under.all(db.pool, { keyId });
  return rows.map((row) => column.secretOf(row));
}

/** Decrypts a secret, or returns a message that names the row and says why it can't. */
export function decryptStoredSecret(keyring: Keyring, secret: StoredSecret): { text: string } | { failure: string } {
  try {
    return { text: unseal(keyring, secret, secret.binding, secret.formerBinding) };
  } catch (error) {
    if (!(error instanceof UnsealError)) throw error;
    const reason =
      error.reason === 'unknown_key'
        ? `“${secret.keyId}” is not in the keyring`
        : `it was changed or moved, or its row was, or the keyring’s “${secret.keyId}” is another key than the one that sealed it`;
    return { failure: `${describeSecret(secret)}: ${reason}` };
  }
}

/** Describes the row for the operator. */
export function describeSecret({ workspace, labels, id }: StoredSecret): string {
  return [workspace.slug, ...Object.values(labels), id].join(' ');
}
