const DAY_SECONDS = 24 * 60 * 60;

/** Lifetime of a session, and the age at which its use renews it. */
export const SESSION_SECONDS = 30 * DAY_SECONDS;
export const RENEWED_AFTER_SECONDS = DAY_SECONDS;

/** Returns the time at which a session ends that is created or renewed now. */
export function sessionEnd(): Date {
  return new Date(Date.now() + SESSION_SECONDS * 1000);
}
