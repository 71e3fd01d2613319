import { Box } from '@mantine/core';
import type { ReactNode } from 'react';
import { HealingState } from './healing-state.tsx';
import { ForbiddenState, Loading } from './states.tsx';
import { useTrouble } from './use-trouble.ts';

/** What PageState needs of a query; every `useQuery` of tRPC fits. */
interface QueryLike<Data> {
  data: Data | undefined;
  error: unknown;
  isFetching: boolean;
  refetch: () => unknown;
}

interface PageStateProps<Data> {
  query: QueryLike<Data>;
  /** Completes "Couldn't load …": "the list of people". */
  what: string;
  loading?: ReactNode;
  /** Draws the data; the empty state is its business, for it knows why there is nothing. */
  children: (data: Data) => ReactNode;
}

/**
 * A query as one of loading, forbidden, failed or its data. Once there is data its tree stays the same, whatever
 * becomes of a refresh: what somebody types into a page must not go with it.
 */
export function PageState<Data>({ query, what, loading, children }: PageStateProps<Data>) {
  const { data } = query;
  const problem = useTrouble(query);
  if (data === undefined && problem?.status === 403) return <ForbiddenState>{problem.detail}</ForbiddenState>;
  return (
    <>
      {problem !== null && (
        <Box mb={data === undefined ? undefined : 'md'}>
          <HealingState
            what={`couldn’t ${data === undefined ? 'load' : 'refresh'} ${what}`}
            problem={problem}
            onRetry={() => void query.refetch()}
            retrying={query.isFetching}
          />
        </Box>
      )}
      {data !== undefined && children(data)}
      {data === undefined && problem === null && (loading ?? <Loading label={`Loading ${what}`} />)}
    </>
  );
}
