import type { SuggestionStatus } from '@training/shared/statuses';
import type { SuggestionOrder } from '@training/shared/suggestions/suggestions';
import {
  booleanParameter,
  oneOfParameter,
  pageNumberParameter,
  searchParamsValidator,
} from '../../lib/search-params.ts';

export type ShownSuggestionStatus = SuggestionStatus;

/** The displayed part and order of the Recommended queue; defaults to pending, in the saved order. */
export const SuggestionSearchParams = searchParamsValidator({
  show: oneOfParameter<Exclude<ShownSuggestionStatus, 'pending'>>({
    accepted: true,
    dismissed: true,
    superseded: true,
  }),
  order: oneOfParameter<SuggestionOrder>({ created: true, title: true, source: true, department: true }),
  down: (given) => booleanParameter(given) || undefined,
  page: pageNumberParameter,
});
