import { idParameter, createSearchParamsValidator, wordParameter } from '../../lib/search-params.ts';

/** URL parameters set after returning from a provider, or after connecting a drive. The page knows the outcomes. */
export const DrivesSearchParams = createSearchParamsValidator({ connected: idParameter, failed: wordParameter });
export type DrivesSearchParams = ReturnType<typeof DrivesSearchParams>;
