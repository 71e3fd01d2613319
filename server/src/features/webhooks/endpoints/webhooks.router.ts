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
  RolledWebhookSecret,
  RollWebhookSecret,
  UpdateWebhook,
  WebhookEndpoint,
  WebhookList,
  WebhookTestResult,
} from '@training/shared/webhooks/webhooks';
import { permittedProcedure, router } from '../../../http/procedures.ts';
import { addWebhook } from './add-webhook.ts';
import { listDeliveries, readDelivery } from './list-deliveries.ts';
import { listWebhooks } from './read-webhooks.ts';
import { removeWebhook, updateWebhook } from './update-webhook.ts';
import { replayDeliveries } from './replay-deliveries.ts';
import { rollSecret } from './roll-secret.ts';
import { switchOffWebhook, switchOnWebhook } from './switch-webhook.ts';
import { testWebhook } from './test-webhook.ts';

export const webhooksRouter = router({
  list: permittedProcedure('webhooks:read')
    .output(WebhookList)
    .query(({ ctx }) => listWebhooks(ctx)),
  add: permittedProcedure('webhooks:write')
    .input(AddWebhook)
    .output(AddedWebhook)
    .mutation(({ ctx, input }) => addWebhook(ctx, input)),
  update: permittedProcedure('webhooks:write')
    .input(UpdateWebhook)
    .output(WebhookEndpoint)
    .mutation(({ ctx, input }) => updateWebhook(ctx, input)),
  test: permittedProcedure('webhooks:write')
    .input(WebhookRef)
    .output(WebhookTestResult)
    .mutation(({ ctx, input }) => testWebhook(ctx, input)),
  switchOn: permittedProcedure('webhooks:write')
    .input(WebhookRef)
    .output(WebhookEndpoint)
    .mutation(({ ctx, input }) => switchOnWebhook(ctx, input)),
  switchOff: permittedProcedure('webhooks:write')
    .input(WebhookRef)
    .output(WebhookEndpoint)
    .mutation(({ ctx, input }) => switchOffWebhook(ctx, input)),
  rollSecret: permittedProcedure('webhooks:write')
    .input(RollWebhookSecret)
    .output(RolledWebhookSecret)
    .mutation(({ ctx, input }) => rollSecret(ctx, input)),
  remove: permittedProcedure('webhooks:write')
    .input(WebhookRef)
    .output(RemovedWebhook)
    .mutation(({ ctx, input }) => removeWebhook(ctx, input)),
  deliveries: permittedProcedure('webhooks:read')
    .input(ListDeliveries)
    .output(DeliveryPage)
    .query(({ ctx, input }) => listDeliveries(ctx, input)),
  delivery: permittedProcedure('webhooks:read')
    .input(DeliveryRef)
    .output(DeliveryDetail)
    .query(({ ctx, input }) => readDelivery(ctx, input)),
  replay: permittedProcedure('webhooks:write')
    .input(ReplayDeliveries)
    .output(ReplayedDeliveries)
    .mutation(({ ctx, input }) => replayDeliveries(ctx, input)),
});
