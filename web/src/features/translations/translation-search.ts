import type { VariantQueueState } from '@training/shared/translations/translations';
import { createOneOfParameter, pageNumberParameter, createSearchParamsValidator } from '../../lib/search-params.ts';

/** The displayed queue of variants; by default what the role can work on. */
export const VariantQueueSearchParams = createSearchParamsValidator({
  show: createOneOfParameter<VariantQueueState>({ review: true, translate: true }),
  page: pageNumberParameter,
});
