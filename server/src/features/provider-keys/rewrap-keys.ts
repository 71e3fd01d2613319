import type { EntityManager } from '@mikro-orm/postgresql';
import type { Context } from '../../context.ts';
import { execute } from '../../database/database.ts';
import type { Keyring } from '../../platform/keyring.ts';
import { seal } from '../../platform/sealing.ts';
import { recordAudit } from '../audit/record.ts';
import { bindingOf } from './binding-of.ts';
import {
  firstOf,
  nameOf,
  openStored,
  SELECT_STORED_KEYS,
  UnreadableKeys,
  workspaceOf,
  type StoredKey,
} from './stored-key.ts';
import { keySubject } from './verify-key.ts';

export type Rewrapped = {
  /** What all are sealed under now; null where nothing is, and in a dry run when a fresh key would be made. */
  active: string | null;
  /** How many were moved, or would be. */
  rewrapped: number;
  already: number;
  /** How many the database holds under each encryption key, afterwards. */
  keys: Record<string, number>;
};

type Options = {
  keyring: Keyring;
  /** Writes nothing: says what would be moved, and whether each can be. */
  dryRun: boolean;
  /** Makes a fresh key the active one first; only once all that is stored has turned out to decrypt. */
  addKey?: (() => string) | undefined;
};

type Operator = Omit<Context, 'workspace'>;

const BATCH = 500;

const FROM_THE_FIRST = {
  workspaceId: '00000000-0000-0000-0000-000000000000',
  id: '00000000-0000-0000-0000-000000000000',
};

const NEXT = `${SELECT_STORED_KEYS}
where (k.workspace_id, k.id) > ($1::uuid, $2::uuid) order by k.workspace_id, k.id limit ${BATCH}`;

const MOVE = `
update provider_keys k set key_id = moved.key_id, sealed = moved.sealed
from unnest($1::uuid[], $2::uuid[], $3::text[], $4::bytea[]) as moved (workspace_id, id, key_id, sealed)
where k.workspace_id = moved.workspace_id and k.id = moved.id`;

const READ_BACK = `${SELECT_STORED_KEYS}
join unnest($1::uuid[], $2::uuid[]) as moved (workspace_id, id) on moved.workspace_id = k.workspace_id and moved.id = k.id`;

const COUNT = 'select key_id as id, count(*)::integer as rows from provider_keys group by key_id order by key_id';

/**
 * Seals every own key of every workspace under the active key of the keyring (decisions §5): in one transaction, whose
 * locks let a rotation or a removal come before or after, and with each read back and decrypted before it commits.
 * Versions stay as they are.
 * @throws UnreadableKeys that names what does not decrypt; then nothing has changed, and no key was added
 */
export async function rewrapKeys(ctx: Operator, { keyring, dryRun, addKey }: Options): Promise<Rewrapped> {
  if (addKey) {
    const found = await walk(ctx, keyring, { active: null, dryRun: true });
    if (dryRun) return found;
  }
  const added = addKey?.();
  // Asking an empty keyring for its active key would make one; and nothing can have been sealed under it.
  const active = added === undefined && keyring.ids().length === 0 ? null : keyring.activeId;
  return walk(ctx, keyring, { active, dryRun });
}

function walk(
  ctx: Operator,
  keyring: Keyring,
  { active, dryRun }: { active: string | null; dryRun: boolean },
): Promise<Rewrapped> {
  return ctx.db.orm.em.fork().transactional(
    async (em) => {
      const failures: string[] = [];
      let rewrapped = 0;
      let already = 0;
      for (let last = FROM_THE_FIRST; ;) {
        const rows = await execute<StoredKey>(em, dryRun ? NEXT : `${NEXT} for update of k`, [
          last.workspaceId,
          last.id,
        ]);
        const final = rows.at(-1);
        if (!final) break;
        last = final;
        const toMove: Opened[] = [];
        for (const row of rows) {
          const opened = openStored(keyring, row);
          if ('failure' in opened) failures.push(opened.failure);
          else if (row.keyId === active) already++;
          else toMove.push({ row, key: opened.key });
        }
        rewrapped += toMove.length;
        if (!dryRun && active !== null && failures.length === 0) await move(em, ctx, keyring, active, toMove);
      }
      if (failures.length > 0) {
        throw new UnreadableKeys(
          `Nothing was changed, since not all can be decrypted: ${firstOf(failures)}. Restore the keyring, let an ` +
            'administrator rotate or remove them, or discard them with “keys discard”.',
        );
      }
      const counted = await execute<{ id: string; rows: number }>(em, COUNT, []);
      return { active, rewrapped, already, keys: Object.fromEntries(counted.map(({ id, rows }) => [id, rows])) };
    },
    { readOnly: dryRun },
  );
}

type Opened = { row: StoredKey; key: string };

async function move(
  em: EntityManager,
  { actor, now, requestId, ip }: Operator,
  keyring: Keyring,
  active: string,
  opened: Opened[],
): Promise<void> {
  // A key that is added meanwhile must not make it two.
  const fixed: Keyring = { activeId: active, key: (id) => keyring.key(id), ids: () => keyring.ids() };
  const sealed = opened.map(({ row, key }) => seal(fixed, key, bindingOf(row)).sealed);
  const places = [opened.map(({ row }) => row.workspaceId), opened.map(({ row }) => row.id)];
  await execute(em, MOVE, [...places, opened.map(() => active), sealed]);
  prove(await execute<StoredKey>(em, READ_BACK, places), fixed, opened);
  for (const { row } of opened) {
    await recordAudit(
      em,
      { workspace: workspaceOf(row), actor, now, requestId, ip },
      {
        action: 'provider_key.rewrapped',
        subject: keySubject(row),
        changes: { key_id: [row.keyId, active] },
      },
    );
  }
}

/** What the database holds now must be the same keys under the active one; otherwise all is undone. */
function prove(stored: StoredKey[], keyring: Keyring, opened: Opened[]): void {
  const now = new Map(stored.map((row) => [row.id, row]));
  for (const { row, key } of opened) {
    const moved = now.get(row.id);
    const reopened = moved?.keyId === keyring.activeId && openStored(keyring, moved);
    if (!reopened || !('key' in reopened) || reopened.key !== key) {
      throw new UnreadableKeys(`Nothing was changed: ${nameOf(row)} did not decrypt again after it was written.`);
    }
  }
}
