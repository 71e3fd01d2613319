import { WebSocket } from 'ws';
import { z } from 'zod';
import { LarkEventEnvelope, parseLarkFileEvent, type LarkFileEvent, parseJsonAs } from './events.ts';
import {
  CONTROL_FRAME_METHOD,
  DATA_FRAME_METHOD,
  decodeFrame,
  encodeFrame,
  type LarkFrame,
  frameHeaderOf,
  MAX_FRAME_BYTES,
  MAX_PAYLOAD_BYTES,
} from './frame.ts';

/** Milliseconds to wait for all parts of a message. */
const PATIENCE = 10_000;
const MOST_PARTS = 64;
/** Maximum number of incomplete messages. */
const MOST_MESSAGES = 256;
const MOST_BYTES = 4 * MAX_PAYLOAD_BYTES;

type Waiting = { parts: (Uint8Array | undefined)[]; bytes: number; since: number };

/**
 * Joins messages that Lark split into several frames. Incomplete messages are dropped after 10 s, the oldest ones
 * earlier if there are too many. They aren't acknowledged, so Lark sends them again.
 */
export class MessageAssembler {
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
  add(frame: LarkFrame): Uint8Array | undefined {
    const sum = numberOf(frameHeaderOf(frame, 'sum')) ?? 1;
    const seq = numberOf(frameHeaderOf(frame, 'seq')) ?? 0;
    if (sum <= 1) return frame.payload;
    if (sum > MOST_PARTS || seq >= sum) return undefined;
    this.#dropOld();
    const id = frameHeaderOf(frame, 'message_id');
    const waiting = this.#waiting.get(id) ?? { parts: Array.from({ length: sum }), bytes: 0, since: this.#now() };
    if (waiting.parts.length !== sum) return undefined;
    const grown = frame.payload.byteLength - (waiting.parts[seq]?.byteLength ?? 0);
    waiting.parts[seq] = frame.payload;
    waiting.bytes += grown;
    this.#bytes += grown;
    this.#waiting.set(id, waiting);
    const parts = waiting.parts.filter((part) => part !== undefined);
    if (waiting.bytes > MAX_PAYLOAD_BYTES || parts.length === sum) this.#forget(id, waiting);
    this.#dropMost();
    return waiting.bytes <= MAX_PAYLOAD_BYTES && parts.length === sum ? Buffer.concat(parts) : undefined;
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

/** Lark's ping interval and reconnection delays, in milliseconds. */
export type ConnectionPace = {
  ping: number;
  /** Pause between two attempts. */
  pause: number;
  /** Maximum random addition, so that not all clients reconnect at once. */
  jitter: number;
};

/** Used until Lark sends its configuration. */
export const DEFAULT_CONNECTION_PACE: ConnectionPace = { ping: 120_000, pause: 10_000, jitter: 5_000 };

/** Lark's configuration in seconds, limited to sensible values. */
export const LarkClientConfig = z
  .object({ PingInterval: z.number(), ReconnectInterval: z.number(), ReconnectNonce: z.number() })
  .transform((config): ConnectionPace => ({
    ping: within(config.PingInterval, 1, 300) * 1000,
    pause: within(config.ReconnectInterval, 1, 120) * 1000,
    jitter: within(config.ReconnectNonce, 0, 30) * 1000,
  }));

function within(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most);
}

type Options = {
  /** Throws if the event couldn't be stored. */
  onEvent: (event: LarkFileEvent) => Promise<void>;
  opened: () => void;
  /** Lark may change it at any time. */
  pace: () => ConnectionPace;
  paced: (pace: ConnectionPace) => void;
  stopping: AbortSignal;
  log: { warn(fields: object, message: string): void };
};

/** Milliseconds. */
const HANDSHAKE_WITHIN = 15_000;
/**
 * Lark resends events without a response within three seconds. If storing takes longer than this, a failure is
 * reported.
 */
const ANSWER_WITHIN = 2_500;
/** Maximum number of events being stored. Further ones are refused, so Lark sends them again. */
const MOST_AT_ONCE = 100;
/** Maximum bytes of responses that Lark hasn't read. */
const MOST_BUFFERED = 4 * 1024 * 1024;
/** Number of unanswered pings after which an open connection counts as dead. */
const MOST_UNANSWERED = 2;

/**
 * Runs one connection from its handshake to its end. All listeners are added before it is established, so that frames
 * that arrive together with the handshake's response aren't missed.
 * @throws the reason for its end, unless it was stopped.
 */
export async function runLarkSocket(url: URL, { onEvent, opened, pace, paced, stopping, log }: Options): Promise<void> {
  const over = Promise.withResolvers<void>();
  const socket = new WebSocket(url, {
    maxPayload: MAX_FRAME_BYTES,
    handshakeTimeout: HANDSHAKE_WITHIN,
    perMessageDeflate: false,
  });
  const parts = new MessageAssembler(() => performance.now());
  const service = Number(url.searchParams.get('service_id') ?? 0);
  let unanswered = 0;
  let atOnce = 0;
  let failing = false;
  let timer: NodeJS.Timeout | undefined;

  function send(frame: LarkFrame): void {
    if (socket.bufferedAmount > MOST_BUFFERED) return over.reject(new Error('Lark does not take answers'));
    if (socket.readyState === WebSocket.OPEN) socket.send(encodeFrame(frame));
  }

  function ping(): void {
    if (unanswered >= MOST_UNANSWERED) return over.reject(new Error('Lark does not answer pings'));
    unanswered++;
    const headers = [['type', 'ping']] as const;
    send({ seqId: 0n, logId: 0n, service, method: CONTROL_FRAME_METHOD, headers, payload: new Uint8Array() });
    timer = setTimeout(ping, pace().ping);
  }

  function setPace(told: ConnectionPace): void {
    const { ping: before } = pace();
    paced(told);
    if (told.ping === before) return;
    clearTimeout(timer);
    timer = setTimeout(ping, told.ping);
  }

  async function store(event: LarkFileEvent): Promise<void> {
    if (atOnce >= MOST_AT_ONCE) throw new Error('too many events at once');
    atOnce++;
    try {
      await onEvent(event);
    } finally {
      atOnce--;
    }
  }

  async function answer(frame: LarkFrame): Promise<void> {
    const payload = parts.add(frame);
    if (!payload) return;
    const started = performance.now();
    const envelope = parseJsonAs(LarkEventEnvelope, Buffer.from(payload).toString('utf8'));
    const event = envelope && parseLarkFileEvent(envelope);
    let code = 200;
    try {
      if (event) await inTime(store(event));
      failing = false;
    } catch (error) {
      code = 500;
      // If one event can't be stored, many can't.
      if (!failing) log.warn({ err: error }, 'events of Lark cannot be stored, and will come again');
      failing = true;
    }
    const took: [string, string] = ['biz_rt', String(Math.round(performance.now() - started))];
    send({ ...frame, headers: [...frame.headers, took], payload: Buffer.from(JSON.stringify({ code })) });
  }

  function hear(data: unknown): void {
    if (!Buffer.isBuffer(data)) throw new TypeError('Lark sends no bytes');
    const frame = decodeFrame(data);
    unanswered = 0;
    const type = frameHeaderOf(frame, 'type');
    if (frame.method === DATA_FRAME_METHOD && type === 'event') void answer(frame);
    if (frame.method === CONTROL_FRAME_METHOD && type === 'pong' && frame.payload.byteLength > 0) {
      const told = parseJsonAs(LarkClientConfig, Buffer.from(frame.payload).toString('utf8'));
      if (told) setPace(told);
    }
  }

  socket.on('open', () => {
    try {
      opened();
      ping();
    } catch (error) {
      over.reject(error);
    }
  });
  socket.on('message', (data) => {
    try {
      hear(data);
    } catch (error) {
      over.reject(error);
    }
  });
  socket.on('error', (error) => over.reject(error));
  socket.on('close', () => over.reject(new Error('Lark has ended the connection')));
  const stop = () => over.resolve();
  stopping.addEventListener('abort', stop, { once: true });
  if (stopping.aborted) stop();
  try {
    await over.promise;
  } finally {
    stopping.removeEventListener('abort', stop);
    clearTimeout(timer);
    socket.removeAllListeners();
    // Terminating a socket before it is open emits an error.
    socket.on('error', () => undefined);
    // A dead peer doesn't answer a close frame.
    socket.terminate();
  }
}

/** @throws if it takes too long for Lark; storing continues anyway. */
async function inTime(storing: Promise<void>): Promise<void> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error('storing an event takes too long')), ANSWER_WITHIN);
  try {
    await Promise.race([storing, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
