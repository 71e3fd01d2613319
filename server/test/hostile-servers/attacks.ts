import type { Socket } from 'node:net';
import { setInterval as every } from 'node:timers/promises';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

/** Request as the hostile server that answers it sees it. */
export type Heard = {
  /** As it came: header fields with keys and tokens, and as much of the body as had come with them. */
  request: string;
  /** The media type that the caller reads. */
  type: string;
  /** Makes of a JSON text what the caller reads as an answer: the text itself, or an event of a stream. */
  as: (json: string) => string;
};

export type Attack = (socket: Socket, heard: Heard) => void | Promise<void>;

const MIB = 1_048_576;

/** An answer that comes whole, and whose connection then closes. */
function answer(socket: Socket, status: number, body: string | Buffer, fields: Record<string, string> = {}): void {
  const head = Object.entries({ 'content-length': Buffer.byteLength(body), ...fields, connection: 'close' });
  socket.write(`HTTP/1.1 ${status} X\r\n${head.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`);
  socket.end(body);
}

const json =
  (status: number, text: string | ((heard: Heard) => string), fields: Record<string, string> = {}): Attack =>
  (socket, heard) => {
    const body = typeof text === 'string' ? text : text(heard);
    const isGood = status < 300;
    const type = isGood ? heard.type : 'application/json';
    answer(socket, status, isGood ? heard.as(body) : body, { 'content-type': type, ...fields });
  };

/** Says `first`, and `more` again and again. */
const drip =
  (first: string, more: string): Attack =>
  async (socket) => {
    socket.write(first);
    for await (const _ of every(20)) {
      if (socket.destroyed) return;
      socket.write(more);
    }
  };

/** Sends as fast as it is taken, until it is cut off. */
const flood =
  (first: string, more: Buffer): Attack =>
  (socket, { type }) => {
    socket.write(first.replace('TYPE', type));
    const write = () => {
      while (!socket.destroyed && socket.write(more));
    };
    socket.on('drain', write);
    write();
  };

const raw =
  (text: string): Attack =>
  (socket) =>
    void socket.end(text, 'latin1');

const packed =
  (encoding: string, bytes: Buffer): Attack =>
  (socket, { type }) =>
    answer(socket, 200, bytes, { 'content-type': type, 'content-encoding': encoding });

const nothing = Buffer.alloc(64 * MIB, ' ');
const layers = (count: number) =>
  Array.from({ length: count }).reduce<Buffer>((inner) => gzipSync(inner), Buffer.from('{}'));

const deep = (open: string, close: string) => open.repeat(100_000) + close.repeat(100_000);

/** As many of a small thing as an answer has room for. */
const many = (thing: string) => `${`${thing},`.repeat(Math.floor((7.9 * MIB) / (thing.length + 1)))}${thing}`;

const MANY_LINES = `data: {"candidates":[\n${'data: {},\n'.repeat(800_000)}data: {}]}\n\n`;
const CHANNEL = '{"alternatives":[{"transcript":""}]}';

/** A megabyte in which all stands that was sent. */
const echo = ({ request }: Heard) => {
  const [, sent = ''] = /^"(.*)"$/.exec(JSON.stringify(request.slice(0, 2_000))) ?? [];
  return `"${sent.repeat(Math.ceil(MIB / sent.length))}"`;
};
const errorOf = (heard: Heard) => {
  const text = echo(heard);
  return `{"error":{"code":7,"message":${text}},"code":1,"error_description":${text}}`;
};

