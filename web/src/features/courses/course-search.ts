import type { CourseOrder } from '@training/shared/courses/courses';
import { flag, idParameter, oneOf, pageNumber, searchOf, searchText } from '../../lib/search-params.ts';

/** The filters and order of the course list in the URL. */
export const CourseSearch = searchOf({
  q: searchText,
  department: idParameter,
  /** The sort order; defaults to the saved one. */
  order: oneOf<CourseOrder>({ created: true, title: true, department: true, published: true }),
  down: (given) => flag(given) || undefined,
  page: pageNumber,
});
export type CourseSearch = ReturnType<typeof CourseSearch>;
