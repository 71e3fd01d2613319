import type { TeamConcernKind, TeamReach } from '@training/shared/team/team';
import {
  booleanParameter,
  oneOfParameter,
  pageNumberParameter,
  searchParamsValidator,
} from '../../lib/search-params.ts';
import { concernOrderParameter } from '../analytics/analytics-search.ts';

/** The list, order and page of My team in the URL. */
export const TeamSearchParams = searchParamsValidator({
  of: oneOfParameter<TeamReach>({ direct: true, all: true }),
  list: oneOfParameter<TeamConcernKind>({ overdue: true, due_soon: true, expiring: true, expired: true }),
  order: concernOrderParameter,
  down: (given) => booleanParameter(given) || undefined,
  page: pageNumberParameter,
});
export type TeamSearchParams = ReturnType<typeof TeamSearchParams>;
