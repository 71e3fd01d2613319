/** True if the job `j` still has to read its file. */
export const IS_UNDER_WAY = `j.state in ('queued', 'running', 'parked')` as const;

/**
 * True if the job `j` needs its file: until it has ended and, if it transcribed a recording, for as long as the job is
 * kept, so that users can listen to the recording (rules/ai 12).
 */
export const NEEDS_ITS_FILE = `(${IS_UNDER_WAY} or (j.state = 'succeeded' and j.feature = 'speech_to_text'))` as const;
