import { createHash } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer, type WebSocket } from 'ws';
import {
  CONTROL_FRAME_METHOD,
  DATA_FRAME_METHOD,
  decodeFrame,
  encodeFrame,
  frameHeaderOf,
  type LarkFrame,
} from '../../src/providers/drives/lark/frame.ts';

export type SocketPace = {
  PingInterval: number;
  ReconnectCount: number;
  ReconnectInterval: number;
  ReconnectNonce: number;
};

/** Answer to an event: 200, or 500 if it is to come again. */
export type Ack = { messageId: string; code: number };

export type SendingOptions = {
  /** Cut into two frames. */
  parts?: 1 | 2;
};

const TICKET = 'ticket';

/** The far end of long connections: it takes them, hears pings, sends events, and can behave badly. */
export class LarkSockets {
  /** Pace that it announces, in whole seconds. */
  pace: SocketPace = { PingInterval: 1, ReconnectCount: -1, ReconnectInterval: 1, ReconnectNonce: 0 };
  /** Pace in answers to pings, if it differs. */
  paceLater: SocketPace | undefined;
  readonly acks: Ack[] = [];
  pings = 0;
  /** All connections that ever were. */
  opened = 0;
  /** Takes pings and events, and says nothing, as behind a router that has forgotten the connection. */
  silent = false;
  /** Takes the next connection, and neither reads nor writes anything after the handshake. */
  deaf = false;
  /** Of such connections, those that the client has left. */
  deafLeft = 0;
  /** Sent in one write with the answer to the handshake of the next connection. */
  withHandshake: { id: string; event: object } | undefined;
  readonly #server = new WebSocketServer({ noServer: true });
  readonly #acked: (ack: Ack) => void;
  #messages = 0;

  constructor(acked: (ack: Ack) => void) {
    this.#acked = acked;
  }

  get open(): number {
    return this.#server.clients.size;
  }

  endpointFor(origin: string): string {
    return `${origin.replace(/^http/, 'ws')}/ws/v2?device_id=device&access_key=${TICKET}&service_id=33554678&ticket=${TICKET}`;
  }

  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const url = new URL(request.url ?? '/', 'http://stand-in');
    if (url.pathname !== '/ws/v2' || url.searchParams.get('ticket') !== TICKET) {
      socket.end('HTTP/1.1 403 Forbidden\r\nhandshake-status: 403\r\nhandshake-msg: forbidden\r\n\r\n');
      return;
    }
    if (this.deaf) return this.#ignore(request, socket);
    socket.cork();
    this.#server.handleUpgrade(request, socket, head, (client) => this.#accept(client));
    process.nextTick(() => socket.uncork());
  }

  /**
   * To one connection, by lot, as Lark does. Returns the id that it is acknowledged by; undefined where there is none.
   */
  send(event: object, { parts = 1 }: SendingOptions = {}): string | undefined {
    const clients = [...this.#server.clients];
    const client = clients[Math.floor(Math.random() * clients.length)];
    if (!client) return undefined;
    const id = `message-${++this.#messages}`;
    const payload = Buffer.from(JSON.stringify(event));
    const half = Math.ceil(payload.length / parts);
    for (let seq = 0; seq < parts; seq++) {
      client.send(encodeFrame(eventFrame(id, payload.subarray(seq * half, (seq + 1) * half), parts, seq)));
    }
    return id;
  }

  /** Bytes that may be no frame at all, to all connections. */
  sendRaw(bytes: Uint8Array): void {
    for (const client of this.#server.clients) client.send(bytes);
  }

  /** The same event as often as fast, with large headers, to connections that nothing is read of any more. */
  flood(event: object, headerBytes: number): void {
    const frame = eventFrame('flood', Buffer.from(JSON.stringify(event)), 1, 0);
    const bytes = encodeFrame({ ...frame, headers: [...frame.headers, ['x', 'x'.repeat(headerBytes)]] });
    for (const client of this.#server.clients) {
      client.pause();
      for (let n = 0; n < 500; n++) client.send(bytes);
    }
  }

  /** A part of a message whose others never come. */
  sendEndlessPart(id: string, bytes: number): void {
    this.sendRaw(encodeFrame(eventFrame(id, Buffer.alloc(bytes, 'x'), 2, 0)));
  }

  /** Without a word. */
  cut(): void {
    for (const client of this.#server.clients) client.terminate();
  }

  async acked(messageId: string): Promise<Ack> {
    for (;;) {
      const ack = this.acks.find((each) => each.messageId === messageId);
      if (ack) return ack;
      await once(this.#server, 'acked');
    }
  }

  stop(): void {
    this.cut();
    this.#server.close();
  }

  #accept(client: WebSocket): void {
    this.opened++;
    if (this.withHandshake) {
      const { id, event } = this.withHandshake;
      this.withHandshake = undefined;
      client.send(encodeFrame(eventFrame(id, Buffer.from(JSON.stringify(event)), 1, 0)));
    }
    client.on('error', () => undefined);
    client.on('message', (data: Buffer) => this.#hear(client, decodeFrame(new Uint8Array(data))));
  }

  /** Answers the handshake by hand; what is read is thrown away, so that the end of it is seen. */
  #ignore(request: IncomingMessage, socket: Duplex): void {
    this.deaf = false;
    this.opened++;
    const key = `${request.headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`;
    const accept = createHash('sha1').update(key).digest('base64');
    const lines = ['HTTP/1.1 101 Switching Protocols', 'Upgrade: websocket', 'Connection: Upgrade'];
    socket.write([...lines, `Sec-WebSocket-Accept: ${accept}`, '', ''].join('\r\n'));
    socket.on('error', () => undefined);
    socket.on('end', () => {
      this.deafLeft++;
      socket.destroy();
    });
    socket.resume();
  }

  #hear(client: WebSocket, frame: LarkFrame): void {
    if (frame.method === CONTROL_FRAME_METHOD && frameHeaderOf(frame, 'type') === 'ping') {
      this.pings++;
      if (this.silent) return;
      const payload = Buffer.from(JSON.stringify(this.paceLater ?? this.pace));
      client.send(encodeFrame({ ...frame, headers: [['type', 'pong']], payload }));
    }
    if (frame.method !== DATA_FRAME_METHOD) return;
    const { code }: { code: number } = JSON.parse(Buffer.from(frame.payload).toString('utf8'));
    const ack = { messageId: frameHeaderOf(frame, 'message_id'), code };
    this.acks.push(ack);
    this.#acked(ack);
    this.#server.emit('acked');
  }
}

function eventFrame(id: string, payload: Uint8Array, sum: number, seq: number): LarkFrame {
  const headers = Object.entries({
    type: 'event',
    message_id: id,
    sum: String(sum),
    seq: String(seq),
    trace_id: `trace-${id}`,
  });
  return {
    seqId: 1n,
    logId: 7_234_567_890_123_456_789n,
    service: 33554678,
    method: DATA_FRAME_METHOD,
    headers,
    payload,
  };
}
