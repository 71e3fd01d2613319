/** Anchors of the sections of the settings page. */
export const PROVIDER_KEYS_ANCHOR = 'provider-keys';
export const API_TOKENS_ANCHOR = 'api-tokens';
