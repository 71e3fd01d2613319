import type { PeopleOrder, UserStatus } from '@training/shared/users/users';
import { isRole } from '../../lib/roles.ts';
import { flag, idParameter, oneOf, pageNumber, searchOf, searchText } from '../../lib/search-params.ts';

/** The filters of the people page in the URL. */
export const PeopleSearch = searchOf({
  q: searchText,
  role: (given) => (isRole(given) ? given : undefined),
  department: idParameter,
  status: oneOf<UserStatus>({ active: true, inactive: true }),
  /** The sort order; defaults to the saved one. */
  order: oneOf<PeopleOrder>({ name: true, role: true, department: true, last_sign_in: true, added: true }),
  down: (given) => flag(given) || undefined,
  page: pageNumber,
});
export type PeopleSearch = ReturnType<typeof PeopleSearch>;
