import type { AnswerRecipient } from '@training/shared/grading/grading-report';
import { reachOf } from '@training/shared/permissions';
import type { Provider } from '@training/shared/provider-keys/provider-keys';
import type { AiContext } from '../../../core/context.ts';
import { azureAddress, baseUrlOf } from '../../../providers/ai/endpoints.ts';
import { learnerOf } from '../../learning/cycle.ts';
import { listProviderKeys } from '../../provider-keys/list-provider-keys.ts';

/**
 * Who gets answers and recordings at present, and at which address. Addresses of the operator and of pooled resources
 * are the operator's, and an own resource is shown to those who see provider keys whole (rules/roles 2).
 */
export async function readRecipients(ctx: AiContext): Promise<AnswerRecipient[]> {
  const reach = reachOf(learnerOf(ctx).role, 'provider_keys:read') ?? 'status';
  const { capabilities } = await listProviderKeys({ ...ctx, reach });
  const { baseUrls } = ctx.ai.settings;
  return capabilities.flatMap(({ capability, own, pooled }) => {
    const used = own ?? pooled;
    if (!used) return [];
    const { provider } = used;
    const resource = own?.resource ?? null;
    const model = used.model ?? own?.deployment ?? '';
    return [{ capability, provider, model, own: own !== null, ...addressOf(provider, { model, resource, baseUrls }) }];
  });
}

function addressOf(
  provider: Provider,
  given: { model: string; resource: string | null; baseUrls: AiContext['ai']['settings']['baseUrls'] },
): Pick<AnswerRecipient, 'address' | 'host'> {
  const { model, resource, baseUrls } = given;
  if (baseUrls[provider] !== undefined) return { address: 'operator', host: null };
  if (provider === 'azure_openai') {
    return { address: 'resource', host: resource === null ? null : new URL(azureAddress(resource)).host };
  }
  return { address: 'provider', host: new URL(baseUrlOf({ provider, model, resource, key: '' }, {})).host };
}
