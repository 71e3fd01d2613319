import { SuggestionStatus } from '@training/shared/suggestions';
import { z } from 'zod';
import { PageNumber } from '../../lib/search-params.ts';

/** Which part of the Recommended queue is shown; absent means what is pending. */
export const SuggestionSearch = z.object({
  show: SuggestionStatus.exclude(['pending']).optional().catch(undefined),
  page: PageNumber,
});

export type ShownStatus = 'pending' | NonNullable<z.infer<typeof SuggestionSearch>['show']>;
