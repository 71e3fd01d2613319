import type { SubscribeToLiveTopics, LiveStreamEnd, LiveTopic, LiveTopicKind } from '@training/shared/live';
import type { Database } from '../../database/database.ts';
import { workspaceLiveTopicOf, type TopicChangeListener } from '../../platform/topic-changes.ts';
import { WORKSPACE_LEAVES_TOPIC } from '../../features/workspaces/moves/move-steps.ts';
import { CoalescingWorkQueue } from '../../platform/concurrency/keyed-work-queue.ts';
import { authorizeTopicsByStream, type RequiredTopicRights } from './authorize-topics.ts';
import { EventStream, type EventStreamOwner } from './event-stream.ts';

/** Milliseconds for which changes in a workspace are collected before the next notification. */
const GATHERED_FOR = 250;

/** Milliseconds until the next attempt after a failed check, for example if the database is unavailable. */
const AGAIN_AFTER = 2_000;

type Options = {
  live: TopicChangeListener;
  /** Database pool for event streams. */
  db: Database;
  rights: Record<LiveTopicKind, RequiredTopicRights>;
  log: { warn(fields: object, message: string): void };
  /** Maximum number of streams at once. */
  limit: number;
};

/** Pending notifications of a workspace. */
type Due = { changed: Set<LiveTopic>; begun: Set<EventStream> };

/**
 * All event streams of the instance (rules/bounds 8). Notifies each stream of changes to topics that it follows and may
 * still see. The rights are checked once for all streams of a workspace; the changed objects themselves aren't read
 * here.
 */
export class EventStreams {
  readonly #options: Options;
  /** Open streams, oldest first, with the function that unsubscribes from each topic. */
  readonly #open = new Map<EventStream, Map<LiveTopic | typeof WORKSPACE_LEAVES_TOPIC, () => void>>();
  readonly #due = new Map<string, Due>();
  readonly #turns: CoalescingWorkQueue;
  #closed = false;

