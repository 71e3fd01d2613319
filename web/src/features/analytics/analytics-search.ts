import type { ConcernList, ConcernOrder } from '@training/shared/analytics/analytics-lists';
import { day, flag, idParameter, oneOf, pageNumber, searchOf, searchWord } from '../../lib/search-params.ts';

/** The order of a list of people who need attention. */
export const concernOrder = oneOf<ConcernOrder>({
  date: true,
  person: true,
  department: true,
  module: true,
  progress: true,
  attempts: true,
});

/** The filters, orders and pages of the analytics page, stored in the URL so that a view can be linked and saved. */
export const AnalyticsSearch = searchOf({
  department: idParameter,
  manager: idParameter,
  course: idParameter,
  module: idParameter,
  from: day,
  to: day,
  list: oneOf<ConcernList>({ overdue: true, at_risk: true, expired: true, expiring: true }),
  order: concernOrder,
  down: flag,
  page: pageNumber,
  departmentsBy: searchWord,
  departmentsDown: flag,
  by: searchWord,
  byDown: flag,
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
