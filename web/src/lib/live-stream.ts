import type { AppRouter } from '@training/server/router';
import { MAX_TOPICS, type LiveEnd, type LiveNews, type Topic } from '@training/shared/live';
import type { TRPCClient } from '@trpc/client';
import { createContext } from 'react';

/** How long after a stream has ended another one is tried, in milliseconds; each failure doubles it. */
const AGAIN = { first: 1_000, longest: 30_000 };

/** How long after there was no room, in milliseconds. */
const AGAIN_WHEN_FULL = 30_000;

type Follower = { onNews: () => void; onState: () => void };

/**
 * The one event stream of a page, which carries all topics that are followed on it (rules/bounds 8); there is none
 * while nothing is. It says that something has changed, and what is followed is asked for anew.
 */
export class LiveStream {
  readonly #client: TRPCClient<AppRouter>;
  /** Where the page is not served securely, browsers make no UUIDs. */
  readonly #tab = `${Math.random()}`.slice(2);
  readonly #followers = new Map<Topic, Set<Follower>>();
  /** Of which topics changes are told at the moment. */
  readonly #live = new Set<Topic>();
  /** When each was told of last, in milliseconds since the epoch. */
  readonly #toldAt = new Map<Topic, number>();
  /** What the stream that is open was asked for. */
  #carried: Topic[] = [];
  #closing: AbortController | undefined;
  #isToAdjust = false;
  #waiting: ReturnType<typeof setTimeout> | undefined;
  #failures = 0;

  constructor(client: TRPCClient<AppRouter>) {
    this.#client = client;
  }

  /** Tells `follower` of changes until the function that it answers is called. */
  follow(topic: Topic, follower: Follower): () => void {
    const followers = this.#followers.get(topic) ?? new Set();
    this.#followers.set(topic, followers.add(follower));
    this.#adjustSoon();
    return () => {
      followers.delete(follower);
      if (followers.size === 0) this.#followers.delete(topic);
      this.#adjustSoon();
    };
  }

  /** Whether changes of the topic are told; who follows one that is not asks from time to time. */
  isLive(topic: Topic): boolean {
    return this.#live.has(topic);
  }

  /** When a change of the topic was told last: what was asked for before is old. */
  toldAt(topic: Topic): number {
    return this.#toldAt.get(topic) ?? 0;
  }

  /** Once for all that a page begins and ends to follow at a time. */
  #adjustSoon(): void {
    if (this.#isToAdjust) return;
    this.#isToAdjust = true;
    setTimeout(() => {
      this.#isToAdjust = false;
      this.#adjust();
    }, 0);
  }

  #adjust(): void {
    const wanted = [...this.#followers.keys()].slice(0, MAX_TOPICS).sort();
    if (wanted.join() === this.#carried.join()) return;
    this.#close();
    if (wanted.length > 0 && this.#waiting === undefined) this.#open(wanted);
  }

  #open(topics: Topic[]): void {
    this.#carried = topics;
    const closing = new AbortController();
    const { signal } = closing;
    this.#closing = closing;
    this.#client.live.follow.subscribe(
      { tab: this.#tab, topics },
      {
        signal,
        onData: (said) => !signal.aborted && (said.type === 'news' ? this.#onNews(said) : this.#onEnd(said)),
        // The browser would begin another one by itself, after a restart all pages at the same moment.
        onConnectionStateChange: ({ error }) => error && !signal.aborted && this.#openLater(),
        onError: () => !signal.aborted && this.#onEnd({ type: 'end', reason: 'signed_out' }),
        onComplete: () => !signal.aborted && this.#openLater(),
      },
    );
  }

  #onNews({ changed, lost }: LiveNews): void {
    this.#failures = 0;
    for (const topic of changed) this.#live.add(topic);
    for (const topic of lost) this.#live.delete(topic);
    this.#tell([...changed, ...lost]);
  }

  #onEnd({ reason }: LiveEnd): void {
    const topics = this.#carried;
    this.#openLater(reason === 'full' ? AGAIN_WHEN_FULL : 0);
    // Asking says what is wrong, and to whom it matters that the session has ended.
    if (reason === 'signed_out') this.#tell(topics);
  }

  #openLater(atLeast = 0): void {
    this.#close();
    const pause = Math.max(atLeast, Math.min(AGAIN.first * 2 ** this.#failures++, AGAIN.longest));
    clearTimeout(this.#waiting);
    this.#waiting = setTimeout(() => {
      this.#waiting = undefined;
      this.#adjust();
    }, jittered(pause));
  }

  #close(): void {
    this.#closing?.abort();
    this.#carried = [];
    this.#live.clear();
    for (const followers of this.#followers.values()) for (const { onState } of followers) onState();
  }

  #tell(topics: Topic[]): void {
    for (const topic of topics) {
      this.#toldAt.set(topic, Date.now());
      for (const { onNews, onState } of this.#followers.get(topic) ?? []) {
        onState();
        onNews();
      }
    }
  }
}

/** Half as long up to one and a half times as long, so that many pages do not ask at the same moment. */
export function jittered(pause: number): number {
  return pause * (0.5 + Math.random());
}

/** The page's stream in the workspace that is open. */
export const LiveContext = createContext<LiveStream | null>(null);
