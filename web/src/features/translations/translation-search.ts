import type { VariantQueueState } from '@training/shared/translations/translations';
import { oneOfParameter, pageNumberParameter, searchParamsValidator } from '../../lib/search-params.ts';

/** The displayed queue of variants; by default what the role can work on. */
export const VariantQueueSearchParams = searchParamsValidator({
  show: oneOfParameter<VariantQueueState>({ review: true, translate: true }),
  page: pageNumberParameter,
});
