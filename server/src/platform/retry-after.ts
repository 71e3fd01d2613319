/** Nobody is believed who wants to be left alone for longer, in seconds. */
export const LONGEST_WAIT = 3_600;

/** Whole seconds from a `Retry-After`, in either of its forms (RFC 9110, 10.2.3); undefined where it says nothing. */
export function secondsToWait(header: string | null | undefined, now = new Date()): number | undefined {
  const said = header?.trim();
  if (!said) return undefined;
  const seconds = /^\d+(\.\d+)?$/.test(said) ? Number(said) : (Date.parse(said) - now.getTime()) / 1000;
  return Number.isNaN(seconds) ? undefined : Math.min(Math.max(Math.ceil(seconds), 0), LONGEST_WAIT);
}
