import { createSystemContextFields, type Context, type JobServices } from '../../core/context.ts';
import type { Keyring } from '../../platform/encryption/keyring.ts';
import { hasFormerSealFormat, seal } from '../../platform/encryption/sealing.ts';
import { joinFirstLines, decryptStoredSecret, UnreadableSecretsError, describeSecret } from './stored-secret.ts';
import { recordKeysInDatabase, assertKeyringMatchesDatabase } from './known-keys.ts';
import type { RegisteredColumn, StoredSecret } from './sealed-column.ts';
import { processEachAndThrowFirstFailure } from '../../core/process-each-alone.ts';
import type { EntityManager } from '@mikro-orm/postgresql';
import { recordUntypedEvent } from '../events/record-event.ts';

const FROM_THE_FIRST = {
  workspaceId: '00000000-0000-0000-0000-000000000000',
  id: '00000000-0000-0000-0000-000000000000',
};

/** Reads all secrets of a column selected by `which`, in batches. */
export async function* readSecretBatchesOfColumn(
  em: EntityManager,
  column: RegisteredColumn,
  which: 'next' | 'holdNext' | 'holdFormer',
): AsyncGenerator<StoredSecret[]> {
  const next = column.statements[which];
  for (let { workspaceId, id } = FROM_THE_FIRST; ;) {
    const rows = await next.all(em, { workspaceId, id });
    const secrets = rows.map((row) => column.secretOf(row));
    const last = secrets.at(-1);
    if (!last) return;
    ({ workspaceId, id } = last);
    yield secrets;
  }
}

export type DecryptedSecret = { secret: StoredSecret; text: string };
type Target = { keyring: Keyring; column: RegisteredColumn; active: string };

/** Encrypts decrypted secrets again under the active key, and verifies that they can be decrypted (rules/secrets 5). */
async function moveSecrets(
  em: EntityManager,
  { actor, now, requestId, ip }: Omit<Context, 'workspace'>,
  { keyring, column, active }: Target,
  opened: DecryptedSecret[],
): Promise<void> {
  const { statements } = column;
  // Fixes the active key, in case one is added meanwhile.
  const fixed: Keyring = { activeId: active, key: (id) => keyring.key(id), ids: () => keyring.ids() };
  const sealed = opened.map(({ secret, text }) => seal(fixed, text, secret.binding).sealed);
  const workspaceIds = opened.map(({ secret }) => secret.workspaceId);
  const ids = opened.map(({ secret }) => secret.id);
  await statements.move.run(em, { workspaceIds, ids, sealed, keyId: active });
  const stored = await statements.these.all(em, { workspaceIds, ids });
  prove(
    stored.map((row) => column.secretOf(row)),
    fixed,
    opened,
  );
  for (const { secret } of opened) {
    // A secret in the former format may already be under the active key.
    const changes = secret.keyId === active ? {} : { key_id: [secret.keyId, active] };
    const cause = { workspace: secret.workspace, actor, now, requestId, ip };
    await recordUntypedEvent(em, cause, { ...column.rewrapped(secret), changes });
  }
}

/**
 * Verifies that the database now holds the same secrets under the active key; otherwise the error rolls back
 * everything.
 */
function prove(stored: StoredSecret[], keyring: Keyring, opened: DecryptedSecret[]): void {
  const placeOf = ({ workspaceId, id }: StoredSecret) => `${workspaceId} ${id}`;
  const now = new Map(stored.map((secret) => [placeOf(secret), secret]));
  for (const { secret, text } of opened) {
    const moved = now.get(placeOf(secret));
    const reopened = moved?.keyId === keyring.activeId && decryptStoredSecret(keyring, moved);
    if (!reopened || !('text' in reopened) || reopened.text !== text) {
      throw new UnreadableSecretsError(
        `Nothing was changed: ${describeSecret(secret)} did not decrypt again after it was written.`,
      );
    }
  }
}

/**
 * Encrypts secrets in the former format again under the active key (rules/secrets 7). Doesn't run at startup, because
 * an instance of the previous release, which can't read the new format, may still be running.
 */
