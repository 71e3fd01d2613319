import type { TrainingConcernKind, TrainingConcernOrder } from '@training/shared/analytics/analytics-lists';
import {
  dayParameter,
  booleanParameter,
  idParameter,
  createOneOfParameter,
  pageNumberParameter,
  createSearchParamsValidator,
  wordParameter,
} from '../../lib/search-params.ts';

/** Validates the URL parameter with the order of a list of people who need attention. */
export const concernOrderParameter = createOneOfParameter<TrainingConcernOrder>({
  date: true,
  person: true,
  department: true,
  module: true,
  progress: true,
  attempts: true,
});

/** The filters, orders and pages of the analytics page, stored in the URL so that a view can be linked and saved. */
export const AnalyticsSearchParams = createSearchParamsValidator({
  department: idParameter,
  manager: idParameter,
  course: idParameter,
  module: idParameter,
  from: dayParameter,
  to: dayParameter,
  list: createOneOfParameter<TrainingConcernKind>({ overdue: true, at_risk: true, expired: true, expiring: true }),
  order: concernOrderParameter,
  down: booleanParameter,
  page: pageNumberParameter,
  departmentsBy: wordParameter,
  departmentsDown: booleanParameter,
  by: wordParameter,
  byDown: booleanParameter,
  modules: pageNumberParameter,
});
export type AnalyticsSearchParams = ReturnType<typeof AnalyticsSearchParams>;

/** The filters shared by all parts of the page. */
export interface SharedAnalyticsFilters {
  department_id: string | undefined;
  manager_id: string | undefined;
  course_id: string | undefined;
  module_id: string | undefined;
}
