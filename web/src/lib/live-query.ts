import { useDocumentVisibility } from '@mantine/hooks';
import { type SkipToken, type UseQueryResult, skipToken } from '@tanstack/react-query';
import { useEffect } from 'react';

/** The procedures of a live query, as tRPC makes them: both answer the same. */
interface Procedures<Input, Data> {
  read: {
    useQuery: (
      input: Input | SkipToken,
      options: { placeholderData?: KeepPrevious },
    ) => UseQueryResult<NoInfer<Data>, unknown>;
  };
  watch: {
    useSubscription: (
      input: Input | SkipToken,
      options: { onData: (next: Data) => void; onError: () => void },
    ) => { status: string };
  };
  /** The part of `trpc.useUtils()` that sets what is cached. */
  cache: { setData: (input: Input, next: NoInfer<Data>) => unknown };
}

type KeepPrevious = <Data>(previous: Data | undefined) => Data | undefined;

interface Options<Data> {
  /** Whether there is more to come; unless told, once there is something. */
  isFollowed?: (data: Data | undefined) => boolean;
  /** How often it is asked for while its news do not come through, in milliseconds. */
  interval?: number;
  placeholderData?: KeepPrevious;
}

/**
 * A query that is kept up to date while somebody looks, for a browser opens six connections to a server, over all tabs:
 * live, or by asking again where live news are held up.
 */
export function useLiveQuery<Input, Data>(
  { read, watch, cache }: Procedures<Input, Data>,
  input: Input | SkipToken,
  { isFollowed = (data) => data !== undefined, interval = 5000, placeholderData }: Options<Data> = {},
): UseQueryResult<Data, unknown> {
  const query = read.useQuery(input, { placeholderData });
  const { refetch } = query;
  const isSeen = useDocumentVisibility() === 'visible';
  const isOn = isSeen && input !== skipToken && isFollowed(query.data);
  const news = watch.useSubscription(isOn ? input : skipToken, {
    onData: (next) => input !== skipToken && cache.setData(input, next),
    // Asking says what is wrong, and to whom it matters that the session has ended.
    onError: () => void refetch(),
  });
  const isPolled = isOn && news.status !== 'pending';
  useEffect(() => {
    if (!isPolled) return;
    const timer = setInterval(() => void refetch(), interval);
    return () => clearInterval(timer);
  }, [isPolled, refetch, interval]);
  return query;
}
