/** Formats a time of today in the reader's locale: "10:32", "7:18 PM". */
const clock = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' });

/** Milliseconds during which a save counts as just now. */
export const JUST_NOW = 60_000;

/** Returns "Saved", followed by the time if it wasn't just now. */
export function savedInWords(at: number, now: number): string {
  return now - at < JUST_NOW ? 'Saved' : `Saved at ${clock.format(at)}`;
}
