import { flag, idParameter, oneOf, searchOf, searchWord } from '../../../lib/search-params.ts';

/** The filters, the order and the cursor of an endpoint's deliveries in the URL. */
export const DeliverySearch = searchOf({
  state: searchWord,
  type: searchWord,
  order: oneOf<'time'>({ time: true }),
  down: (given) => flag(given) || undefined,
  before: idParameter,
});
export type DeliverySearch = ReturnType<typeof DeliverySearch>;
