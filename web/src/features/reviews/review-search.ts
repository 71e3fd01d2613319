import type { SectionKind } from '@training/shared/courses/courses';
import type { ReviewOrder } from '@training/shared/reviews/reviews';
import { flag, idParameter, integer, oneOf, pageNumber, searchOf } from '../../lib/search-params.ts';

/** The filters and order of the review queue in the URL. `days` is the minimum waiting time. */
export const QueueSearch = searchOf({
  state: oneOf({ sent_back: true }),
  claim: oneOf({ unclaimed: true, mine: true }),
  department: idParameter,
  days: integer(1, 365),
  /** The sort order; defaults to the saved one. */
  order: oneOf<ReviewOrder>({ waiting: true, module: true, submitted_by: true }),
  down: (given) => flag(given) || undefined,
  page: pageNumber,
});
export type QueueSearch = ReturnType<typeof QueueSearch>;

/** The version to compare with; `shown` is the content displayed before it was changed. */
export type Base = 'approved' | 'seen' | 'shown' | 'nothing';
const base = oneOf<Base>({ approved: true, seen: true, shown: true, nothing: true });

/** The displayed section, and the version each is compared with; defaults to the most informative. */
export const ReviewSearch = searchOf({
  section: oneOf<SectionKind>({ flashcards: true, quiz: true }),
  flashcards: base,
  quiz: base,
});
export type ReviewSearch = ReturnType<typeof ReviewSearch>;
