import { z } from 'zod';

// Statuses that addresses of the console contain: apart, so that its routes don't load whole contracts.

/** The status of a learner in an assignment. */
export const LearnerAssignmentStatus = z.enum([
  'overdue',
  'not_started',
  'in_progress',
  'paused',
  'completed',
  'waived',
]);
export type LearnerAssignmentStatus = z.infer<typeof LearnerAssignmentStatus>;

export const SuggestionStatus = z.enum(['pending', 'accepted', 'dismissed', 'superseded']);
export type SuggestionStatus = z.infer<typeof SuggestionStatus>;
