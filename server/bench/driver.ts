// The load, in a process of its own: raw sockets that read and discard, so that what is measured is the other end.
import net from 'node:net';
import { BULK_OPERATIONS, OPERATIONS, type Facts, type Operation, type Request } from './operations.ts';

/** The floor, ours, and the floor's server without an audit log. */
export type Target = 'floor' | 'ours' | 'plain';

export type Drive = {
  operation: string;
  target: Target;
  port: number;
  token: string;
  facts: Facts;
  connections: number;
  seconds: number;
  run: number;
};

export type Driven = {
  requests: number;
  seconds: number;
  failures: number;
  /** The status line of the first answer that was not the expected one. */
  firstFailure: string | undefined;
  bytes: number;
  /** Milliseconds, one for each request. */
  latencies: Float64Array;
};

/** Large enough that a catalog takes few reads. */
const READ_BUFFER = 1024 * 1024;

process.on('message', (drive: Drive) => {
  run(drive).then(
    (driven) => process.send?.(driven),
    (error: unknown) => {
      process.stderr.write(`${String(error)}\n`);
      process.exit(1);
    },
  );
});

async function run(drive: Drive): Promise<Driven> {
  const operation = [...OPERATIONS, ...BULK_OPERATIONS].find(({ name }) => name === drive.operation);
  if (!operation) throw new Error(`There is no operation ${drive.operation}`);
  const latencies: number[] = [];
  const driven = { requests: 0, failures: 0, firstFailure: undefined as string | undefined, bytes: 0 };
  let sent = 0;
  const began = performance.now();
  const ends = began + drive.seconds * 1000;
  const next = () => encode(requestOf(operation, drive, sent++), drive);
  const connections = Array.from({ length: drive.connections }, () =>
    exchange(drive.port, next, ends, (statusLine, bytes, milliseconds) => {
      latencies.push(milliseconds);
      driven.requests++;
      driven.bytes += bytes;
      if (!statusLine.startsWith(`HTTP/1.1 ${operation.status} `)) {
        driven.failures++;
        driven.firstFailure ??= statusLine;
      }
    }),
  );
  await Promise.all(connections);
  return { ...driven, seconds: (performance.now() - began) / 1000, latencies: Float64Array.from(latencies) };
}

function requestOf(operation: Operation, { target, facts, run: round }: Drive, n: number): Request {
  return target === 'floor' && operation.floorRequest ? operation.floorRequest() : operation.request(facts, n, round);
}

function encode({ method, path, headers = '', body }: Request, { token, target }: Drive): string {
  const prefix = target === 'plain' ? '/plain' : '';
  const content =
    body === undefined ? '' : `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n`;
  return `${method} ${prefix}${path} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${token}\r\n${headers}${content}\r\n${body ?? ''}`;
}

/** One connection, one request at a time, until the time is up; the last answer is awaited. */
function exchange(
  port: number,
  next: () => string,
  ends: number,
  done: (statusLine: string, bytes: number, milliseconds: number) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    let head = '';
    let statusLine = '';
    /** Bytes of the body that have not come; of one in chunks, any number until its last chunk. */
    let left = 0;
    let lastBytes = '';
    let bytes = 0;
    let asked = 0;

    const ask = () => {
      asked = performance.now();
      if (asked >= ends) {
        socket.end();
        resolve();
        return;
      }
      head = '';
      bytes = 0;
      socket.write(next());
    };
    const answered = () => {
      done(statusLine, bytes, performance.now() - asked);
      ask();
    };
    const read = (size: number, buffer: Uint8Array) => {
      bytes += size;
      if (left > 0) {
        left -= size;
        if (left === 0 || isLastChunk(buffer.subarray(0, size))) answered();
        return true;
      }
      const before = head.length;
      // A head is far shorter than this; the body that came with it is not worth decoding.
      head += Buffer.from(buffer.buffer, buffer.byteOffset, Math.min(size, 8192)).toString('latin1');
      const end = head.indexOf('\r\n\r\n');
      if (end < 0) return true;
      statusLine = head.slice(0, head.indexOf('\r\n'));
      const body = buffer.subarray(end + 4 - before, size);
      left = lengthOf(head.slice(0, end)) - body.length;
      lastBytes = '';
      if (left === 0 || isLastChunk(body)) answered();
      return true;
    };
    const isLastChunk = (read: Uint8Array) => {
      if (left !== Infinity) return false;
      const { buffer, byteOffset, length } = read.subarray(-LAST_CHUNK.length);
      lastBytes = (lastBytes + Buffer.from(buffer, byteOffset, length).toString('latin1')).slice(-LAST_CHUNK.length);
      if (lastBytes !== LAST_CHUNK) return false;
      left = 0;
      return true;
    };
    const socket = net.connect({
      port,
      host: '127.0.0.1',
      noDelay: true,
      onread: { buffer: Buffer.allocUnsafe(READ_BUFFER), callback: read },
    });
    socket.on('connect', ask);
    socket.on('error', reject);
    socket.on('close', () => reject(new Error('The connection was closed before its time')));
  });
}

/** The end of a body in chunks; JSON holds no such line. */
const LAST_CHUNK = '\r\n0\r\n\r\n';

/** Of the body; infinite where it comes in chunks. */
function lengthOf(head: string): number {
  if (/\r\ntransfer-encoding: chunked/i.test(head)) return Infinity;
  if (/^HTTP\/1\.1 (204|304) /.test(head)) return 0;
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
  if (length === undefined) throw new Error(`An answer without a length cannot be measured:\n${head}`);
  return Number(length);
}
