import type { PeopleOrder, UserStatus } from '@training/shared/users/users';
import { isRole } from '../../lib/roles.ts';
import {
  booleanParameter,
  idParameter,
  createOneOfParameter,
  pageNumberParameter,
  createSearchParamsValidator,
  textParameter,
} from '../../lib/search-params.ts';

/** The filters of the people page in the URL. */
export const PeopleSearchParams = createSearchParamsValidator({
  q: textParameter,
  role: (given) => (isRole(given) ? given : undefined),
  department: idParameter,
  status: createOneOfParameter<UserStatus>({ active: true, inactive: true }),
  /** The sort order; defaults to the saved one. */
  order: createOneOfParameter<PeopleOrder>({
    name: true,
    role: true,
    department: true,
    last_sign_in: true,
    added: true,
  }),
  down: (given) => booleanParameter(given) || undefined,
  page: pageNumberParameter,
});
export type PeopleSearchParams = ReturnType<typeof PeopleSearchParams>;
