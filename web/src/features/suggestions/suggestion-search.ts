import type { SuggestionStatus } from '@training/shared/statuses';
import { oneOf, pageNumber, searchOf } from '../../lib/search-params.ts';

export type ShownStatus = SuggestionStatus;

/** The displayed part of the Recommended queue; defaults to pending. */
export const SuggestionSearch = searchOf({
  show: oneOf<Exclude<ShownStatus, 'pending'>>({ accepted: true, dismissed: true, superseded: true }),
  page: pageNumber,
});
