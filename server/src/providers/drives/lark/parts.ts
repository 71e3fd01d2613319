import { headerOf, MOST_PAYLOAD, type Frame } from './frame.ts';

/** How long the parts of a message are waited for, in milliseconds. */
const PATIENCE = 10_000;
const MOST_PARTS = 64;
/** Of messages that are not whole yet. */
const MOST_MESSAGES = 256;
const MOST_BYTES = 4 * MOST_PAYLOAD;

type Waiting = { parts: (Uint8Array | undefined)[]; bytes: number; since: number };

/**
 * Joins what Lark cut into several frames. What stays incomplete is dropped after 10 s, and the oldest of it sooner
 * where too much waits: it is not answered, so Lark sends it again.
 */
export class Parts {
  readonly #waiting = new Map<string, Waiting>();
  readonly #now: () => number;
  #bytes = 0;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** How much waits. */
  get held(): { messages: number; bytes: number } {
    return { messages: this.#waiting.size, bytes: this.#bytes };
  }

  /** The whole payload, once this is its last part; undefined while others are missing, or where it fits nothing. */
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
      // They stand in the order in which they began.
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
