import { SubscribableEventType, WebhookState, WebhookOffReason } from '@training/shared/webhooks/webhooks';
import { z } from 'zod';
import type { Context, Workspace } from '../../../core/context.ts';
import { AppError } from '../../../core/errors.ts';
import type { AiServices } from '../../../core/services.ts';
import type { Database } from '../../../database/database.ts';
import { defineStatement, type StatementRunner } from '../../../database/statements/statement.ts';
import type { OutwardHttpClient } from '../../../platform/egress/outward-http-client.ts';

/**
 * Rejects a URL that must not be used, by its text alone, before anything is stored. The host's IP address is checked
 * each time that a request is sent. Returns the normalized URL, so that users see the real destination however it was
 * typed.
 * @throws AppError `webhook_address_refused`
 */
export function parseWebhookUrl(outward: OutwardHttpClient, typed: string): string {
  const { url, problem } = outward.check(typed);
  if (url) return url.href;
  throw new AppError('webhook_address_refused', `${problem}. Nothing was saved.`, {
    fields: [{ path: 'url', code: 'webhook_address_refused', message: problem }],
  });
}

/**
 * The part of a URL shown in the audit log, which has more readers than the page: what follows the host can be a
 * password.
 */
export const webhookOriginOf = (url: string): string => new URL(url).origin;

/** Context of endpoint functions, which encrypt secrets and check URLs. */
export type WebhookContext = Context & { ai: Pick<AiServices, 'keyring'>; outward: OutwardHttpClient };

const FIND_WEBHOOK_WORKSPACE = defineStatement({
  name: 'find-webhook-workspace',
  scope: 'cross_tenant',
  row: z.strictObject({ id: z.uuid(), slug: z.string(), name: z.string() }),
  sql: `
select w.id, w.slug, w.name from webhook_endpoints e join workspaces w on w.id = e.workspace_id
where e.id = :id and e.state <> 'removed'`,
});

/**
 * Finds the workspace of an endpoint. The operator can name an endpoint by its id alone.
 * @throws AppError `webhook_not_found`
 */
export async function getWebhookWorkspace(db: Database, id: string): Promise<Workspace> {
  const workspace = await FIND_WEBHOOK_WORKSPACE.first(db.pool, { id });
  if (!workspace) throw new AppError('webhook_not_found', `There is no webhook ${id}; “webhook list” shows the ids.`);
  return workspace;
}

const Held = z.strictObject({
  id: z.uuid(),
  url: z.string(),
  description: z.string(),
  types: z.array(SubscribableEventType),
  state: WebhookState,
  offReason: WebhookOffReason.nullable(),
});
export type LockedWebhookFields = z.infer<typeof Held>;

const LOCK = defineStatement({
  name: 'lock-webhook',
  scope: 'tenant',
  row: Held,
  sql: `
select id, url, description, types, state, off_reason as "offReason" from webhook_endpoints
where workspace_id = :workspaceId and id = :id and state <> 'removed' for no key update`,
});

const FIND = defineStatement({
  name: 'find-webhook',
  scope: 'tenant',
  row: Held,
  sql: `
select id, url, description, types, state, off_reason as "offReason" from webhook_endpoints
where workspace_id = :workspaceId and id = :id and state <> 'removed'`,
});

/**
 * Locks an endpoint's row until the transaction ends.
 * @throws AppError `webhook_not_found`
 */
export async function lockWebhook(
  transaction: StatementRunner,
  workspaceId: string,
  id: string,
): Promise<LockedWebhookFields> {
  const locked = await LOCK.first(transaction, { workspaceId, id });
  if (!locked) throw webhookNotFoundError(id);
  return locked;
}

/** @throws AppError `webhook_not_found` */
export async function getWebhookFields(
  on: StatementRunner,
  workspaceId: string,
  id: string,
): Promise<LockedWebhookFields> {
  const found = await FIND.first(on, { workspaceId, id });
  if (!found) throw webhookNotFoundError(id);
  return found;
}

export function webhookNotFoundError(id: string): AppError {
  return new AppError(
    'webhook_not_found',
    `There is no webhook ${id} in this workspace; it may have been removed meanwhile.`,
  );
}
