import { idParameter, searchOf, searchWord } from '../../../lib/search-params.ts';

/** The filters and the cursor of an endpoint's deliveries in the URL. */
export const DeliverySearch = searchOf({ state: searchWord, type: searchWord, before: idParameter });
export type DeliverySearch = ReturnType<typeof DeliverySearch>;
