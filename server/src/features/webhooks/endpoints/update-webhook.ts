import type { UpdateWebhook, WebhookEndpoint } from '@training/shared/webhooks';
import { defineStatement } from '../../../database/statement.ts';
import { inTransaction } from '../../../database/transaction.ts';
import { publish } from '../../../platform/live.ts';
import { recordEvent } from '../../events/record-event.ts';
import { webhookSubject } from '../webhook-subject.ts';
import { webhooksTopic } from '../webhooks-topic.ts';
import { assertAddress, originOf } from './check-address.ts';
import { holdWebhook, type HeldWebhook } from './hold-webhook.ts';
import { readWebhook } from './read-webhooks.ts';
import { checkFailed } from './switch-webhook.ts';
import { fewAtOnce, sendTest } from './test-webhook.ts';
import type { WebhookContext } from './webhook-context.ts';

/** How long nothing but the test goes to a new address, in seconds: should the server die meanwhile, events go on. */
const PAUSE = 60;

const UPDATE = defineStatement({
  name: 'update-webhook',
  scope: 'tenant',
  sql: `
update webhook_endpoints
set url = :url, description = :description, types = :types, updated_at = :now,
  paused_until = case when :tried::boolean then :now::timestamptz + make_interval(secs => ${PAUSE}) else paused_until end
where workspace_id = :workspaceId and id = :id`,
});

/** Only where nobody has given it yet another address meanwhile. */
const MOVE_TO = defineStatement({
  name: 'move-webhook-to',
  scope: 'tenant',
  sql: `
update webhook_endpoints set url = :url, paused_until = null
where workspace_id = :workspaceId and id = :id and url = :tried`,
});

/**
 * Changes what is given. The new address of an endpoint that is on takes a test first: until it has, nothing else is sent
 * there, and where it does not, the former one stays (rules/webhooks 4).
 * @throws AppError `webhook_not_found`, `webhook_address_refused`, `webhook_check_failed`
 */
export async function updateWebhook(ctx: WebhookContext, { id, ...input }: UpdateWebhook): Promise<WebhookEndpoint> {
  const { url } = input;
  if (url === undefined) await change(ctx, id, input);
  else {
    assertAddress(ctx.outward, url);
    await fewAtOnce(ctx, () => move(ctx, id, { ...input, url }));
  }
  return readWebhook(ctx.db.pool, ctx.workspace.id, id);
}

async function move(ctx: WebhookContext, id: string, input: Fields & { url: string }): Promise<void> {
  const { before, after } = await change(ctx, id, input);
  if (before.state === 'off' || after.url === before.url) return;
  const { test } = await sendTest(ctx, id);
  await settle(ctx, id, { tried: after.url, url: test.delivered ? after.url : before.url });
  if (!test.delivered) throw checkFailed(test, 'Events go on to the former address.');
}

type Fields = Omit<UpdateWebhook, 'id'>;

async function change(ctx: WebhookContext, id: string, { url, description, types }: Fields) {
  const workspaceId = ctx.workspace.id;
  return inTransaction(ctx, async (em) => {
    const before = await holdWebhook(em, workspaceId, id);
    const after = {
      ...before,
      url: url ?? before.url,
      description: description === undefined ? before.description : (description ?? ''),
      types: types ?? before.types,
    };
    const changes = changesOf(before, after);
    if (Object.keys(changes).length > 0) {
      const tried = before.state === 'on' && after.url !== before.url;
      const fields = { url: after.url, description: after.description, types: after.types };
      await UPDATE.run(em, { workspaceId, id, ...fields, tried, now: new Date() });
      await recordEvent(em, ctx, { action: 'webhook.updated', subject: webhookSubject(after), changes });
      await publish(em, webhooksTopic(workspaceId));
    }
    return { before, after };
  });
}

/** What is different, as pairs of before and after. */
function changesOf(before: HeldWebhook, after: HeldWebhook): Record<string, [unknown, unknown]> {
  return {
    // What is behind the host can be a password, so a change of it alone shows as two that are equal.
    ...(before.url !== after.url && { origin: [originOf(before.url), originOf(after.url)] }),
    ...(before.description !== after.description && { description: [before.description, after.description] }),
    ...(String(before.types.toSorted()) !== String(after.types.toSorted()) && { types: [before.types, after.types] }),
  };
}

/** Ends the trial of a new address. */
function settle(ctx: WebhookContext, id: string, { tried, url }: { tried: string; url: string }): Promise<void> {
  const workspaceId = ctx.workspace.id;
  return inTransaction(ctx, async (em) => {
    const held = await holdWebhook(em, workspaceId, id);
    const moved = await MOVE_TO.run(em, { workspaceId, id, tried, url });
    if (moved > 0 && url !== tried) {
      const changes = { origin: [originOf(tried), originOf(url)] };
      const subject = webhookSubject({ ...held, url });
      await recordEvent(em, { ...ctx, now: new Date() }, { action: 'webhook.updated', subject, changes });
    }
    await publish(em, webhooksTopic(workspaceId));
  });
}
