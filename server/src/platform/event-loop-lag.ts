import type { Log } from './log.ts';

/** How often the event loop is asked for, in milliseconds: as exactly as that its stalls are known. */
const BEAT = 20;

/** How long the event loop may stand still, in milliseconds, before it is a stall. */
const STALL = 200;

/** How much of what ran is named: what began last first, because what has long been open mostly waits. */
const NAMED = 10;

/**
 * Watches the event loop (rules/bounds 2). While one request computes, nobody else is answered, so a stall is counted
 * and logged with everything that can have caused it: what was under way at some time since the last beat. Where
 * nothing was, it is only counted.
 */
export class Stalls {
  readonly #under = new Set<Work>();
  #ended: Work[] = [];
  #timer: NodeJS.Timeout | undefined;
  readonly #log: Log;
  #told: (ms: number) => void = () => undefined;

  constructor(log: Log) {
    this.#log = log;
  }

  /** Begins to watch: before anybody can ask, nobody waits. */
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

  /** Tells the length of each stall, in milliseconds. */
  whenStalled(tell: (ms: number) => void): void {
    this.#told = tell;
  }

  /** Notes that something begins; call what it returns when it ends. */
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
    this.#told(ms);
    const ran = [...this.#under, ...this.#ended]
      .toSorted((one, other) => other.since - one.since)
      .slice(0, NAMED)
      .map(({ name, since }) => ({ name, ms: Math.round(now - since) }));
    // Loading after the start, or a pause of the machine: nobody could do anything about the line.
    if (ran.length === 0) return;
    this.#log.warn({ ms: Math.round(ms), ran }, 'The event loop stood still; nobody was answered meanwhile');
  }
}

type Work = { name: string; since: number };
