import { WebhookEndpoint, type WebhookList } from '@training/shared/webhooks/webhooks';
import { z } from 'zod';
import type { Context } from '../../../core/context.ts';
import { defineStatement, type StatementRunner } from '../../../database/statements/statement.ts';
import type { OutwardHttpClient } from '../../../platform/egress/outward-http-client.ts';
import { webhookNotFoundError } from './find-webhook.ts';

/** Counts deliveries in these states, up to 100,000. */
const counted = (states: string) =>
  `(
  select count(*)::integer from (
    select from webhook_deliveries d
    where d.workspace_id = :workspaceId and d.endpoint_id = e.id and d.state in (${states}) limit 100000) c)` as const;

/** An endpoint as JSON for the page. Doesn't contain encrypted secrets. */
const ENDPOINT_JSON = `json_build_object(
  'id', e.id, 'url', e.url, 'description', nullif(e.description, ''), 'types', e.types,
  'state', e.state, 'off_reason', e.off_reason, 'off_at', to_iso(e.off_at),
  'failing_since', to_iso(e.failing_since), 'created_at', to_iso(e.created_at), 'created_by', e.created_by_name,
  'updated_at', to_iso(e.updated_at),
  'secrets', (
    select coalesce(json_agg(json_build_object(
        'id', s.id, 'created_at', to_iso(s.created_at), 'expires_at', to_iso(s.expires_at)
      ) order by s.version desc), '[]')
    from webhook_secrets s
    where s.workspace_id = :workspaceId and s.endpoint_id = e.id and (s.expires_at is null or s.expires_at > now())),
  'waiting', ${counted(`'pending', 'retrying'`)} + ${counted(`'sending'`)},
  'held', ${counted(`'held'`)}, 'exhausted', ${counted(`'exhausted'`)})` as const;

const EndpointRow = z.strictObject({ endpoint: WebhookEndpoint });

const LIST_WEBHOOKS = defineStatement({
  name: 'list-webhooks',
  scope: 'tenant',
  row: EndpointRow,
  sql: `
select ${ENDPOINT_JSON} as endpoint
from webhook_endpoints e where e.workspace_id = :workspaceId and e.state <> 'removed'
order by e.created_at, e.id`,
});

const READ_WEBHOOK = defineStatement({
  name: 'read-webhook',
  scope: 'tenant',
  row: EndpointRow,
  sql: `
select ${ENDPOINT_JSON} as endpoint
from webhook_endpoints e where e.workspace_id = :workspaceId and e.id = :id and e.state <> 'removed'`,
});

type Listing = Pick<Context, 'db' | 'workspace' | 'reach'> & { outward: OutwardHttpClient };

/** Lists the endpoints of a workspace, oldest first. With reach `status`, leaves out the URL and the creator. */
export async function listWebhooks({ db, workspace, reach, outward }: Listing): Promise<WebhookList> {
  const rows = await LIST_WEBHOOKS.all(db.pool, { workspaceId: workspace.id });
  return {
    endpoints: rows.map(({ endpoint }) => (reach === 'status' ? statusOf(endpoint) : endpoint)),
    http_allowed: outward.check('http://example.com/').url !== undefined,
  };
}

/** @throws AppError `webhook_not_found` */
export async function getWebhook(on: StatementRunner, workspaceId: string, id: string): Promise<WebhookEndpoint> {
  const row = await READ_WEBHOOK.first(on, { workspaceId, id });
  if (!row) throw webhookNotFoundError(id);
  return row.endpoint;
}

const statusOf = (endpoint: WebhookEndpoint): WebhookEndpoint => ({ ...endpoint, url: null, created_by: null });
