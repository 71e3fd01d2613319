import { z } from 'zod';
import { PageNumber } from '../../lib/search-params.ts';
import { SuggestionStatus } from '@training/shared/statuses';

/** The displayed part of the Recommended queue; defaults to pending. */
export const SuggestionSearch = z.object({
  show: SuggestionStatus.exclude(['pending']).optional().catch(undefined),
  page: PageNumber,
});

export type ShownStatus = 'pending' | NonNullable<z.infer<typeof SuggestionSearch>['show']>;
