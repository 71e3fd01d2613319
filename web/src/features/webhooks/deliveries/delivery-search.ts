import {
  booleanParameter,
  idParameter,
  oneOfParameter,
  searchParamsValidator,
  wordParameter,
} from '../../../lib/search-params.ts';

/** The filters, the order and the cursor of an endpoint's deliveries in the URL. */
export const DeliverySearchParams = searchParamsValidator({
  state: wordParameter,
  type: wordParameter,
  order: oneOfParameter<'time'>({ time: true }),
  down: (given) => booleanParameter(given) || undefined,
  before: idParameter,
});
export type DeliverySearchParams = ReturnType<typeof DeliverySearchParams>;
