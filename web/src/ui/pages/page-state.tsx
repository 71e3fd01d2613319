import { Box } from '@mantine/core';
import type { ReactNode } from 'react';
import { RetryingState } from './retrying-state.tsx';
import { ForbiddenState, Loading } from './states.tsx';
import { useQueryProblem } from './use-query-problem.ts';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('frame');

/** The parts of a query that PageState needs; any `useQuery` of tRPC fits. */
interface QueryLike<Data> {
  data: Data | undefined;
  error: unknown;
  isFetching: boolean;
  refetch: () => unknown;
}

interface PageStateProps<Data> {
  query: QueryLike<Data>;
  /** Completes "Couldn’t load …": "the list of people". */
  what: string;
  loading?: ReactNode;
  /** Renders the data, including the empty state, whose reason only the page knows. */
  children: (data: Data) => ReactNode;
}

/**
 * Shows a query as loading, forbidden, failed or its data. Once there are data, the tree stays mounted regardless of
 * refetches, so that typed text isn't lost.
 */
export function PageState<Data>({ query, what, loading, children }: PageStateProps<Data>) {
  const { data } = query;
  const problem = useQueryProblem(query);
  if (data === undefined && problem?.status === 403) return <ForbiddenState>{problem.detail}</ForbiddenState>;
  return (
    <>
      {problem !== null && (
        <Box mb={data === undefined ? undefined : 'md'}>
          <RetryingState
            what={data === undefined ? t('notLoaded', { what }) : t('notRefreshed', { what })}
            problem={problem}
            onRetry={() => void query.refetch()}
            retrying={query.isFetching}
          />
        </Box>
      )}
      {data !== undefined && children(data)}
      {data === undefined && problem === null && (loading ?? <Loading label={t('loadingWhat', { what })} />)}
    </>
  );
}
