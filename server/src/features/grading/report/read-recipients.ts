import type { AnswerCall, AnswerRecipient } from '@training/shared/grading/grading-report';
import { reachOf } from '@training/shared/permissions';
import type { Capability, Provider, ProviderKey } from '@training/shared/provider-keys/provider-keys';
import { actingPersonOf, type AiContext } from '../../../core/context.ts';
import { azureAddress, baseUrlOf } from '../../../providers/ai/endpoints.ts';
import { hostOf } from '../../provider-keys/endpoint-place.ts';
import { listProviderKeys } from '../../provider-keys/list-provider-keys.ts';

const CALLS: Record<Capability, AnswerCall[]> = {
  generation: ['grading', 'second_look'],
  transcription: ['transcription'],
};

/**
 * Reads who gets answers and recordings at present, and at which address. Addresses of the operator and of pooled
 * resources are the operator's, and an own resource or endpoint is shown to those who see provider keys whole
 * (rules/roles 2).
 */
export async function readRecipients(ctx: AiContext): Promise<AnswerRecipient[]> {
  const reach = reachOf(actingPersonOf(ctx).role, 'provider_keys:read') ?? 'status';
  const { capabilities } = await listProviderKeys({ ...ctx, reach });
  const { baseUrls } = ctx.ai.settings;
  return capabilities.flatMap(({ capability, own, pooled }) => {
    const used = own ?? pooled;
    if (!used) return [];
    const { provider } = used;
    return CALLS[capability].map((call) => {
      const chosen = call === 'transcription' ? undefined : own?.task_models[call];
      const model = chosen ?? used.model ?? own?.deployment ?? '';
      return { call, provider, model, own: own !== null, ...addressOf(provider, { model, own, baseUrls }) };
    });
  });
}

function addressOf(
  provider: Provider,
  given: { model: string; own: ProviderKey | null; baseUrls: AiContext['ai']['settings']['baseUrls'] },
): Pick<AnswerRecipient, 'address' | 'host'> {
  const { model, own, baseUrls } = given;
  const resource = own?.resource ?? null;
  if (provider === 'openai_compatible') {
    const baseUrl = own?.endpoint?.base_url;
    return { address: 'endpoint', host: baseUrl ? hostOf(baseUrl) : null };
  }
  if (baseUrls[provider] !== undefined) return { address: 'operator', host: null };
  if (provider === 'azure_openai') {
    return { address: 'resource', host: resource === null ? null : hostOf(azureAddress(resource)) };
  }
  return { address: 'provider', host: hostOf(baseUrlOf({ provider, model, resource, key: '' }, {})) };
}
