import type { LiveStreamEnd, LiveMessage, LiveTopic } from '@training/shared/live';

type Step = IteratorResult<LiveMessage | LiveStreamEnd, void>;

/** User and session that opened the stream. */
export type EventStreamOwner = {
  workspaceId: string;
  /** The user's id in the workspace. */
  person: string;
  sessionId: string;
};

/**
 * Event stream of one page. Notifications are buffered until they are read, each topic once, so that a slow reader's
 * buffer contains only the names of its topics.
 */
export class EventStream implements AsyncIterableIterator<LiveMessage | LiveStreamEnd, void, void> {
  readonly opener: EventStreamOwner;
  readonly tab: string;
  readonly topics: Set<LiveTopic>;
  readonly #changed = new Set<LiveTopic>();
  readonly #lost = new Set<LiveTopic>();
  #end: LiveStreamEnd | undefined;
  #isOver = false;
  #reader: ((step: Step) => void) | undefined;

  constructor(opener: EventStreamOwner, { tab, topics }: { tab: string; topics: LiveTopic[] }) {
    this.opener = opener;
    this.tab = tab;
    this.topics = new Set(topics);
  }

  tell({ changed, lost }: { changed: LiveTopic[]; lost: LiveTopic[] }): void {
    for (const topic of changed) this.#changed.add(topic);
    for (const topic of lost) this.#lost.add(topic);
    this.#offer();
  }

  /** Ends the stream with a reason, after the buffered notifications. */
  end(reason: LiveStreamEnd['reason']): void {
    this.#end ??= { type: 'end', reason };
    this.#offer();
  }

  next(): Promise<Step> {
    const step = this.#take();
    if (step) return Promise.resolve(step);
    return new Promise((resolve) => (this.#reader = resolve));
  }

  return(): Promise<Step> {
    this.#isOver = true;
    const step: Step = { done: true, value: undefined };
    this.#reader?.(step);
    this.#reader = undefined;
    return Promise.resolve(step);
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  #offer(): void {
    const reader = this.#reader;
    const step = reader && this.#take();
    if (!step) return;
    this.#reader = undefined;
    reader(step);
  }

  #take(): Step | undefined {
    if (this.#isOver) return { done: true, value: undefined };
    if (this.#changed.size + this.#lost.size > 0) {
      const lost = [...this.#lost];
      const changed = [...this.#changed].filter((topic) => !this.#lost.has(topic));
      this.#changed.clear();
      this.#lost.clear();
      return { done: false, value: { type: 'news', changed, lost } };
    }
    if (!this.#end) return undefined;
    this.#isOver = true;
    return { done: false, value: this.#end };
  }
}
