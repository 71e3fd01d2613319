import type { SectionKind } from '@training/shared/courses/courses';
import { idParameter, integer, oneOf, pageNumber, searchOf } from '../../lib/search-params.ts';

/** The filters of the review queue in the URL. `days` is the minimum waiting time. */
export const QueueSearch = searchOf({
  state: oneOf({ sent_back: true }),
  claim: oneOf({ unclaimed: true, mine: true }),
  department: idParameter,
  days: integer(1, 365),
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
