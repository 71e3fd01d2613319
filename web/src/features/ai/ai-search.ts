import { idParameter, oneOfParameter, pageNumberParameter, searchParamsValidator } from '../../lib/search-params.ts';

/** Validates the URL parameters of the job list: its page. */
export const AiSearchParams = searchParamsValidator({ page: pageNumberParameter });

/** Initial values of the form. */
export const GenerateItemsSearchParams = searchParamsValidator({
  from: oneOfParameter({ text: true, document: true }),
  make: oneOfParameter({ cards: true, quiz: true }),
});

/** The job whose transcript is to be graded. */
export const OralGradingSearchParams = searchParamsValidator({ recording: idParameter });

/** The other job that was started together with this one. */
export const AiJobSearchParams = searchParamsValidator({ also: idParameter });
