import type { TeamList, TeamReach } from '@training/shared/team/team';
import { flag, oneOf, pageNumber, searchOf } from '../../lib/search-params.ts';
import { concernOrder } from '../analytics/analytics-search.ts';

/** The list, order and page of My team in the URL. */
export const TeamSearch = searchOf({
  of: oneOf<TeamReach>({ direct: true, all: true }),
  list: oneOf<TeamList>({ overdue: true, due_soon: true, expiring: true, expired: true }),
  order: concernOrder,
  down: (given) => flag(given) || undefined,
  page: pageNumber,
});
export type TeamSearch = ReturnType<typeof TeamSearch>;
