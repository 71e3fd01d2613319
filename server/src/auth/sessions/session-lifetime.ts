const DAY_SECONDS = 24 * 60 * 60;

/** Lifetime of a session, and the age at which its use renews it. */
export const SESSION_SECONDS = 30 * DAY_SECONDS;
export const RENEWED_AFTER_SECONDS = DAY_SECONDS;
