import { createIntegerParameter, pageNumberParameter, createSearchParamsValidator } from '../../lib/search-params.ts';

const number = createIntegerParameter(1, 1_000_000);

/**
 * The page of the list, and the compared revisions by number. `to` is absent for the working copy, or the newest
 * revision if none is open.
 */
export const RevisionSearchParams = createSearchParamsValidator({
  page: pageNumberParameter,
  from: number,
  to: number,
});
export type RevisionSearchParams = ReturnType<typeof RevisionSearchParams>;
