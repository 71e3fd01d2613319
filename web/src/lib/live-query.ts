import { useDocumentVisibility } from '@mantine/hooks';
import type { Topic } from '@training/shared/live';
import { use, useEffect, useRef, useState } from 'react';
import { jittered, LiveContext } from './live-stream.ts';

/** What following takes of a query. */
interface Query {
  data: unknown;
  dataUpdatedAt: number;
  errorUpdatedAt: number;
  fetchStatus: 'fetching' | 'paused' | 'idle';
  refetch: (options?: { cancelRefetch?: boolean }) => Promise<unknown>;
}

interface Options<Data> {
  /** What tells of its changes; null while there is nothing to follow. */
  topic: Topic | null;
  /** Whether there is more to come; unless told, once there is something. */
  isFollowed?: (data: Data) => boolean;
  /** About how often it is asked for while changes are not told, in milliseconds. */
  interval?: number;
}

/** Keeps a query up to date while somebody looks: it is asked for anew when told, or else from time to time. */
export function useLiveQuery<Followed extends Query>(
  query: Followed,
  { topic, isFollowed = (data) => data !== undefined, interval = 15_000 }: Options<Followed['data']>,
): Followed {
  const { data, dataUpdatedAt, errorUpdatedAt, refetch, fetchStatus } = query;
  const isSeen = useDocumentVisibility() === 'visible';
  const isOn = isSeen && isFollowed(data);
  const { told, isLive } = useTopic(isOn ? topic : null);
  const answered = useRef(told.times);
  // The list of another filter, say, that was kept from before something changed.
  const isOld = Math.max(dataUpdatedAt, errorUpdatedAt) < told.at;
  useEffect(() => {
    // What is told while an answer is under way is asked for after it, however often it was.
    if ((answered.current === told.times && !isOld) || fetchStatus !== 'idle') return;
    answered.current = told.times;
    void refetch();
  }, [told.times, isOld, fetchStatus, refetch]);
  const isPolled = isOn && topic !== null && !isLive;
  useEffect(() => {
    if (!isPolled) return;
    const timer = setInterval(() => void refetch({ cancelRefetch: false }), jittered(interval));
    return () => clearInterval(timer);
  }, [isPolled, refetch, interval]);
  return query;
}

/** How often a topic was told of and when it was last, and whether it is at all. */
function useTopic(topic: Topic | null) {
  const stream = use(LiveContext);
  const [told, setTold] = useState({ times: 0, at: 0 });
  const [isLive, setIsLive] = useState(false);
  useEffect(() => {
    if (topic === null || stream === null) return;
    const onState = () => setIsLive(stream.isLive(topic));
    const setAt = (more: number) => setTold(({ times }) => ({ times: times + more, at: stream.toldAt(topic) }));
    const unfollow = stream.follow(topic, { onState, onNews: () => setAt(1) });
    // What another part of the page follows already was told before.
    setAt(0);
    onState();
    return () => {
      unfollow();
      setIsLive(false);
    };
  }, [stream, topic]);
  return { told, isLive };
}
