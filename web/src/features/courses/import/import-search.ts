import { idParameter, createSearchParamsValidator } from '../../../lib/search-params.ts';

/** The course or module that gets what is imported; without either, a new course. */
export const ImportSearchParams = createSearchParamsValidator({ course: idParameter, module: idParameter });
