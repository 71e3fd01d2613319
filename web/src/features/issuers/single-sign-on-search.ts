import { createSearchParamsValidator, wordParameter } from '../../lib/search-params.ts';

/** URL parameter set after a trial of a provider. The page knows the outcomes. */
export const SingleSignOnSearchParams = createSearchParamsValidator({ trial: wordParameter });
