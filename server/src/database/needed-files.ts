/** Whether the job `j` has still to read its file. */
export const IS_UNDER_WAY = `j.state in ('queued', 'running', 'parked')` as const;

/**
 * Whether the job `j` needs its file: until it has ended and, where it has written down a recording, for as long as it
 * is kept, so that somebody can listen to what was said (rules/ai 12).
 */
export const NEEDS_ITS_FILE = `(${IS_UNDER_WAY} or (j.state = 'succeeded' and j.feature = 'speech_to_text'))` as const;
