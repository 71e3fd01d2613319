import { idParameter, pageNumber, searchOf, searchText } from '../../lib/search-params.ts';

/** The filters of the course list in the URL. */
export const CourseSearch = searchOf({ q: searchText, department: idParameter, page: pageNumber });
export type CourseSearch = ReturnType<typeof CourseSearch>;
