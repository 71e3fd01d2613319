import { GradingTask } from '@training/shared/grading';
import { z } from 'zod';

/** Answers or appeals only; both without it. */
export const GradingSearch = z.object({ task: GradingTask.optional().catch(undefined) });
