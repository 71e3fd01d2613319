import { idParameter, oneOfParameter, pageNumber, validateSearchBy } from '../../lib/search-params.ts';

/** The page of the job list. */
export const AiSearch = validateSearchBy({ page: pageNumber });

/** Initial values of the form. */
export const SourceSearch = validateSearchBy({
  from: oneOfParameter({ text: true, document: true }),
  make: oneOfParameter({ cards: true, quiz: true }),
});

/** The job whose transcript is to be graded. */
export const GradeSearch = validateSearchBy({ recording: idParameter });

/** The other job that was started together with this one. */
export const JobSearch = validateSearchBy({ also: idParameter });
