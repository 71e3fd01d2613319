import { z } from 'zod';
import { defineStatement } from '../../database/statement.ts';
import { inTransaction } from '../../database/transaction.ts';
import { recordEvent } from '../events/record-event.ts';
import { registerSealedColumn } from '../secrets/sealed-column.ts';
import { WEBHOOK_SECRET } from './sealed-webhook-secret.ts';
import { webhookSubject } from './webhook-subject.ts';

const DISCARD = defineStatement({
  name: 'discard-webhook-secret',
  scope: 'tenant',
  row: z.strictObject({ id: z.uuid(), url: z.string(), description: z.string() }),
  sql: `
with gone as (
  delete from webhook_secrets where workspace_id = :workspaceId and id = :id returning endpoint_id
)
select e.id, e.url, e.description from gone g join webhook_endpoints e on e.workspace_id = :workspaceId and e.id = g.endpoint_id`,
});

/** Secrets of endpoints, as the operator's commands see them. Without its lost one, an endpoint waits for another. */
export const WEBHOOK_SECRETS = registerSealedColumn(WEBHOOK_SECRET, {
  rewrapped: ({ endpointId }) => ({
    action: 'webhook.secret_rewrapped',
    subject: { kind: 'webhook', id: endpointId, name: 'endpoint' },
  }),
  discard: (ctx, { id }) =>
    inTransaction(ctx, async (em) => {
      const discarded = await DISCARD.first(em, { workspaceId: ctx.workspace.id, id });
      if (!discarded) return;
      await recordEvent(em, ctx, { action: 'webhook.secret_discarded', subject: webhookSubject(discarded) });
    }),
});
