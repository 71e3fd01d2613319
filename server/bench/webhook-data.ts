import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from '../src/core/context.ts';
import { readConfig } from '../src/core/config.ts';
import { createWorkspaceEntityManager } from '../src/core/transaction.ts';
import { recordEvent } from '../src/features/events/record-event.ts';
import { SEALED_WEBHOOK_SECRET_COLUMN } from '../src/features/webhooks/sealed-webhook-secret.ts';
import { newId } from '../src/platform/ids.ts';
import { openKeyring } from '../src/platform/encryption/keyring.ts';
import { seal } from '../src/platform/encryption/sealing.ts';
import type { Data } from './data.ts';
import { KEYRING } from './processes.ts';

export const ENDPOINTS = 100;

/** What an event carries beside who did it; a delivery of it has about 400 bytes. */
const TOKEN = { token_id: newId(), name: 'HR sync' };
export const PAYLOAD = JSON.stringify({ ...TOKEN, by: { kind: 'system', id: null, name: 'Bench' } });

/** A hundred endpoints of the measured workspace at the receiver, and no others. */
export async function storeEndpoints({ db, workspace }: Data, port: number): Promise<void> {
  const keyring = openKeyring(readConfig(KEYRING));
  await db.pool.query('delete from webhook_endpoints where workspace_id = $1', [workspace.id]);
  for (let n = 0; n < ENDPOINTS; n++) {
    const row = { workspaceId: workspace.id, id: newId(), endpointId: newId(), version: 1 };
    const secret = `whsec_${randomBytes(32).toString('base64')}`;
    const { keyId, sealed } = seal(keyring, secret, SEALED_WEBHOOK_SECRET_COLUMN.bindingOf(row));
    await db.pool.query(
      `with endpoint as (
         insert into webhook_endpoints (workspace_id, id, url, types, created_by_name, created_at, updated_at)
         values ($1, $2, $3, '{token.revoked}', 'Bench', now(), now()) returning workspace_id, id)
       insert into webhook_secrets (workspace_id, id, endpoint_id, version, key_id, sealed, created_at)
       select workspace_id, $4, id, 1, $5, $6, now() from endpoint`,
      [workspace.id, row.endpointId, `http://127.0.0.1:${port}/${n}`, row.id, keyId, sealed],
    );
  }
}

/** So many deliveries, of an event for each hundred, all due at the same commit. */
export async function makeDue({ db, workspace }: Data, deliveries: number): Promise<void> {
  await db.pool.query(
    `with given as (
       insert into event_sequences (workspace_id, last) values ($1, $2)
       on conflict (workspace_id) do update set last = event_sequences.last + excluded.last returning last
     ), event as (
       insert into outgoing_events (workspace_id, id, type, at, data, sequence)
       select $1, gen_random_uuid(), 'token.revoked', now(), $3, last - $2 + n from given, generate_series(1, $2) n
       returning id, sequence, at)
     insert into webhook_deliveries (workspace_id, endpoint_id, event_id, sequence, at, state, due_at)
     select $1, e.id, event.id, event.sequence, event.at, 'pending', now()
     from event, webhook_endpoints e where e.workspace_id = $1`,
    [workspace.id, deliveries / ENDPOINTS, PAYLOAD],
  );
}

/** Waits until nothing is due or under way any more; what waits is thrown away first. */
export async function settleDown({ db, workspace }: Data): Promise<void> {
  await db.pool.query(`delete from webhook_deliveries where workspace_id = $1 and state = 'pending'`, [workspace.id]);
  const left = `select count(*)::integer as left from webhook_deliveries where workspace_id = $1 and state = 'sending'`;
  while ((await db.pool.query<{ left: number }>(left, [workspace.id])).rows[0]?.left) await sleep(50);
}

/** Records an event as the server does, in a transaction of its own. Answers its id, and when it was committed. */
export async function happen({ db, workspace }: Data): Promise<{ id: string; committed: number }> {
  const cause: Context = {
    db,
    workspace,
    actor: { kind: 'system', name: 'Bench' },
    reach: 'workspace',
    now: new Date(),
    requestId: null,
    ip: null,
  };
  const subject = { kind: 'token', id: TOKEN.token_id, name: TOKEN.name };
  const change = { action: 'token.revoked', subject, outgoing: TOKEN } as const;
  const id = await createWorkspaceEntityManager(cause).transactional((em) => recordEvent(em, cause, change));
  return { id, committed: performance.timeOrigin + performance.now() };
}