export async function resealFormerFormatSecrets(
  { db, ai: { keyring }, log }: Pick<JobServices, 'db' | 'ai'> & { log: Pick<JobServices['log'], 'warn'> },
  columns: readonly RegisteredColumn[],
): Promise<void> {
  // Reading the active key of an empty keyring would create one; with no keys, nothing can be encrypted.
  if (keyring.ids().length === 0) return;
  const active = keyring.activeId;
  await recordKeysInDatabase(db, keyring, columns, [active]);
  const ctx = { db, reach: 'workspace' as const, ...createSystemContextFields('Server') };
  await processEachAndThrowFirstFailure(columns, (column) =>
    db.em.fork().transactional(async (em) => {
      for await (const secrets of readSecretBatchesOfColumn(em, column, 'holdFormer')) {
        const opened: DecryptedSecret[] = [];
        for (const secret of secrets) {
          const found = decryptStoredSecret(keyring, secret);
          if ('text' in found) opened.push({ secret, text: found.text });
          else log.warn({ secret: found.failure }, 'A secret of the former format cannot be opened');
        }
        if (opened.length > 0) await moveSecrets(em, ctx, { keyring, column, active }, opened);
      }
    }),
  );
}

export type RewrapResult = {
  /**
   * The key that all secrets are encrypted under now; null if there are none, or in a dry run that would create a key.
   */
  active: string | null;
  /** Number of secrets moved, or to move, by the operator's term. */
  rewrapped: Map<string, number>;
  already: number;
  /** Number of secrets per encryption key afterwards. */
  keys: Record<string, number>;
};

type Options = {
  keyring: Keyring;
  /** All columns with secrets. */
  columns: readonly RegisteredColumn[];
  /** Writes nothing; reports what would be moved and whether it can be. */
  dryRun: boolean;
  /** Creates a new active key first, once all secrets have been decrypted successfully. */
  addKey?: (() => string) | undefined;
};

type Operator = Omit<Context, 'workspace'>;
type Walk = Pick<Options, 'keyring' | 'columns' | 'dryRun'> & { active: string | null };

/**
 * Encrypts every secret of every workspace under the keyring's active key (rules/secrets 5). Runs in one transaction,
 * whose locks serialize it with replacing or removing a secret. Each secret is read back and decrypted before the
 * commit. Versions don't change.
 * @throws KeyringError if a key of the keyring differs from the one that the database knows by that id
 * @throws UnreadableSecretsError that names the secrets that can't be decrypted; then nothing has changed, and no key
 * was added
 */
export async function rewrapSecrets(ctx: Operator, options: Options): Promise<RewrapResult> {
  const { keyring, columns, dryRun, addKey } = options;
  await assertKeyringMatchesDatabase(ctx.db, keyring);
  if (addKey) {
    const found = await walk(ctx, { ...options, active: null, dryRun: true });
    if (dryRun) return found;
  }
  const added = addKey?.();
  // Reading the active key of an empty keyring would create one; with no keys, nothing can be encrypted.
  const active = added === undefined && keyring.ids().length === 0 ? null : keyring.activeId;
  if (!dryRun && active !== null) await recordKeysInDatabase(ctx.db, keyring, columns, [active]);
  return walk(ctx, { ...options, active });
}

function walk(ctx: Operator, { keyring, columns, dryRun, active }: Walk): Promise<RewrapResult> {
  return ctx.db.em.fork().transactional(
    async (em) => {
      const failures: string[] = [];
      const done: Omit<RewrapResult, 'keys'> = { active, rewrapped: new Map(), already: 0 };
      for (const column of columns) {
        for await (const secrets of readSecretBatchesOfColumn(em, column, dryRun ? 'next' : 'holdNext')) {
          const toMove: DecryptedSecret[] = [];
          for (const secret of secrets) {
            const opened = decryptStoredSecret(keyring, secret);
            if ('failure' in opened) failures.push(opened.failure);
            else if (secret.keyId === active && !hasFormerSealFormat(secret)) done.already++;
            else toMove.push({ secret, text: opened.text });
          }
          done.rewrapped.set(column.noun, (done.rewrapped.get(column.noun) ?? 0) + toMove.length);
          if (!dryRun && active !== null && failures.length === 0) {
            await moveSecrets(em, ctx, { keyring, column, active }, toMove);
          }
        }
      }
      if (failures.length > 0) {
        throw new UnreadableSecretsError(
          `Nothing was changed, since not all can be decrypted: ${joinFirstLines(failures)}. Restore the keyring, let an ` +
            'administrator replace or remove them, or discard them with “keys discard”.',
        );
      }
      const keys = new Map<string, number>();
      for (const { statements } of columns) {
        for (const { keyId, secrets } of await statements.inUse.all(em)) {
          keys.set(keyId, (keys.get(keyId) ?? 0) + secrets);
        }
      }
      return { ...done, keys: Object.fromEntries(keys) };
    },
    { readOnly: dryRun },
  );
}
