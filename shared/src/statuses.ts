import { z } from 'zod';

// Statuses that addresses of the console contain: apart, so that its routes don't load whole contracts.

/** The status of a learner in an assignment. */
export const LearnerStatus = z.enum(['overdue', 'not_started', 'in_progress', 'paused', 'completed', 'waived']);
export type LearnerStatus = z.infer<typeof LearnerStatus>;

export const SuggestionStatus = z.enum(['pending', 'accepted', 'dismissed', 'superseded']);
export type SuggestionStatus = z.infer<typeof SuggestionStatus>;
