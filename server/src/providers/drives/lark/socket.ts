import { WebSocket } from 'ws';
import { parsedAs, Envelope, eventOf, type LarkEvent } from './events.ts';
import { CONTROL, DATA, decodeFrame, encodeFrame, headerOf, MAX_FRAME_BYTES, type Frame } from './frame.ts';
import { ClientConfig, type Pace } from './pace.ts';
import { Parts } from './parts.ts';

type Options = {
  /** Throws where the event could not be stored. */
  onEvent: (event: LarkEvent) => Promise<void>;
  opened: () => void;
  /** Lark may change it at any time. */
  pace: () => Pace;
  paced: (pace: Pace) => void;
  stopping: AbortSignal;
  log: { warn(fields: object, message: string): void };
};

/** Milliseconds. */
const HANDSHAKE_WITHIN = 15_000;
/** Lark sends again what is not answered within three seconds; what takes longer than this is told that it failed. */
const ANSWER_WITHIN = 2_500;
/** Events that are being stored; more are told to come again. */
const MOST_AT_ONCE = 100;
/** Bytes of answers that nobody takes. */
const MOST_BUFFERED = 4 * 1024 * 1024;
/** Pings without any answer after which a connection counts as dead, though it is open. */
const MOST_UNANSWERED = 2;

/**
 * One connection, from its handshake to its end. All that listens to it does so before it is made, so that frames which
 * come together with the answer to the handshake are heard.
 *
 * @throws why it is over, unless it was told to stop.
 */
export async function runSocket(url: URL, { onEvent, opened, pace, paced, stopping, log }: Options): Promise<void> {
  const over = Promise.withResolvers<void>();
  const socket = new WebSocket(url, {
    maxPayload: MAX_FRAME_BYTES,
    handshakeTimeout: HANDSHAKE_WITHIN,
    perMessageDeflate: false,
  });
  const parts = new Parts(() => performance.now());
  const service = Number(url.searchParams.get('service_id') ?? 0);
  let unanswered = 0;
  let atOnce = 0;
  let failing = false;
  let timer: NodeJS.Timeout | undefined;

  function send(frame: Frame): void {
    if (socket.bufferedAmount > MOST_BUFFERED) return over.reject(new Error('Lark does not take answers'));
    if (socket.readyState === WebSocket.OPEN) socket.send(encodeFrame(frame));
  }

  function ping(): void {
    if (unanswered >= MOST_UNANSWERED) return over.reject(new Error('Lark does not answer pings'));
    unanswered++;
    const headers = [['type', 'ping']] as const;
    send({ seqId: 0n, logId: 0n, service, method: CONTROL, headers, payload: new Uint8Array() });
    timer = setTimeout(ping, pace().ping);
  }

  function setPace(told: Pace): void {
    const { ping: before } = pace();
    paced(told);
    if (told.ping === before) return;
    clearTimeout(timer);
    timer = setTimeout(ping, told.ping);
  }

  async function store(event: LarkEvent): Promise<void> {
    if (atOnce >= MOST_AT_ONCE) throw new Error('too many events at once');
    atOnce++;
    try {
      await onEvent(event);
    } finally {
      atOnce--;
    }
  }

  async function answer(frame: Frame): Promise<void> {
    const payload = parts.add(frame);
    if (!payload) return;
    const started = performance.now();
    const envelope = parsedAs(Envelope, Buffer.from(payload).toString('utf8'));
    const event = envelope && eventOf(envelope, new Date());
    let code = 200;
    try {
      if (event) await inTime(store(event));
      failing = false;
    } catch (error) {
      code = 500;
      // Where one cannot be stored, many cannot.
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
    const type = headerOf(frame, 'type');
    if (frame.method === DATA && type === 'event') void answer(frame);
    if (frame.method === CONTROL && type === 'pong' && frame.payload.byteLength > 0) {
      const told = parsedAs(ClientConfig, Buffer.from(frame.payload).toString('utf8'));
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
    // One that is cut before it is there says that this is an error.
    socket.on('error', () => undefined);
    // Whoever is dead does not answer a farewell.
    socket.terminate();
  }
}

/** @throws where it takes too long for Lark; it goes on all the same. */
async function inTime(storing: Promise<void>): Promise<void> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error('storing an event takes too long')), ANSWER_WITHIN);
  try {
    await Promise.race([storing, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
