import { Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { problemOf } from '../lib/problem.ts';
import { FailedState, ForbiddenState, Loading } from './states.tsx';

/** What PageState needs of a query; every `useQuery` of tRPC fits. */
interface QueryLike<Data> {
  data: Data | undefined;
  error: unknown;
  isFetching: boolean;
  refetch: () => unknown;
}

interface PageStateProps<Data> {
  query: QueryLike<Data>;
  /** Completes "… could not be loaded": "the list of people". */
  what: string;
  loading?: ReactNode;
  /** Draws the data; the empty state is its business, for it knows why there is nothing. */
  children: (data: Data) => ReactNode;
}

/** A query as one of loading, forbidden, failed or its data. Data that is there stays while a refresh fails. */
export function PageState<Data>({ query, what, loading, children }: PageStateProps<Data>) {
  const problem = query.error === null || query.error === undefined ? null : problemOf(query.error);
  if (problem?.status === 403) return <ForbiddenState>{problem.detail}</ForbiddenState>;
  const failed = problem !== null && (
    <FailedState
      what={`${what} could not be ${query.data === undefined ? 'loaded' : 'refreshed'}`}
      problem={problem}
      onRetry={() => void query.refetch()}
      retrying={query.isFetching}
    />
  );
  if (query.data === undefined) return failed || (loading ?? <Loading label={`Loading ${what}`} />);
  if (!failed) return children(query.data);
  return (
    <Stack>
      {failed}
      {children(query.data)}
    </Stack>
  );
}
