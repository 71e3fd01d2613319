import {
  type Capability,
  type CapabilityStatus,
  KEY_OUTCOMES,
  type KeyOutcome,
  PROVIDERS,
  Provider,
  type ProviderKey,
  type ProviderKeyList,
} from '@training/shared/provider-keys';

/** What Azure puts behind a resource's name; no other address is taken (rules/provider-keys 11). */
export const AZURE_SUFFIX = '.openai.azure.com';

export type Models = ProviderKeyList['models'];

interface Target {
  provider: Provider;
  /** Null where a deployment is named instead. */
  model: string | null;
  resource?: string | null;
  deployment?: string | null;
}

/** "Anthropic, Claude Opus 5.5" or "Azure OpenAI, cards on my-company.openai.azure.com". */
export function targetInWords({ provider, model, resource, deployment }: Target, models: Models): string {
  // Without its resource for those who see the status only.
  const deployed = resource ? `${deployment} on ${resource}${AZURE_SUFFIX}` : deployment;
  const what = model === null ? deployed : modelLabel(models, provider, model);
  return `${PROVIDERS[provider].label}, ${what}`;
}

/** The label of a listed model; one that is not listed any more, or is a deployment, is called by its id. */
export function modelLabel(models: Models | undefined, provider: Provider, id: string): string {
  return models?.[provider].find((model) => model.id === id)?.label ?? id;
}

export function providersOf(capability: Capability): Provider[] {
  return Provider.options.filter((provider) => PROVIDERS[provider].capability === capability);
}

export type KeyState = 'own' | 'failing' | 'rate_limited' | 'unreachable' | 'pooled' | 'unavailable';

export function stateOf({ own, pooled }: CapabilityStatus): KeyState {
  if (own !== null) {
    if (own.failing_since !== null) return 'failing';
    const trouble = troubleOf(own);
    return trouble === null ? 'own' : trouble.outcome === 'rate_limited' ? 'rate_limited' : 'unreachable';
  }
  return pooled === null ? 'unavailable' : 'pooled';
}

/** What the last call came to, where it failed with what may pass: a call that the provider accepts ends it. */
export function troubleOf({ last_error: error, last_verified_at: verified, failing_since: failing }: ProviderKey) {
  return failing === null && error !== null && (verified === null || error.at >= verified) ? error : null;
}

/** A key that fails without an error of the provider cannot be read by our own server. */
const UNDECRYPTABLE = {
  label: 'Can’t be decrypted',
  advice:
    'The server’s keyring lacks what decrypts the key, or the key or its address was changed in the database. Rotate it, ' +
    'with Azure remove it and add it again, or have the operator restore the keyring.',
};

/** What a key's outcome means, and what to do about it; undefined where the provider could not be asked. */
export function meaningOf(outcome: KeyOutcome | undefined): { label: string; advice: string } {
  return outcome === undefined ? UNDECRYPTABLE : KEY_OUTCOMES[outcome];
}

/** The heading of a capability's row, which has the focus after its buttons have changed. */
export const headingIdOf = (capability: Capability) => `provider-key-${capability}`;
