import { z } from 'zod';
import { TimeZone } from '../workspaces/workspaces.ts';
import { Count } from '../primitives.ts';

/** The maximum number of study days in a row that is counted. */
export const MAX_STUDY_STREAK_DAYS = 366;

export const ReadStudyStreak = z.strictObject({
  time_zone: TimeZone.describe('The person’s own; days begin and end in it.'),
});
export type ReadStudyStreak = z.infer<typeof ReadStudyStreak>;

/** The caller's days of study in a row, for the caller alone. */
export const StudyStreak = z.strictObject({
  days: Count.max(MAX_STUDY_STREAK_DAYS).describe('Up to today or, if nothing was studied today, up to yesterday.'),
  today: z.boolean().describe('True if something was studied today.'),
});
export type StudyStreak = z.infer<typeof StudyStreak>;
