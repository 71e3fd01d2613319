import type { CourseOrder } from '@training/shared/courses/courses';
import {
  booleanParameter,
  idParameter,
  createOneOfParameter,
  pageNumberParameter,
  createSearchParamsValidator,
  textParameter,
} from '../../lib/search-params.ts';

/** The filters and order of the course list in the URL. */
export const CourseListSearchParams = createSearchParamsValidator({
  q: textParameter,
  department: idParameter,
  /** The sort order; defaults to the saved one. */
  order: createOneOfParameter<CourseOrder>({ created: true, title: true, department: true, published: true }),
  down: (given) => booleanParameter(given) || undefined,
  page: pageNumberParameter,
});
export type CourseListSearchParams = ReturnType<typeof CourseListSearchParams>;
