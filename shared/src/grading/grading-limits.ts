import { AI_INPUT_LIMITS } from '../ai/ai-limits.ts';

/** Limits and deadlines of spoken answers (rules/grading). */
export const SPOKEN_ANSWER_LIMITS = {
  recordingBytes: AI_INPUT_LIMITS.audioBytes,
  recordingSeconds: AI_INPUT_LIMITS.audioSeconds,
  /** Code points of an answer, typed or corrected. */
  answer: AI_INPUT_LIMITS.transcript,
  words: 2_000,
  /** Seconds to wait for the transcript, then for the speaker's correction, and then for the grade. */
  waits: { transcribing: 600, correcting: 900, grading: 600 },
  /** Days after the grade in which it can be appealed, and in which the department alone may decide the appeal. */
  appealWithin: 30,
  appealDecidedWithin: 7,
} as const;
