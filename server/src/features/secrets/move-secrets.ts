import type { EntityManager } from '@mikro-orm/postgresql';
import type { Context } from '../../core/context.ts';
import type { Keyring } from '../../platform/encryption/keyring.ts';
import { seal } from '../../platform/encryption/sealing.ts';
import { recordUntypedEvent } from '../events/record-event.ts';
import type { RegisteredColumn, StoredSecret } from './sealed-column.ts';
import { describeSecret, openStored, UnreadableSecrets } from './stored-secret.ts';

const FROM_THE_FIRST = {
  workspaceId: '00000000-0000-0000-0000-000000000000',
  id: '00000000-0000-0000-0000-000000000000',
};

/** Reads all secrets of a column selected by `which`, in batches. */
export async function* batches(
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

export type Opened = { secret: StoredSecret; text: string };
type Target = { keyring: Keyring; column: RegisteredColumn; active: string };

/** Encrypts decrypted secrets again under the active key, and verifies that they can be decrypted (rules/secrets 5). */
export async function moveSecrets(
  em: EntityManager,
  { actor, now, requestId, ip }: Omit<Context, 'workspace'>,
  { keyring, column, active }: Target,
  opened: Opened[],
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
function prove(stored: StoredSecret[], keyring: Keyring, opened: Opened[]): void {
  const placeOf = ({ workspaceId, id }: StoredSecret) => `${workspaceId} ${id}`;
  const now = new Map(stored.map((secret) => [placeOf(secret), secret]));
  for (const { secret, text } of opened) {
    const moved = now.get(placeOf(secret));
    const reopened = moved?.keyId === keyring.activeId && openStored(keyring, moved);
    if (!reopened || !('text' in reopened) || reopened.text !== text) {
      throw new UnreadableSecrets(
        `Nothing was changed: ${describeSecret(secret)} did not decrypt again after it was written.`,
      );
    }
  }
}
