import {
  idParameter,
  createOneOfParameter,
  pageNumberParameter,
  createSearchParamsValidator,
} from '../../lib/search-params.ts';

/** Validates the URL parameters of the job list: its page. */
export const AiJobListSearchParams = createSearchParamsValidator({ page: pageNumberParameter });

/** Initial values of the form. */
export const GenerateItemsSearchParams = createSearchParamsValidator({
  from: createOneOfParameter({ text: true, document: true }),
  make: createOneOfParameter({ cards: true, quiz: true }),
});

/** The job whose transcript is to be graded. */
export const OralGradingSearchParams = createSearchParamsValidator({ recording: idParameter });

/** The other job that was started together with this one. */
export const AiJobSearchParams = createSearchParamsValidator({ also: idParameter });
