import { Id } from '@training/shared/primitives';
import { z } from 'zod';
import { SearchWord } from '../../../lib/search-params.ts';

/** The filters and the cursor of an endpoint's deliveries in the URL. */
export const DeliverySearch = z.object({
  state: SearchWord,
  type: SearchWord,
  before: Id.optional().catch(undefined),
});
export type DeliverySearch = z.infer<typeof DeliverySearch>;
