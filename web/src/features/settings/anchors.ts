/** Anchors of the sections of the settings page. */
export const PROVIDER_KEYS = 'provider-keys';
export const API_TOKENS = 'api-tokens';
