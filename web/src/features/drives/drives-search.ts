import { idParameter, validateSearchBy, wordParameter } from '../../lib/search-params.ts';

/** URL parameters set after returning from a provider, or after connecting a drive. The page knows the outcomes. */
export const DrivesSearch = validateSearchBy({ connected: idParameter, failed: wordParameter });
export type DrivesSearch = ReturnType<typeof DrivesSearch>;