/** Attacks that only the caller's deadline ends. */
export const SILENT: Record<string, Attack> = {
  'never answers': () => undefined,
  'drips its head': drip('HTTP/1.1 200 OK\r\n', 'x-a: b\r\n'),
  'drips its body': (socket, heard) =>
    drip(`HTTP/1.1 200 OK\r\ncontent-type: ${heard.type}\r\n\r\n`, ' ')(socket, heard),
  'says 103 for ever': drip('HTTP/1.1 103 Early Hints\r\n\r\n', 'HTTP/1.1 103 Early Hints\r\n\r\n'),
  'floods with 103': flood('', Buffer.from('HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(500))),
};

/** Other attacks of a server on its callers, whatever they asked. */
export const ATTACKS: Record<string, Attack> = {
  'closes at once': (socket) => void socket.destroy(),
  'has a head without end': flood('HTTP/1.1 200 OK\r\n', Buffer.from('x-a: b\r\n'.repeat(2_000))),
  'has a body without end': flood('HTTP/1.1 200 OK\r\ncontent-type: TYPE\r\n\r\n', Buffer.alloc(65_536, 'a')),
  'has lines without end': flood(
    'HTTP/1.1 200 OK\r\ncontent-type: TYPE\r\n\r\n',
    Buffer.from('data: {}\n\n'.repeat(6_000)),
  ),
  'has errors without end': flood('HTTP/1.1 400 X\r\ncontent-type: TYPE\r\n\r\n', Buffer.alloc(65_536, 'a')),
  'speaks TLS': raw('\x16\x03\x03\x00\x02\x02\x28'),
  'speaks anything': raw('\x00\xff\x13\x37'.repeat(1_000)),
  'redirects to a private address': raw(
    'HTTP/1.1 307 X\r\nlocation: http://127.0.0.1:1/private\r\ncontent-length: 0\r\n\r\n',
  ),
  'redirects to a file': raw('HTTP/1.1 302 X\r\nlocation: file:///etc/passwd\r\ncontent-length: 0\r\n\r\n'),
  'redirects to data': raw('HTTP/1.1 302 X\r\nlocation: data:application/json,{}\r\ncontent-length: 0\r\n\r\n'),
  'redirects for ever': raw('HTTP/1.1 307 X\r\nlocation: /again\r\ncontent-length: 0\r\nconnection: close\r\n\r\n'),
  'is a gzip bomb': packed('gzip', gzipSync(nothing)),
  'is a brotli bomb': packed('br', brotliCompressSync(nothing, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } })),
  'is a bomb in a bomb': packed('gzip, gzip', gzipSync(gzipSync(nothing))),
  'is packed five times': packed('gzip, gzip, gzip, gzip, gzip', layers(5)),
  'is packed a hundred times': packed(Array.from({ length: 100 }, () => 'gzip').join(', '), layers(100)),
  'is no gzip': packed('gzip', Buffer.from('{}')),
  'ends too early': raw('HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{}'),
  'ends too late': raw(
    'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 1\r\n\r\n{}HTTP/1.1 200 OK',
  ),
  'has junk for chunks': raw(
    'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n{}',
  ),
  'has a chunk of 2^64': raw('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nffffffffffffffff\r\n{}'),
  'has two lengths': raw('HTTP/1.1 200 OK\r\ncontent-length: 2\r\ncontent-length: 3\r\n\r\n{}'),
  'is no UTF-8': (socket, heard) =>
    answer(socket, 200, Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]), { 'content-type': heard.type }),
  'is NUL': json(200, '\0'.repeat(1_000)),
  'has NUL and half characters': json(200, '{"error":{"message":"\\u0000\\ud800"},"data":"\\u0000\\udfff"}'),
  'is nested arrays': json(200, deep('[', ']')),
  'is nested objects': json(200, deep('{"error":', '') + '1' + deep('', '}')),
  'fails with nested arrays': json(400, deep('[', ']')),
  'fails with nested objects': json(400, `{"error":${deep('{"details":', '')}1${deep('', '}')}}`),
  'has numbers without end': json(
    200,
    '{"expires_in":1e999,"expire":1e999,"code":1e999,"metadata":{"duration":1e999}}',
  ),
  'has names of prototypes': json(200, '{"__proto__":{"error":1},"constructor":{"prototype":{}},"toString":1}'),
  'is null': json(200, 'null'),
  'is a list': json(200, '[]'),
  'is empty': json(200, ''),
  'is a page': (socket) => answer(socket, 200, '<html><h1>It works!', { 'content-type': 'text/html' }),
  'fails with what was sent (400)': json(400, errorOf),
  'fails with what was sent (401)': json(401, errorOf),
  'fails with what was sent (500)': json(500, errorOf),
  'fails with what was sent, at 200': json(200, errorOf),
  'asks to wait for an age': json(429, '{}', { 'retry-after': '9'.repeat(400) }),
  'asks to wait for nothing': json(429, '{}', { 'retry-after': '-1' }),
  'asks to wait until 9999': json(429, '{}', { 'retry-after': 'Fri, 31 Dec 9999 23:59:59 GMT' }),
  'fails with millions of details': json(400, `{"error":{"details":[${many('{}')}]}}`),
  'fails with millions of errors': json(400, `{"error":{"errors":[${many('{}')}]}}`),
  'fails with one text of 8 MB': json(400, `{"error":{"message":"${'enable '.repeat(1_100_000)}"}}`),
  'is millions of things': json(200, `{"data":{"files":[${many('{}')}],"metas":[]},"files":[],"code":0}`),
  'is a list of millions': json(200, `{"files":[${many('{}')}],"newStartPageToken":"1","changes":[],"candidates":[]}`),
  'is millions of changes': json(200, `{"newStartPageToken":"1","changes":[${many('{}')}]}`),
  'is millions of lines of one event': (socket, { type }) => answer(socket, 200, MANY_LINES, { 'content-type': type }),
  'is millions of channels': json(200, `{"metadata":{"duration":1},"results":{"channels":[${many(CHANNEL)}]}}`),
  'fails with millions of violations': json(400, `{"error":{"details":[{"violations":[${many('{}')}]}]}}`),
};
