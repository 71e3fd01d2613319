import { ConcernList, ConcernOrder } from '@training/shared/analytics/analytics-lists';
import { z } from 'zod';
import { PageNumber, SearchWord } from '../../lib/search-params.ts';

const Name = z.guid().optional().catch(undefined);
const Day = z.iso.date().optional().catch(undefined);
const Down = z.boolean().optional().catch(undefined);

/** The filters, orders and pages of the analytics page, stored in the URL so that a view can be linked and saved. */
export const AnalyticsSearch = z.object({
  department: Name,
  course: Name,
  module: Name,
  from: Day,
  to: Day,
  list: ConcernList.optional().catch(undefined),
  order: ConcernOrder.optional().catch(undefined),
  down: Down,
  page: PageNumber,
  departmentsBy: SearchWord,
  departmentsDown: Down,
  by: SearchWord,
  byDown: Down,
  modules: PageNumber,
});
export type AnalyticsSearch = z.infer<typeof AnalyticsSearch>;

/** The filters shared by all parts of the page. */
export interface AnalyticsScope {
  department_id: string | undefined;
  course_id: string | undefined;
  module_id: string | undefined;
}
