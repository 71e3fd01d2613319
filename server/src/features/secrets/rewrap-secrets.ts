import type { Context } from '../../context.ts';
import type { Keyring } from '../../platform/encryption/keyring.ts';
import { isFormer } from '../../platform/encryption/sealing.ts';
import { firstNames } from './format-secrets.ts';
import { enrolKeys, assertKnownKeys } from './known-keys.ts';
import { batches, move, type Opened } from './move-secrets.ts';
import type { RegisteredColumn } from './sealed-column.ts';
import { openStored, UnreadableSecrets } from './stored-secret.ts';

export type Rewrapped = {
  /** What all are sealed under now; null where nothing is, and in a dry run when a fresh key would be made. */
  active: string | null;
  /** How many were moved, or would be, by what the operator calls them. */
  rewrapped: Map<string, number>;
  already: number;
  /** How many the database holds under each encryption key, afterwards. */
  keys: Record<string, number>;
};

type Options = {
  keyring: Keyring;
  /** Every column that holds secrets. */
  columns: readonly RegisteredColumn[];
  /** Writes nothing: says what would be moved, and whether each can be. */
  dryRun: boolean;
  /** Makes a fresh key the active one first; only once all that is stored has turned out to decrypt. */
  addKey?: (() => string) | undefined;
};

type Operator = Omit<Context, 'workspace'>;
type Walk = Pick<Options, 'keyring' | 'columns' | 'dryRun'> & { active: string | null };

/**
 * Seals every secret of every workspace under the active key of the keyring (rules/secrets 5): in one transaction,
 * whose locks let whoever replaces or removes one come before or after, and with each read back and decrypted before it
 * commits. Versions stay as they are.
 * @throws KeyringError when a key of the keyring is another one than the database knows by that id
 * @throws UnreadableSecrets that names what does not decrypt; then nothing has changed, and no key was added
 */
export async function rewrapSecrets(ctx: Operator, options: Options): Promise<Rewrapped> {
  const { keyring, columns, dryRun, addKey } = options;
  await assertKnownKeys(ctx.db, keyring);
  if (addKey) {
    const found = await walk(ctx, { ...options, active: null, dryRun: true });
    if (dryRun) return found;
  }
  const added = addKey?.();
  // Asking an empty keyring for its active key would make one; and nothing can have been sealed under it.
  const active = added === undefined && keyring.ids().length === 0 ? null : keyring.activeId;
  if (!dryRun && active !== null) await enrolKeys(ctx.db, keyring, columns, [active]);
  return walk(ctx, { ...options, active });
}

function walk(ctx: Operator, { keyring, columns, dryRun, active }: Walk): Promise<Rewrapped> {
  return ctx.db.em.fork().transactional(
    async (em) => {
      const failures: string[] = [];
      const done: Rewrapped = { active, rewrapped: new Map(), already: 0, keys: {} };
      for (const column of columns) {
        for await (const secrets of batches(em, column, dryRun ? 'next' : 'holdNext')) {
          const toMove: Opened[] = [];
          for (const secret of secrets) {
            const opened = openStored(keyring, secret);
            if ('failure' in opened) failures.push(opened.failure);
            else if (secret.keyId === active && !isFormer(secret)) done.already++;
            else toMove.push({ secret, text: opened.text });
          }
          done.rewrapped.set(column.noun, (done.rewrapped.get(column.noun) ?? 0) + toMove.length);
          if (!dryRun && active !== null && failures.length === 0) {
            await move(em, ctx, { keyring, column, active }, toMove);
          }
        }
      }
      if (failures.length > 0) {
        throw new UnreadableSecrets(
          `Nothing was changed, since not all can be decrypted: ${firstNames(failures)}. Restore the keyring, let an ` +
            'administrator replace or remove them, or discard them with “keys discard”.',
        );
      }
      for (const { statements } of columns) {
        for (const { keyId, secrets } of await statements.inUse.all(em)) {
          done.keys[keyId] = (done.keys[keyId] ?? 0) + secrets;
        }
      }
      return done;
    },
    { readOnly: dryRun },
  );
}
