import type { TeamConcernKind, TeamReach } from '@training/shared/team/team';
import {
  booleanParameter,
  createOneOfParameter,
  pageNumberParameter,
  createSearchParamsValidator,
} from '../../lib/search-params.ts';
import { concernOrderParameter } from '../analytics/analytics-search.ts';

/** The list, order and page of My team in the URL. */
export const TeamSearchParams = createSearchParamsValidator({
  of: createOneOfParameter<TeamReach>({ direct: true, all: true }),
  list: createOneOfParameter<TeamConcernKind>({ overdue: true, due_soon: true, expiring: true, expired: true }),
  order: concernOrderParameter,
  down: (given) => booleanParameter(given) || undefined,
  page: pageNumberParameter,
});
export type TeamSearchParams = ReturnType<typeof TeamSearchParams>;
