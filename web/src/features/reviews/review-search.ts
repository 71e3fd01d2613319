import { Id } from '@training/shared/primitives';
import { z } from 'zod';
import { SectionKind } from '@training/shared/courses/courses';
import { PageNumber } from '../../lib/search-params.ts';

/** The filters of the review queue in the URL. `days` is the minimum waiting time. */
export const QueueSearch = z.object({
  state: z.enum(['sent_back']).optional().catch(undefined),
  claim: z.enum(['unclaimed', 'mine']).optional().catch(undefined),
  department: Id.optional().catch(undefined),
  days: z.int().min(1).max(365).optional().catch(undefined),
  page: PageNumber,
});
export type QueueSearch = z.infer<typeof QueueSearch>;

/** The version to compare with; `shown` is the content displayed before it was changed. */
export const Base = z.enum(['approved', 'seen', 'shown', 'nothing']);
export type Base = z.infer<typeof Base>;

/** The displayed section, and the version each is compared with; defaults to the most informative. */
export const ReviewSearch = z.object({
  section: SectionKind.optional().catch(undefined),
  flashcards: Base.optional().catch(undefined),
  quiz: Base.optional().catch(undefined),
});
export type ReviewSearch = z.infer<typeof ReviewSearch>;
