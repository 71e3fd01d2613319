import { AiUsageReport } from '@training/shared/ai-usage/ai-usage';
import {
  ChangeModelEndpoint,
  EndpointModels,
  ListEndpointModels,
} from '@training/shared/provider-keys/model-endpoints';
import {
  AddProviderKey,
  ChangeKeyModel,
  ChangeTaskModel,
  ProviderKeyTestResult,
  ProviderKeyRef,
  ProviderKey,
  ProviderKeyList,
  RemovedProviderKey,
  RotateProviderKey,
} from '@training/shared/provider-keys/provider-keys';
import { permittedProcedure, router } from '../../http/procedures.ts';
import { readAiUsage } from '../ai-usage/read-ai-usage.ts';
import { addProviderKey } from './add-provider-key.ts';
import { changeModelEndpoint, listEndpointModels } from './change-model-endpoint.ts';
import { changeKeyModel, changeTaskModel } from './change-model.ts';
import { listProviderKeys } from './list-provider-keys.ts';
import { removeProviderKey, rotateProviderKey } from './rotate-provider-key.ts';
import { testProviderKey } from './test-provider-key.ts';

export const providerKeysRouter = router({
  list: permittedProcedure('provider_keys:read')
    .output(ProviderKeyList)
    .query(({ ctx }) => listProviderKeys(ctx)),
  usage: permittedProcedure('provider_keys:read')
    .output(AiUsageReport)
    .query(({ ctx }) => readAiUsage(ctx)),
  add: permittedProcedure('provider_keys:write')
    .input(AddProviderKey)
    .output(ProviderKey)
    .mutation(({ ctx, input }) => addProviderKey(ctx, input)),
  test: permittedProcedure('provider_keys:write')
    .input(ProviderKeyRef)
    .output(ProviderKeyTestResult)
    .mutation(({ ctx, input }) => testProviderKey(ctx, input)),
  rotate: permittedProcedure('provider_keys:write')
    .input(RotateProviderKey)
    .output(ProviderKey)
    .mutation(({ ctx, input }) => rotateProviderKey(ctx, input)),
  changeModel: permittedProcedure('provider_keys:write')
    .input(ChangeKeyModel)
    .output(ProviderKey)
    .mutation(({ ctx, input }) => changeKeyModel(ctx, input)),
  changeTaskModel: permittedProcedure('provider_keys:write')
    .input(ChangeTaskModel)
    .output(ProviderKey)
    .mutation(({ ctx, input }) => changeTaskModel(ctx, input)),
  changeEndpoint: permittedProcedure('provider_keys:write')
    .input(ChangeModelEndpoint)
    .output(ProviderKey)
    .mutation(({ ctx, input }) => changeModelEndpoint(ctx, input)),
  // A mutation, because keys must not be part of an address.
  listModels: permittedProcedure('provider_keys:write')
    .input(ListEndpointModels)
    .output(EndpointModels)
    .mutation(({ ctx, input }) => listEndpointModels(ctx, input)),
  remove: permittedProcedure('provider_keys:write')
    .input(ProviderKeyRef)
    .output(RemovedProviderKey)
    .mutation(({ ctx, input }) => removeProviderKey(ctx, input)),
});
