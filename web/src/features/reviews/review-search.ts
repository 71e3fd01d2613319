import type { SectionKind } from '@training/shared/courses/courses';
import type { ReviewOrder } from '@training/shared/reviews/reviews';
import {
  booleanParameter,
  idParameter,
  createIntegerParameter,
  createOneOfParameter,
  pageNumberParameter,
  createSearchParamsValidator,
} from '../../lib/search-params.ts';

/** The filters and order of the review queue in the URL. `days` is the minimum waiting time. */
export const ReviewQueueSearchParams = createSearchParamsValidator({
  state: createOneOfParameter({ sent_back: true }),
  claim: createOneOfParameter({ unclaimed: true, mine: true }),
  department: idParameter,
  days: createIntegerParameter(1, 365),
  /** The sort order; defaults to the saved one. */
  order: createOneOfParameter<ReviewOrder>({ waiting: true, module: true, submitted_by: true }),
  down: (given) => booleanParameter(given) || undefined,
  page: pageNumberParameter,
});
export type ReviewQueueSearchParams = ReturnType<typeof ReviewQueueSearchParams>;

/** The version to compare with; `shown` is the content displayed before it was changed. */
export type ComparisonBase = 'approved' | 'seen' | 'shown' | 'nothing';
const base = createOneOfParameter<ComparisonBase>({ approved: true, seen: true, shown: true, nothing: true });

/** The displayed section, and the version each is compared with; defaults to the most informative. */
export const ReviewSearchParams = createSearchParamsValidator({
  section: createOneOfParameter<SectionKind>({ flashcards: true, quiz: true }),
  flashcards: base,
  quiz: base,
});
export type ReviewSearchParams = ReturnType<typeof ReviewSearchParams>;
