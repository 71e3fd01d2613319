import type { OutgoingEventType } from '@training/shared/events/outgoing-events';
import { exampleWebhookPayloadOf } from '@training/shared/webhooks/webhook-payloads';
import type { SubscribableEventType, WebhookDeliveryState, WebhookOffReason } from '@training/shared/webhooks/webhooks';
import type { TestWorkspace } from '../../../../test/make.ts';
import type { Database } from '../../../database/database.ts';
import { newId } from '../../../platform/ids.ts';

type Endpoint = { url: string; description: string; types: SubscribableEventType[]; off: WebhookOffReason; by: string };
type Attempt = { status: number | null; error: string | null; response: string | null };
type Delivery = { type: OutgoingEventType; state: WebhookDeliveryState; at: Date; attempts: Attempt[] };

const FINISHED: WebhookDeliveryState[] = ['delivered', 'exhausted', 'cancelled'];

/**
 * Inserts endpoints and deliveries directly into the database. Their secrets can't be decrypted, and nothing is sent.
 */
export function webhookMaker({ pool }: Database) {
  let sequence = 0;
  return {
    webhook: async (workspace: TestWorkspace, changes: Partial<Endpoint> = {}): Promise<{ id: string }> => {
      const id = newId();
      const { url = 'https://hr.example.com/events', description = '', types = ['user.created'], off = null } = changes;
      await pool.query(
        `insert into webhook_endpoints (workspace_id, id, url, description, types, state, off_reason, off_at,
           created_by_name, created_at, updated_at)
         values ($1, $2, $3, $4, $5, case when $6::text is null then 'on' else 'off' end, $6,
           case when $6::text is not null then now() end, $7, now(), now())`,
        [workspace.id, id, url, description, types, off, changes.by ?? 'Test'],
      );
      await pool.query(
        `insert into webhook_secrets (workspace_id, id, endpoint_id, version, key_id, sealed, created_at)
         values ($1, $2, $3, 1, 'none', $4, now())`,
        [workspace.id, newId(), id, Buffer.alloc(40, 1)],
      );
      return { id };
    },

    /** Inserts an event with its delivery to the endpoint. */
    delivery: async (workspace: TestWorkspace, endpoint: { id: string }, changes: Partial<Delivery> = {}) => {
      const id = newId();
      const { type = 'user.created', state = 'delivered', at = new Date(), attempts = [] } = changes;
      const place = type === 'endpoint.test' ? null : ++sequence;
      await pool.query(
        `insert into outgoing_events (workspace_id, id, type, at, data, sequence) values ($1, $2, $3, $4, $5, $6)`,
        [workspace.id, id, type, at, exampleWebhookPayloadOf(type).data, place],
      );
      // Later events get higher sequence numbers.
      await pool.query(
        `insert into event_sequences as s (workspace_id, last) select $1, $2::bigint where $2::bigint is not null
         on conflict (workspace_id) do update set last = greatest(s.last, excluded.last)`,
        [workspace.id, place],
      );
      await pool.query(
        `insert into webhook_deliveries (workspace_id, endpoint_id, event_id, sequence, at, state, attempts, due_at,
           leased_until, finished_at)
         values ($1, $2, $3, $4, $5, $6, $7, now() + interval '1 hour',
           case when $6 = 'sending' then now() + interval '1 hour' end, case when $8 then now() end)`,
        [workspace.id, endpoint.id, id, place, at, state, attempts.length, FINISHED.includes(state)],
      );
      for (const [i, { status, error, response }] of attempts.entries()) {
        await pool.query(
          `insert into webhook_attempts (workspace_id, endpoint_id, event_id, n, at, duration_ms, status, error, response)
           values ($1, $2, $3, $4, now(), 42, $5, $6, $7)`,
          [workspace.id, endpoint.id, id, i + 1, status, error, response],
        );
      }
      return { id };
    },
  };
}
