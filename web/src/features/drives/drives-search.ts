import { idParameter, searchOf, searchWord } from '../../lib/search-params.ts';

/** URL parameters set after returning from a provider, or after connecting a drive. The page knows the outcomes. */
export const DrivesSearch = searchOf({ connected: idParameter, failed: searchWord });
export type DrivesSearch = ReturnType<typeof DrivesSearch>;
