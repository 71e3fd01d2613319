import { z } from 'zod';
import { defineStatement } from '../../database/statements/statement.ts';
import { inTransaction } from '../../core/transaction.ts';
import { recordEvent } from '../events/record-event.ts';
import { registerSealedColumn } from '../secrets/sealed-column.ts';
import { WEBHOOK_SECRET } from './sealed-webhook-secret.ts';
import { switchOff } from './switch-off.ts';
import { webhookSubject } from './webhook-subject.ts';

const DISCARD = defineStatement({
  name: 'discard-webhook-secret',
  scope: 'tenant',
  row: z.strictObject({ id: z.uuid(), url: z.string(), description: z.string(), left: z.int() }),
  sql: `
with gone as (
  delete from webhook_secrets where workspace_id = :workspaceId and id = :id returning endpoint_id
)
select e.id, e.url, e.description, (
  select count(*)::integer from webhook_secrets s
  where s.workspace_id = :workspaceId and s.endpoint_id = e.id and s.id <> :id
    and (s.expires_at is null or s.expires_at > now())) as left
from gone g join webhook_endpoints e on e.workspace_id = :workspaceId and e.id = g.endpoint_id for no key update of e`,
});

/**
 * Secrets of endpoints, for the operator's commands. An endpoint without any secret is off, and its events are held,
 * until its secret is rolled and it is switched on.
 */
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
      if (discarded.left === 0) await switchOff(em, ctx, discarded, 'no_secret');
    }),
});
