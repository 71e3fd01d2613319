import { z } from 'zod';
import { PageNumber, SearchText } from '../../lib/search-params.ts';
import { LearnerStatus } from '@training/shared/statuses';

export const AssignmentSearch = z.object({
  state: z.literal('ended').optional().catch(undefined),
  page: PageNumber,
});

export const AssignedSearch = z.object({
  status: LearnerStatus.optional().catch(undefined),
  q: SearchText,
  page: PageNumber,
});
export type AssignedSearch = z.infer<typeof AssignedSearch>;
