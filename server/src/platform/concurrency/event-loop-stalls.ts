import type { Log } from '../log.ts';

/** Milliseconds between timer ticks: the accuracy with which stalls are measured. */
const BEAT = 20;

/** Milliseconds the event loop may be blocked before it counts as a stall. */
const STALL = 200;

/**
 * Maximum number of names logged per stall, the latest started first, because work that has been open for long is
 * mostly waiting.
 */
const NAMED = 10;

/**
 * Monitors the event loop (rules/bounds 2). A request that blocks it delays all others, so each stall is counted and
 * logged with its possible causes: everything that was in progress since the last tick. A stall without any work in
 * progress is only counted.
 */
export class StallMonitor {
  readonly #under = new Set<Work>();
  #ended: Work[] = [];
  #timer: NodeJS.Timeout | undefined;
  readonly #log: Log;
  #listener: (ms: number) => void = () => undefined;

  constructor(log: Log) {
    this.#log = log;
  }

  /** Starts monitoring. Before the server accepts requests, a stall delays no one. */
  start(): void {
    let last = performance.now();
    this.#timer = setInterval(() => {
      const now = performance.now();
      const ms = now - last - BEAT;
      last = now;
      if (ms > STALL) this.#report(ms, now);
      this.#ended = [];
    }, BEAT);
    this.#timer.unref();
  }

  /** Registers a function that receives the length of each stall in milliseconds. */
  whenStalled(listener: (ms: number) => void): void {
    this.#listener = listener;
  }

  /** Records the start of some work. Call the returned function when it ends. */
  begin(name: string): () => void {
    const work = { name, since: performance.now() };
    this.#under.add(work);
    return () => {
      if (this.#under.delete(work)) this.#ended.push(work);
    };
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #report(ms: number, now: number): void {
    this.#listener(ms);
    const ran = [...this.#under, ...this.#ended]
      .toSorted((one, other) => other.since - one.since)
      .slice(0, NAMED)
      .map(({ name, since }) => ({ name, ms: Math.round(now - since) }));
    // Loading after the start, or a pause of the machine: a log line would help no one.
    if (ran.length === 0) return;
    this.#log.warn({ ms: Math.round(ms), ran }, 'The event loop was blocked; no request was answered meanwhile');
  }
}

type Work = { name: string; since: number };
