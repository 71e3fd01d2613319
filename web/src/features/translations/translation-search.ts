import type { VariantQueueState } from '@training/shared/translations/translations';
import { oneOf, pageNumber, searchOf } from '../../lib/search-params.ts';

/** The displayed queue of variants; by default what the role can work on. */
export const VariantSearch = searchOf({
  show: oneOf<VariantQueueState>({ review: true, translate: true }),
  page: pageNumber,
});
