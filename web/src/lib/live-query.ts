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
  /** What tells of its changes, one topic or several; null while there is nothing to follow. */
  topic: Topic | readonly Topic[] | null;
  /** Whether there is more to come; unless told, once there is something. */
  isFollowed?: (data: Data) => boolean;
  /** About how often it is asked for while changes are not told, in milliseconds. */
  interval?: number;
  /**
   * How long an answer is good enough at least, in milliseconds, for what is told often and costs the server something.
   */
  pause?: number;
}

/** Keeps a query up to date while somebody looks: it is asked for anew when told, or else from time to time. */
export function useLiveQuery<Followed extends Query>(
  query: Followed,
  { topic, isFollowed = (data) => data !== undefined, interval = 15_000, pause = 0 }: Options<Followed['data']>,
): Followed {
  const { data, dataUpdatedAt, errorUpdatedAt, refetch, fetchStatus } = query;
  const isSeen = useDocumentVisibility() === 'visible';
  const isOn = isSeen && isFollowed(data);
  const { told, isLive } = useTopics(isOn && topic !== null ? [topic].flat() : NONE);
  const answered = useRef(told.times);
  // The list of another filter, say, that was kept from before something changed.
  const isOld = Math.max(dataUpdatedAt, errorUpdatedAt) < told.at;
  useEffect(() => {
    // What is told while an answer is under way is asked for after it, however often it was.
    if ((answered.current === told.times && !isOld) || fetchStatus !== 'idle') return;
    const ask = () => {
      answered.current = told.times;
      void refetch();
    };
    const early = pause - (Date.now() - dataUpdatedAt);
    if (early <= 0) return ask();
    const timer = setTimeout(ask, jittered(early));
    return () => clearTimeout(timer);
  }, [told.times, isOld, fetchStatus, refetch, pause, dataUpdatedAt]);
  const isPolled = isOn && topic !== null && !isLive;
  useEffect(() => {
    if (!isPolled) return;
    const timer = setInterval(() => void refetch({ cancelRefetch: false }), jittered(interval));
    return () => clearInterval(timer);
  }, [isPolled, refetch, interval]);
  return query;
}

const NONE: readonly Topic[] = [];

/** How often any of the topics was told of and when it was last, and whether all of them are. */
function useTopics(topics: readonly Topic[]) {
  const stream = use(LiveContext);
  const [told, setTold] = useState({ times: 0, at: 0 });
  const [isLive, setIsLive] = useState(false);
  // The same topics in another array are no other topics.
  const [wanted, setWanted] = useState(topics);
  if (wanted.join() !== topics.join()) setWanted(topics);
  useEffect(() => {
    if (wanted.length === 0 || stream === null) return;
    const onState = () => setIsLive(wanted.every((topic) => stream.isLive(topic)));
    const setAt = (more: number) => {
      const at = Math.max(...wanted.map((topic) => stream.toldAt(topic)));
      setTold(({ times }) => ({ times: times + more, at }));
    };
    const unfollow = wanted.map((topic) => stream.follow(topic, { onState, onNews: () => setAt(1) }));
    // What another part of the page follows already was told before.
    setAt(0);
    onState();
    return () => {
      for (const end of unfollow) end();
      setIsLive(false);
    };
  }, [stream, wanted]);
  return { told, isLive };
}
