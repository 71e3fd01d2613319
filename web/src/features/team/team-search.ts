import type { TeamList, TeamReach } from '@training/shared/team/team';
import { booleanParameter, oneOfParameter, pageNumber, validateSearchBy } from '../../lib/search-params.ts';
import { concernOrder } from '../analytics/analytics-search.ts';

/** The list, order and page of My team in the URL. */
export const TeamSearch = validateSearchBy({
  of: oneOfParameter<TeamReach>({ direct: true, all: true }),
  list: oneOfParameter<TeamList>({ overdue: true, due_soon: true, expiring: true, expired: true }),
  order: concernOrder,
  down: (given) => booleanParameter(given) || undefined,
  page: pageNumber,
});
export type TeamSearch = ReturnType<typeof TeamSearch>;
