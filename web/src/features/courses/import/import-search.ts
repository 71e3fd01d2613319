import { idParameter, validateSearchBy } from '../../../lib/search-params.ts';

/** The course or module that gets what is imported; without either, a new course. */
export const ImportSearch = validateSearchBy({ course: idParameter, module: idParameter });
