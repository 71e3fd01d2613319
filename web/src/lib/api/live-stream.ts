import type { AppRouter } from '@training/server/router';
import { MAX_LIVE_TOPICS_PER_PAGE, type LiveStreamEnd, type LiveMessage, type LiveTopic } from '@training/shared/live';
import type { TRPCClient } from '@trpc/client';
import { createContext } from 'react';

/** Milliseconds before reconnecting; doubled after each failure. */
const AGAIN = { first: 1_000, longest: 30_000 };

/** Milliseconds before reconnecting if the server had no capacity. */
const AGAIN_WHEN_FULL = 30_000;

type Follower = { onNews: () => void; onState: () => void };

/**
 * The page's only event stream, which carries all subscribed topics (rules/bounds 8). It is closed while there are
 * none. Events only say that something has changed; subscribers then refetch.
 */
export class LiveStream {
  readonly #client: TRPCClient<AppRouter>;
  /** A random id, because browsers offer no UUIDs on insecure pages. */
  readonly #tab = `${Math.random()}`.slice(2);
  readonly #followers = new Map<LiveTopic, Set<Follower>>();
  /** Topics whose changes currently arrive. */
  readonly #live = new Set<LiveTopic>();
  /** The time of each topic's last event, in milliseconds since the epoch. */
  readonly #toldAt = new Map<LiveTopic, number>();
  /** The topics of the open stream. */
  #carried: LiveTopic[] = [];
  #closing: AbortController | undefined;
  #isToAdjust = false;
  #waiting: ReturnType<typeof setTimeout> | undefined;
  #failures = 0;

  constructor(client: TRPCClient<AppRouter>) {
    this.#client = client;
  }

  /** Subscribes to a topic. Returns a function that unsubscribes. */
  follow(topic: LiveTopic, follower: Follower): () => void {
    const followers = this.#followers.get(topic) ?? new Set();
    this.#followers.set(topic, followers.add(follower));
    this.#adjustSoon();
    return () => {
      followers.delete(follower);
      if (followers.size === 0) this.#followers.delete(topic);
      this.#adjustSoon();
    };
  }

  /** Returns true if the topic's changes arrive. Otherwise subscribers must poll. */
  isLive(topic: LiveTopic): boolean {
    return this.#live.has(topic);
  }

  /** Returns the time of the topic's last event. Data fetched earlier are outdated. */
  toldAt(topic: LiveTopic): number {
    return this.#toldAt.get(topic) ?? 0;
  }

  /** Batches all subscriptions that change at the same time. */
  #adjustSoon(): void {
    if (this.#isToAdjust) return;
    this.#isToAdjust = true;
    setTimeout(() => {
      this.#isToAdjust = false;
      this.#adjust();
    }, 0);
  }

  #adjust(): void {
    const wanted = [...this.#followers.keys()].slice(0, MAX_LIVE_TOPICS_PER_PAGE).sort();
    if (wanted.join() === this.#carried.join()) return;
    this.#close();
    if (wanted.length > 0 && this.#waiting === undefined) this.#open(wanted);
  }

  #open(topics: LiveTopic[]): void {
    this.#carried = topics;
    const closing = new AbortController();
    const { signal } = closing;
    this.#closing = closing;
    this.#client.live.follow.subscribe(
      { tab: this.#tab, topics },
      {
        signal,
        onData: (said) => !signal.aborted && (said.type === 'news' ? this.#onNews(said) : this.#onEnd(said)),
        // The browser would reconnect by itself, and after a restart all pages would do so at once.
        onConnectionStateChange: ({ error }) => error && !signal.aborted && this.#openLater(),
        onError: () => !signal.aborted && this.#onEnd({ type: 'end', reason: 'signed_out' }),
        onComplete: () => !signal.aborted && this.#openLater(),
      },
    );
  }

  #onNews({ changed, lost }: LiveMessage): void {
    this.#failures = 0;
    for (const topic of changed) this.#live.add(topic);
    for (const topic of lost) this.#live.delete(topic);
    this.#tell([...changed, ...lost]);
  }

  #onEnd({ reason }: LiveStreamEnd): void {
    const topics = this.#carried;
    this.#openLater(reason === 'full' ? AGAIN_WHEN_FULL : 0);
    // Refetching reveals the problem, and notifies the code that handles the end of a session.
    if (reason === 'signed_out') this.#tell(topics);
  }

  #openLater(atLeast = 0): void {
    this.#close();
    const pause = Math.max(atLeast, Math.min(AGAIN.first * 2 ** this.#failures++, AGAIN.longest));
    clearTimeout(this.#waiting);
    this.#waiting = setTimeout(() => {
      this.#waiting = undefined;
      this.#adjust();
    }, jitterReconnectDelay(pause));
  }

  #close(): void {
    this.#closing?.abort();
    this.#carried = [];
    this.#live.clear();
    for (const followers of this.#followers.values()) for (const { onState } of followers) onState();
  }

  #tell(topics: LiveTopic[]): void {
    for (const topic of topics) {
      this.#toldAt.set(topic, Date.now());
      for (const { onNews, onState } of this.#followers.get(topic) ?? []) {
        onState();
        onNews();
      }
    }
  }
}

/** Returns 0.5 to 1.5 times the duration, so that many pages don't reconnect at once. */
export function jitterReconnectDelay(pause: number): number {
  return pause * (0.5 + Math.random());
}

/** The page's stream for the current workspace. */
export const LiveStreamContext = createContext<LiveStream | null>(null);
