/** A time of today as the reader's language has it: "10:32", "7:18 PM". */
const clock = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' });

/** For so long something was saved just now, in milliseconds. */
export const JUST_NOW = 60_000;

/** "Saved", and when, once that is a while ago. */
export function savedInWords(at: number, now: number): string {
  return now - at < JUST_NOW ? 'Saved' : `Saved at ${clock.format(at)}`;
}
