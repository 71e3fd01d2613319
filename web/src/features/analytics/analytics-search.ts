import type { ConcernList, ConcernOrder } from '@training/shared/analytics/analytics-lists';
import {
  dayParameter,
  booleanParameter,
  idParameter,
  oneOfParameter,
  pageNumber,
  validateSearchBy,
  wordParameter,
} from '../../lib/search-params.ts';

/** The order of a list of people who need attention. */
export const concernOrder = oneOfParameter<ConcernOrder>({
  date: true,
  person: true,
  department: true,
  module: true,
  progress: true,
  attempts: true,
});

/** The filters, orders and pages of the analytics page, stored in the URL so that a view can be linked and saved. */
export const AnalyticsSearch = validateSearchBy({
  department: idParameter,
  manager: idParameter,
  course: idParameter,
  module: idParameter,
  from: dayParameter,
  to: dayParameter,
  list: oneOfParameter<ConcernList>({ overdue: true, at_risk: true, expired: true, expiring: true }),
  order: concernOrder,
  down: booleanParameter,
  page: pageNumber,
  departmentsBy: wordParameter,
  departmentsDown: booleanParameter,
  by: wordParameter,
  byDown: booleanParameter,
  modules: pageNumber,
});
export type AnalyticsSearch = ReturnType<typeof AnalyticsSearch>;

/** The filters shared by all parts of the page. */
export interface AnalyticsScope {
  department_id: string | undefined;
  manager_id: string | undefined;
  course_id: string | undefined;
  module_id: string | undefined;
}