  constructor(options: Options) {
    this.#options = options;
    this.#turns = new CoalescingWorkQueue({
      // Each check uses a database connection briefly.
      atOnce: options.db.pool.options.max,
      rest: GATHERED_FOR,
      work: (workspaceId) => this.#tell(workspaceId),
    });
  }

  get count(): number {
    return this.#open.size;
  }

  /**
   * Subscribes a page to topics until `signal` is aborted. If there is no room, the returned stream ends with that
   * reason.
   */
  open(opener: EventStreamOwner, asked: SubscribeToLiveTopics, signal: AbortSignal): EventStream {
    const stream = new EventStream(opener, asked);
    for (const each of this.#open.keys()) {
      if (each.opener.sessionId === opener.sessionId && each.tab === asked.tab) this.#end(each, 'replaced');
    }
    const open = [...this.#open.keys()].map((each) => ({ ...each.opener, stream: each }));
    const room = findEvictedStream(open, opener, this.#options.limit);
    if (this.#closed || !room.isRoom) {
      stream.end(this.#closed ? 'stopping' : 'full');
      return stream;
    }
    if (room.instead) this.#end(room.instead.stream, 'full');
    this.#begin(stream);
    if (signal.aborted) this.#leave(stream);
    else signal.addEventListener('abort', () => this.#leave(stream), { once: true });
    return stream;
  }

  /** Ends all streams and accepts no new ones. */
  close(): void {
    this.#closed = true;
    this.#turns.close();
    for (const stream of this.#open.keys()) this.#end(stream, 'stopping');
  }

  #begin(stream: EventStream): void {
    const { live } = this.#options;
    const { workspaceId } = stream.opener;
    const following = new Map<LiveTopic | typeof WORKSPACE_LEAVES_TOPIC, () => void>();
    for (const topic of stream.topics) {
      const onChange = () => {
        this.#dueIn(workspaceId).changed.add(topic);
        this.#turns.ask(workspaceId);
      };
      following.set(topic, live.follow(workspaceLiveTopicOf(workspaceId, topic), onChange));
    }
    const recheck = () => {
      this.#dueIn(workspaceId).begun.add(stream);
      this.#turns.ask(workspaceId);
    };
    following.set(
      WORKSPACE_LEAVES_TOPIC,
      live.follow(workspaceLiveTopicOf(workspaceId, WORKSPACE_LEAVES_TOPIC), recheck),
    );
    this.#open.set(stream, following);
    void live.heard().then(() => {
      if (this.#open.has(stream)) recheck();
    });
  }

  #dueIn(workspaceId: string): Due {
    const due = this.#due.get(workspaceId) ?? { changed: new Set(), begun: new Set() };
    this.#due.set(workspaceId, due);
    return due;
  }

  /** Sends the pending notifications to the workspace's streams, limited to the topics they may still see. */
  async #tell(workspaceId: string): Promise<void> {
    const { changed, begun } = this.#dueIn(workspaceId);
    this.#due.delete(workspaceId);
    const concerned = new Map<EventStream, LiveTopic[]>();
    for (const stream of this.#open.keys()) {
      if (stream.opener.workspaceId !== workspaceId) continue;
      const topics = [...stream.topics].filter((topic) => begun.has(stream) || changed.has(topic));
      if (topics.length > 0) concerned.set(stream, topics);
    }
    if (concerned.size === 0) return;
    try {
      const hearers = await authorizeTopicsByStream(this.#options.db, workspaceId, concerned, this.#options.rights);
      for (const [stream, topics] of concerned) this.#tellOne(stream, topics, hearers.get(stream));
    } catch (error) {
      this.#options.log.warn({ err: error }, 'Couldn’t check which users may receive a change; retrying');
      const due = this.#dueIn(workspaceId);
      for (const topic of changed) due.changed.add(topic);
      for (const stream of begun) due.begun.add(stream);
      setTimeout(() => this.#turns.ask(workspaceId), AGAIN_AFTER).unref();
    }
  }

  #tellOne(stream: EventStream, topics: LiveTopic[], maySee: ((topic: LiveTopic) => boolean) | undefined): void {
    const following = this.#open.get(stream);
    // The stream was closed during the check.
    if (!following) return;
    if (!maySee) return this.#end(stream, 'signed_out');
    const { changed = [], lost = [] } = Object.groupBy(topics, (topic) => (maySee(topic) ? 'changed' : 'lost'));
    for (const topic of lost) {
      following.get(topic)?.();
      following.delete(topic);
      stream.topics.delete(topic);
    }
    stream.tell({ changed, lost });
  }

  #end(stream: EventStream, reason: LiveStreamEnd['reason']): void {
    this.#forget(stream);
    stream.end(reason);
  }

  #leave(stream: EventStream): void {
    this.#forget(stream);
    void stream.return();
  }

  #forget(stream: EventStream): void {
    for (const unfollow of this.#open.get(stream)?.values() ?? []) unfollow();
    this.#open.delete(stream);
  }
}

/** Streams per session and instance: one for each visible window, and some spare. */
export const MAX_STREAMS_PER_SESSION = 8;

type Occupant = { sessionId: string; person: string; workspaceId: string };

/** How an instance answers to another stream: whether there is room, and which one ends for it. */
type StreamRoom<Open> = { isRoom: true; instead?: Open | undefined } | { isRoom: false };

/**
 * Decides whether a new stream is admitted (rules/bounds 8). While the instance is full, a user has one stream and a
 * workspace its share. A user without a stream replaces the second stream of another user of the same workspace. If the
 * workspace has less than its share, a stream of the workspace with the most streams may be replaced, too.
 * @param open The open streams, oldest first.
 */
function findEvictedStream<Open extends Occupant>(open: Open[], newcomer: Occupant, limit: number): StreamRoom<Open> {
  const ofSession = open.filter(({ sessionId }) => sessionId === newcomer.sessionId);
  if (ofSession.length >= MAX_STREAMS_PER_SESSION) return { isRoom: false };
  if (open.length < limit) return { isRoom: true };
  if (open.some(({ person }) => person === newcomer.person)) return { isRoom: false };

  const byWorkspace = Map.groupBy(open, ({ workspaceId }) => workspaceId);
  const own = byWorkspace.get(newcomer.workspaceId) ?? [];
  const workspaces = byWorkspace.size + (own.length === 0 ? 1 : 0);
  const largest = [...byWorkspace.values()].reduce((most, each) => (each.length > most.length ? each : most), []);
  const others = own.length < limit / workspaces ? largest : [];
  const instead = newestSecond(own) ?? newestSecond(others) ?? others.at(-1);
  return instead ? { isRoom: true, instead } : { isRoom: false };
}

/** Returns the newest stream of a user who has another one. */
function newestSecond<Open extends Occupant>(streams: Open[]): Open | undefined {
  const people = new Set<string>();
  let second: Open | undefined;
  for (const stream of streams) {
    if (people.has(stream.person)) second = stream;
    people.add(stream.person);
  }
  return second;
}
