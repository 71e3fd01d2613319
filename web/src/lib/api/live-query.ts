import { useDocumentVisibility } from '@mantine/hooks';
import type { LiveTopic } from '@training/shared/live';
import { use, useEffect, useRef, useState } from 'react';
import { jitterReconnectDelay, LiveStreamContext } from './live-stream.ts';

/** The parts of a query that live updates need. */
interface Query {
  data: unknown;
  dataUpdatedAt: number;
  errorUpdatedAt: number;
  fetchStatus: 'fetching' | 'paused' | 'idle';
  refetch: (options?: { cancelRefetch?: boolean }) => Promise<unknown>;
}

interface Options<Data> {
  /** One or more topics to subscribe to; null to pause updates. */
  topic: LiveTopic | readonly LiveTopic[] | null;
  /** Returns true while updates are needed; defaults to once there are data. */
  isFollowed?: (data: Data) => boolean;
  /** Milliseconds between polls while there is no live stream; approximate. */
  interval?: number;
  /** The minimum milliseconds between fetches, for queries that change often and are expensive. */
  pause?: number;
}

/** Keeps a query up to date while the page is visible: refetches on live events, or else polls. */
export function useLiveQuery<Followed extends Query>(
  query: Followed,
  { topic, isFollowed = (data) => data !== undefined, interval = 15_000, pause = 0 }: Options<Followed['data']>,
): Followed {
  const { data, dataUpdatedAt, errorUpdatedAt, refetch, fetchStatus } = query;
  const isSeen = useDocumentVisibility() === 'visible';
  const isOn = isSeen && isFollowed(data);
  const { told, isLive } = useTopics(isOn && topic !== null ? [topic].flat() : NONE);
  const answered = useRef(told.times);
  // Data fetched before the last change, such as the cached list of another filter.
  const isOld = Math.max(dataUpdatedAt, errorUpdatedAt) < told.at;
  useEffect(() => {
    // Changes that arrive during a fetch cause one more fetch after it, regardless of their number.
    if ((answered.current === told.times && !isOld) || fetchStatus !== 'idle') return;
    const ask = () => {
      answered.current = told.times;
      void refetch();
    };
    const early = pause - (Date.now() - dataUpdatedAt);
    if (early <= 0) return ask();
    const timer = setTimeout(ask, jitterReconnectDelay(early));
    return () => clearTimeout(timer);
  }, [told.times, isOld, fetchStatus, refetch, pause, dataUpdatedAt]);
  const isPolled = isOn && topic !== null && !isLive;
  useEffect(() => {
    if (!isPolled) return;
    const timer = setInterval(() => void refetch({ cancelRefetch: false }), jitterReconnectDelay(interval));
    return () => clearInterval(timer);
  }, [isPolled, refetch, interval]);
  return query;
}

const NONE: readonly LiveTopic[] = [];

/** Returns how often and when the topics last changed, and whether all of them are live. */
function useTopics(topics: readonly LiveTopic[]) {
  const stream = use(LiveStreamContext);
  const [told, setTold] = useState({ times: 0, at: 0 });
  const [isLive, setIsLive] = useState(false);
  // Keeps the same array if the topics are equal.
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
    // Takes over the time of the last event, in case another part of the page was already subscribed.
    setAt(0);
    onState();
    return () => {
      for (const end of unfollow) end();
      setIsLive(false);
    };
  }, [stream, wanted]);
  return { told, isLive };
}
