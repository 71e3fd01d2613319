import {
  AddedWebhook,
  AddWebhook,
  DeliveryDetail,
  DeliveryPage,
  ListDeliveries,
  DeliveryRef,
  WebhookRef,
  RemovedWebhook,
  ReplayDeliveries,
  ReplayedDeliveries,
  RolledSecret,
  RollSecret,
  UpdateWebhook,
  WebhookEndpoint,
  WebhookList,
  WebhookTest,
} from '@training/shared/webhooks/webhooks';
import { can, router } from '../../../http/procedures.ts';
import { addWebhook } from './add-webhook.ts';
import { listDeliveries, readDelivery } from './list-deliveries.ts';
import { listWebhooks } from './read-webhooks.ts';
import { removeWebhook, updateWebhook } from './update-webhook.ts';
import { replayDeliveries } from './replay-deliveries.ts';
import { rollSecret } from './roll-secret.ts';
import { switchOffWebhook, switchOnWebhook } from './switch-webhook.ts';
import { testWebhook } from './test-webhook.ts';

export const webhooksRouter = router({
  list: can('webhooks:read')
    .output(WebhookList)
    .query(({ ctx }) => listWebhooks(ctx)),
  add: can('webhooks:write')
    .input(AddWebhook)
    .output(AddedWebhook)
    .mutation(({ ctx, input }) => addWebhook(ctx, input)),
  update: can('webhooks:write')
    .input(UpdateWebhook)
    .output(WebhookEndpoint)
    .mutation(({ ctx, input }) => updateWebhook(ctx, input)),
  test: can('webhooks:write')
    .input(WebhookRef)
    .output(WebhookTest)
    .mutation(({ ctx, input }) => testWebhook(ctx, input)),
  switchOn: can('webhooks:write')
    .input(WebhookRef)
    .output(WebhookEndpoint)
    .mutation(({ ctx, input }) => switchOnWebhook(ctx, input)),
  switchOff: can('webhooks:write')
    .input(WebhookRef)
    .output(WebhookEndpoint)
    .mutation(({ ctx, input }) => switchOffWebhook(ctx, input)),
  rollSecret: can('webhooks:write')
    .input(RollSecret)
    .output(RolledSecret)
    .mutation(({ ctx, input }) => rollSecret(ctx, input)),
  remove: can('webhooks:write')
    .input(WebhookRef)
    .output(RemovedWebhook)
    .mutation(({ ctx, input }) => removeWebhook(ctx, input)),
  deliveries: can('webhooks:read')
    .input(ListDeliveries)
    .output(DeliveryPage)
    .query(({ ctx, input }) => listDeliveries(ctx, input)),
  delivery: can('webhooks:read')
    .input(DeliveryRef)
    .output(DeliveryDetail)
    .query(({ ctx, input }) => readDelivery(ctx, input)),
  replay: can('webhooks:write')
    .input(ReplayDeliveries)
    .output(ReplayedDeliveries)
    .mutation(({ ctx, input }) => replayDeliveries(ctx, input)),
});
