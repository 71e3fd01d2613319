import type { SuggestionStatus } from '@training/shared/statuses';
import type { SuggestionOrder } from '@training/shared/suggestions/suggestions';
import {
  booleanParameter,
  createOneOfParameter,
  pageNumberParameter,
  createSearchParamsValidator,
} from '../../lib/search-params.ts';

/** The displayed part and order of the Recommended queue; defaults to pending, in the saved order. */
export const SuggestionSearchParams = createSearchParamsValidator({
  show: createOneOfParameter<Exclude<SuggestionStatus, 'pending'>>({
    accepted: true,
    dismissed: true,
    superseded: true,
  }),
  order: createOneOfParameter<SuggestionOrder>({ created: true, title: true, source: true, department: true }),
  down: (given) => booleanParameter(given) || undefined,
  page: pageNumberParameter,
});
