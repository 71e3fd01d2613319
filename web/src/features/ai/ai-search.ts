import { idParameter, oneOf, pageNumber, searchOf } from '../../lib/search-params.ts';

/** The page of the job list. */
export const AiSearch = searchOf({ page: pageNumber });

/** Initial values of the form. */
export const SourceSearch = searchOf({
  from: oneOf({ text: true, document: true }),
  make: oneOf({ cards: true, quiz: true }),
});

/** The job whose transcript is to be graded. */
export const GradeSearch = searchOf({ recording: idParameter });

/** The other job that was started together with this one. */
export const JobSearch = searchOf({ also: idParameter });
