import type { SuggestionStatus } from '@training/shared/statuses';
import type { SuggestionOrder } from '@training/shared/suggestions/suggestions';
import { flag, oneOf, pageNumber, searchOf } from '../../lib/search-params.ts';

export type ShownStatus = SuggestionStatus;

/** The displayed part and order of the Recommended queue; defaults to pending, in the saved order. */
export const SuggestionSearch = searchOf({
  show: oneOf<Exclude<ShownStatus, 'pending'>>({ accepted: true, dismissed: true, superseded: true }),
  order: oneOf<SuggestionOrder>({ created: true, title: true, source: true, department: true }),
  down: (given) => flag(given) || undefined,
  page: pageNumber,
});
