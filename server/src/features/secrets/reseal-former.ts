import type { JobServices } from '../../core/context.ts';
import { eachAlone } from '../../core/each-alone.ts';
import { enrolKeys } from './known-keys.ts';
import { batches, moveSecrets, type Opened } from './move-secrets.ts';
import type { RegisteredColumn } from './sealed-column.ts';
import { openStored } from './stored-secret.ts';

/**
 * Encrypts secrets in the former format again under the active key (rules/secrets 7). Doesn't run at startup, because
 * an instance of the previous release, which can't read the new format, may still be running.
 */
export async function resealFormer(
  { db, ai: { keyring }, log }: Pick<JobServices, 'db' | 'ai'> & { log: Pick<JobServices['log'], 'warn'> },
  columns: readonly RegisteredColumn[],
): Promise<void> {
  const actor = { kind: 'system', name: 'Server' } as const;
  // Reading the active key of an empty keyring would create one; with no keys, nothing can be encrypted.
  if (keyring.ids().length === 0) return;
  const active = keyring.activeId;
  await enrolKeys(db, keyring, columns, [active]);
  const ctx = { db, actor, reach: 'workspace' as const, now: new Date(), requestId: null, ip: null };
  await eachAlone(columns, (column) =>
    db.em.fork().transactional(async (em) => {
      for await (const secrets of batches(em, column, 'holdFormer')) {
        const opened: Opened[] = [];
        for (const secret of secrets) {
          const found = openStored(keyring, secret);
          if ('text' in found) opened.push({ secret, text: found.text });
          else log.warn({ secret: found.failure }, 'A secret of the former format cannot be opened');
        }
        if (opened.length > 0) await moveSecrets(em, ctx, { keyring, column, active }, opened);
      }
    }),
  );
}
