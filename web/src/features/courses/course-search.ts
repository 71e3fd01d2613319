import type { CourseOrder } from '@training/shared/courses/courses';
import {
  booleanParameter,
  idParameter,
  oneOfParameter,
  pageNumber,
  validateSearchBy,
  textParameter,
} from '../../lib/search-params.ts';

/** The filters and order of the course list in the URL. */
export const CourseSearch = validateSearchBy({
  q: textParameter,
  department: idParameter,
  /** The sort order; defaults to the saved one. */
  order: oneOfParameter<CourseOrder>({ created: true, title: true, department: true, published: true }),
  down: (given) => booleanParameter(given) || undefined,
  page: pageNumber,
});
export type CourseSearch = ReturnType<typeof CourseSearch>;
