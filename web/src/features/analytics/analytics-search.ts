import { ConcernList } from '@training/shared/analytics-lists';
import { z } from 'zod';
import { PageNumber } from '../../lib/search-params.ts';

const Name = z.guid().optional().catch(undefined);
const Day = z.iso.date().optional().catch(undefined);

/** What of the analytics is looked at; in the address, so that it can be linked to. */
export const AnalyticsSearch = z.object({
  department: Name,
  course: Name,
  module: Name,
  from: Day,
  to: Day,
  list: ConcernList.optional().catch(undefined),
  page: PageNumber,
});
export type AnalyticsSearch = z.infer<typeof AnalyticsSearch>;

/** Who and what the parts of the page are about. */
export interface AnalyticsScope {
  department_id: string | undefined;
  course_id: string | undefined;
  module_id: string | undefined;
}
