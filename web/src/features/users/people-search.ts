import { Id } from '@training/shared/primitives';
import { Role, UserStatus, PeopleOrder } from '@training/shared/users/users';
import { z } from 'zod';
import { PageNumber, SearchText } from '../../lib/search-params.ts';

/** The filters of the people page in the URL. */
export const PeopleSearch = z.object({
  q: SearchText,
  role: Role.optional().catch(undefined),
  department: Id.optional().catch(undefined),
  status: UserStatus.optional().catch(undefined),
  /** The sort order; defaults to the name. */
  order: PeopleOrder.exclude(['name']).optional().catch(undefined),
  down: z.literal(true).optional().catch(undefined),
  page: PageNumber,
});
export type PeopleSearch = z.infer<typeof PeopleSearch>;
