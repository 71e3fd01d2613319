import type { AiJobState } from '@training/shared/ai/ai-jobs';

/** States of jobs that have not ended, and so need their files. */
export const UNFINISHED_STATES: AiJobState[] = ['queued', 'running', 'parked'];

/** SQL list of `UNFINISHED_STATES`. */
export const UNFINISHED = `('queued', 'running', 'parked')` as const;
