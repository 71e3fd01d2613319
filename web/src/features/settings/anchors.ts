/** The sections of the settings page, by which links lead to them. */
export const PROVIDER_KEYS = 'provider-keys';
export const SPOKEN_ANSWERS = 'spoken-answers';
export const API_TOKENS = 'api-tokens';
