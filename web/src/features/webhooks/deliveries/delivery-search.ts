import {
  booleanParameter,
  idParameter,
  createOneOfParameter,
  createSearchParamsValidator,
  wordParameter,
} from '../../../lib/search-params.ts';

/** The filters, the order and the cursor of an endpoint's deliveries in the URL. */
export const DeliverySearchParams = createSearchParamsValidator({
  state: wordParameter,
  type: wordParameter,
  order: createOneOfParameter<'time'>({ time: true }),
  down: (given) => booleanParameter(given) || undefined,
  before: idParameter,
});
export type DeliverySearchParams = ReturnType<typeof DeliverySearchParams>;
