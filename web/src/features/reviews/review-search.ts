import { Id } from '@training/shared/primitives';
import { z } from 'zod';
import { SectionKind } from '@training/shared/courses';
import { PageNumber } from '../../lib/search-params.ts';

/** The filters of the review queue, as they stand in its address; `days` is how long something has waited at least. */
export const QueueSearch = z.object({
  state: z.enum(['sent_back']).optional().catch(undefined),
  claim: z.enum(['unclaimed', 'mine']).optional().catch(undefined),
  department: Id.optional().catch(undefined),
  days: z.int().min(1).max(365).optional().catch(undefined),
  page: PageNumber,
});
export type QueueSearch = z.infer<typeof QueueSearch>;

/** What submitted content is compared with; `shown` is what was on the screen before somebody changed it. */
export const Base = z.enum(['approved', 'seen', 'shown', 'nothing']);
export type Base = z.infer<typeof Base>;

/** Which section of a module is shown, and what each is compared with; absent means what says most. */
export const ReviewSearch = z.object({
  section: SectionKind.optional().catch(undefined),
  flashcards: Base.optional().catch(undefined),
  quiz: Base.optional().catch(undefined),
});
export type ReviewSearch = z.infer<typeof ReviewSearch>;
