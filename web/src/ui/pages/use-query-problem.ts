import { useEffect, useRef, useState } from 'react';
import { isTemporaryStatus } from '../../lib/api/http-error.ts';
import { type DisplayableProblem, toDisplayableProblem } from '../../lib/api/problem.ts';
import { notifyOnce } from '../notify.ts';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('frame');

interface QueryLike {
  data: unknown;
  error: unknown;
  isFetching: boolean;
}

/**
 * Returns a query's error until it succeeds, including during a retry, when the query itself has reset it. Notifies the
 * user when the server responds again.
 */
export function useQueryProblem({ data, error, isFetching }: QueryLike): DisplayableProblem | null {
  const [last, setLast] = useState<unknown>(null);
  const hasFailed = error !== null && error !== undefined;
  const isAnswered = !hasFailed && !isFetching && data !== undefined;
  if (hasFailed && error !== last) setLast(error);
  else if (isAnswered && last !== null) setLast(null);
  const shown = hasFailed ? error : isAnswered ? null : last;
  const problem = shown === null ? null : toDisplayableProblem(shown);
  const isAway = problem !== null && isTemporaryStatus(problem.status);
  const wasAway = useRef(false);
  useEffect(() => {
    if (wasAway.current && isAnswered) notifyOnce('answers-again', t('connectedAgain'));
    wasAway.current = isAway;
  }, [isAway, isAnswered]);
  return problem;
}
