import type { AiJobState } from '@training/shared/ai/ai-jobs';

/** States of jobs that have not ended, and so need their files. */
export const UNFINISHED_AI_JOB_STATES: AiJobState[] = ['queued', 'running', 'parked'];

/** SQL list of `UNFINISHED_AI_JOB_STATES`. */
export const UNFINISHED_AI_JOB_STATES_SQL = `('queued', 'running', 'parked')` as const;
