import { Id } from '@training/shared/primitives';
import { z } from 'zod';
import { SearchWord } from '../../../lib/search-params.ts';

/** The filters of an endpoint's deliveries, as they stand in its address, and where the page begins. */
export const DeliverySearch = z.object({
  state: SearchWord,
  type: SearchWord,
  before: Id.optional().catch(undefined),
});
export type DeliverySearch = z.infer<typeof DeliverySearch>;
