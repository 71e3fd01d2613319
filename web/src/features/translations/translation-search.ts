import type { VariantQueueState } from '@training/shared/translations/translations';
import { oneOfParameter, pageNumber, validateSearchBy } from '../../lib/search-params.ts';

/** The displayed queue of variants; by default what the role can work on. */
export const VariantSearch = validateSearchBy({
  show: oneOfParameter<VariantQueueState>({ review: true, translate: true }),
  page: pageNumber,
});
