import {
  adviceMessageKeyOfKeyTestOutcome,
  type AiCapability,
  type CapabilityKeyStatus,
  type KeyTestOutcome,
  AI_PROVIDER_TRAITS,
  AiProvider,
  type ProviderKey,
  type ProviderKeyList,
} from '@training/shared/provider-keys/provider-keys';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('provider-keys');
const names = translatorOf('ai-names');

/** The domain that Azure appends to a resource's name. Other addresses are refused (rules/provider-keys 11). */
export const AZURE_OPENAI_DOMAIN_SUFFIX = '.openai.azure.com';

export type ModelsByProvider = ProviderKeyList['models'];

interface Target {
  provider: AiProvider;
  /** Null if a deployment is used instead. */
  model: string | null;
  resource?: string | null;
  deployment?: string | null;
  endpoint?: { name: string } | null;
}

/**
 * Returns "Anthropic, Claude Opus 5.5", "Azure OpenAI, cards on my-company.openai.azure.com" or "Ollama in the cellar,
 * llama3.3:70b".
 */
export function providerAndModelInWords(
  { provider, model, resource, deployment, endpoint }: Target,
  models: ModelsByProvider,
): string {
  // Users who see only the status don't get the resource.
  const deployed = resource
    ? t('deploymentOn', { deployment: deployment ?? '', host: `${resource}${AZURE_OPENAI_DOMAIN_SUFFIX}` })
    : deployment;
  const what = model === null ? deployed : modelLabelOf(models, provider, model);
  return `${endpoint?.name ?? AI_PROVIDER_TRAITS[provider].label}, ${what}`;
}

/** Returns the label of a listed model, else the id, as for deployments and delisted models. */
export function modelLabelOf(models: ModelsByProvider | undefined, provider: AiProvider, id: string): string {
  return models?.[provider].find((model) => model.id === id)?.label ?? id;
}

export function providersOf(capability: AiCapability): AiProvider[] {
  return AiProvider.options.filter((provider) => AI_PROVIDER_TRAITS[provider].capability === capability);
}

export type KeyState = 'own' | 'failing' | 'rate_limited' | 'unreachable' | 'pooled' | 'unavailable';

export function capabilityKeyStateOf({ own, pooled }: CapabilityKeyStatus): KeyState {
  if (own !== null) {
    if (own.failing_since !== null) return 'failing';
    const trouble = temporaryErrorOf(own);
    return trouble === null ? 'own' : trouble.outcome === 'rate_limited' ? 'rate_limited' : 'unreachable';
  }
  return pooled === null ? 'unavailable' : 'pooled';
}

/** Returns the last error if it may be temporary; the next successful call clears it. */
export function temporaryErrorOf({
  last_error: error,
  last_verified_at: verified,
  failing_since: failing,
}: ProviderKey) {
  return failing === null && error !== null && (verified === null || error.at >= verified) ? error : null;
}

/** Returns the label of a call's outcome and the advice; undefined stands for a provider that wasn't called. */
export function describeKeyOutcome(
  outcome: KeyTestOutcome | undefined,
  provider: AiProvider,
): { label: string; advice: string } {
  // A failing key without a provider error can't be decrypted by the server.
  if (outcome === undefined) return { label: t('cantBeDecrypted'), advice: t('restoreKeyring') };
  return { label: names(`outcome.${outcome}`), advice: t(adviceMessageKeyOfKeyTestOutcome(outcome, provider)) };
}

/** Returns the element id of a capability's heading, which gets the focus after its buttons have changed. */
export const capabilityHeadingIdOf = (capability: AiCapability) => `provider-key-${capability}`;
