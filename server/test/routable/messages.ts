/** A message of PostgreSQL's protocol: its kind, and all of its bytes. */
export type Message = { kind: string; bytes: Buffer };

/** Cuts what arrives into messages. */
export class Messages {
  #rest = Buffer.alloc(0);

  *take(chunk: Buffer): Generator<Message> {
    this.#rest = Buffer.concat([this.#rest, chunk]);
    for (;;) {
      if (this.#rest.length < 5) return;
      const size = this.#rest.readInt32BE(1) + 1;
      if (this.#rest.length < size) return;
      const bytes = this.#rest.subarray(0, size);
      this.#rest = this.#rest.subarray(size);
      yield { kind: String.fromCharCode(bytes[0]!), bytes };
    }
  }
}

export function message(kind: string, body: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head.write(kind);
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

const text = (value: string) => Buffer.from(`${value}\0`);

export const query = (sql: string): Buffer => message('Q', text(sql));
export const complete = (tag: string): Buffer => message('C', text(tag));
export const ready = (state: 'I' | 'T' | 'E'): Buffer => message('Z', Buffer.from(state));
export const failed = (words: string): Buffer =>
  message('E', Buffer.concat([text('SERROR'), text('VERROR'), text('C0A000'), text(`M${words}`), Buffer.alloc(1)]));

/** What a client is told that connects. */
export const GREETING = [
  message('R', Buffer.alloc(4)),
  ...Object.entries({ server_version: '15.0', client_encoding: 'UTF8', TimeZone: 'UTC' }).map(([name, value]) =>
    message('S', Buffer.from(`${name}\0${value}\0`)),
  ),
  ready('I'),
];

/** Reads a string that ends with a zero, and returns what follows it. */
function cut(bytes: Buffer): [string, Buffer] {
  const end = bytes.indexOf(0);
  return [bytes.subarray(0, end).toString(), bytes.subarray(end + 1)];
}

export const textOfQuery = ({ bytes }: Message): string => cut(bytes.subarray(5))[0];

export function readParse({ bytes }: Message): { name: string; sql: string } {
  const [name, rest] = cut(bytes.subarray(5));
  return { name, sql: cut(rest)[0] };
}

/** Returns the statement that a message binds, and its parameters; those that aren't text are null. */
export function readBind({ bytes }: Message): { name: string; values: (string | null)[] } {
  const [, rest] = cut(bytes.subarray(5));
  const [name, body] = cut(rest);
  let at = 0;
  const int16 = () => body.readInt16BE((at += 2) - 2);
  const formats = Array.from({ length: int16() }, int16);
  const values = Array.from({ length: int16() }, (_, index) => {
    const size = body.readInt32BE(at);
    const from = (at += 4);
    at += Math.max(size, 0);
    const isText = (formats.length === 1 ? formats[0] : (formats[index] ?? 0)) === 0;
    return size < 0 || !isText ? null : body.subarray(from, at).toString();
  });
  return { name, values };
}

/** Returns the number of rows in `SELECT 5` and the like. */
export const countOf = ({ bytes }: Message): number => Number(/\d+$/.exec(cut(bytes.subarray(5))[0])?.[0] ?? 0);
