import type { SuggestionStatus } from '@training/shared/statuses';
import type { SuggestionOrder } from '@training/shared/suggestions/suggestions';
import { booleanParameter, oneOfParameter, pageNumber, validateSearchBy } from '../../lib/search-params.ts';

export type ShownStatus = SuggestionStatus;

/** The displayed part and order of the Recommended queue; defaults to pending, in the saved order. */
export const SuggestionSearch = validateSearchBy({
  show: oneOfParameter<Exclude<ShownStatus, 'pending'>>({ accepted: true, dismissed: true, superseded: true }),
  order: oneOfParameter<SuggestionOrder>({ created: true, title: true, source: true, department: true }),
  down: (given) => booleanParameter(given) || undefined,
  page: pageNumber,
});
