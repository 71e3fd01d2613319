import { headerOf, MOST_PAYLOAD, type Frame } from './frame.ts';

/** Milliseconds to wait for all parts of a message. */
const PATIENCE = 10_000;
const MOST_PARTS = 64;
/** Maximum number of incomplete messages. */
const MOST_MESSAGES = 256;
const MOST_BYTES = 4 * MOST_PAYLOAD;

type Waiting = { parts: (Uint8Array | undefined)[]; bytes: number; since: number };

/**
 * Joins messages that Lark split into several frames. Incomplete messages are dropped after 10 s, the oldest ones
 * earlier if there are too many. They aren't acknowledged, so Lark sends them again.
 */
export class Parts {
  readonly #waiting = new Map<string, Waiting>();
  readonly #now: () => number;
  #bytes = 0;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Number and size of the incomplete messages. */
  get held(): { messages: number; bytes: number } {
    return { messages: this.#waiting.size, bytes: this.#bytes };
  }

  /**
   * Adds a part. Returns the whole payload if it is the last one; undefined if others are missing, or if it fits no
   * message.
   */
  add(frame: Frame): Uint8Array | undefined {
    const sum = numberOf(headerOf(frame, 'sum')) ?? 1;
    const seq = numberOf(headerOf(frame, 'seq')) ?? 0;
    if (sum <= 1) return frame.payload;
    if (sum > MOST_PARTS || seq >= sum) return undefined;
    this.#dropOld();
    const id = headerOf(frame, 'message_id');
    const waiting = this.#waiting.get(id) ?? { parts: Array.from({ length: sum }), bytes: 0, since: this.#now() };
    if (waiting.parts.length !== sum) return undefined;
    const grown = frame.payload.byteLength - (waiting.parts[seq]?.byteLength ?? 0);
    waiting.parts[seq] = frame.payload;
    waiting.bytes += grown;
    this.#bytes += grown;
    this.#waiting.set(id, waiting);
    const parts = waiting.parts.filter((part) => part !== undefined);
    if (waiting.bytes > MOST_PAYLOAD || parts.length === sum) this.#forget(id, waiting);
    this.#dropMost();
    return waiting.bytes <= MOST_PAYLOAD && parts.length === sum ? Buffer.concat(parts) : undefined;
  }

  #dropOld(): void {
    for (const [id, waiting] of this.#waiting) {
      // The entries are in the order of their start.
      if (this.#now() - waiting.since < PATIENCE) return;
      this.#forget(id, waiting);
    }
  }

  #dropMost(): void {
    for (const [id, waiting] of this.#waiting) {
      if (this.#waiting.size <= MOST_MESSAGES && this.#bytes <= MOST_BYTES) return;
      this.#forget(id, waiting);
    }
  }

  #forget(id: string, waiting: Waiting): void {
    this.#waiting.delete(id);
    this.#bytes -= waiting.bytes;
  }
}

function numberOf(text: string): number | undefined {
  return /^\d{1,4}$/.test(text) ? Number(text) : undefined;
}
