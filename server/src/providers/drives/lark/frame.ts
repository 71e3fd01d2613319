/** Message of Lark's long connection: `pbbp2.Frame` of its protocol, in protobuf. */
export type LarkFrame = {
  seqId: bigint;
  logId: bigint;
  service: number;
  method: number;
  /** Ordered; names may repeat. */
  headers: readonly (readonly [name: string, value: string])[];
  payloadEncoding?: string;
  payloadType?: string;
  payload: Uint8Array;
  logIdNew?: string;
};

/** Values of `method`. */
export const CONTROL_FRAME_METHOD = 0;
export const DATA_FRAME_METHOD = 1;

export const MAX_PAYLOAD_BYTES = 1024 * 1024;
/** Maximum bytes of a frame with its headers. */
export const MAX_FRAME_BYTES = MAX_PAYLOAD_BYTES + 64 * 1024;
const MOST_HEADERS = 64;
/** Maximum fields of a frame or header, including unknown ones, because reading a field costs more than its bytes. */
const MOST_FIELDS = 256;

/** Not a frame, or one above the limits. */
export class FrameError extends Error {
  override readonly name = 'FrameError';
}

/** Returns the value of the first header with that name; empty if there is none. */
export function frameHeaderOf(frame: LarkFrame, name: string): string {
  return frame.headers.find(([key]) => key === name)?.[1] ?? '';
}

const VARINT = 0;
const BYTES = 2;

/** @throws FrameError */
export function decodeFrame(bytes: Uint8Array): LarkFrame {
  if (bytes.byteLength > MAX_FRAME_BYTES) throw new FrameError(`a frame has ${bytes.byteLength} bytes`);
  const headers: [string, string][] = [];
  const frame = { seqId: 0n, logId: 0n, service: 0, method: 0, headers, payload: new Uint8Array() };
  const texts: Pick<LarkFrame, 'payloadEncoding' | 'payloadType' | 'logIdNew'> = {};
  const reader = new Reader(bytes);
  while (!reader.ended) {
    const { field, wire } = reader.tag();
    if (field === 1 && wire === VARINT) frame.seqId = reader.varint();
    else if (field === 2 && wire === VARINT) frame.logId = reader.varint();
    else if (field === 3 && wire === VARINT) frame.service = int32(reader.varint());
    else if (field === 4 && wire === VARINT) frame.method = int32(reader.varint());
    else if (field === 5 && wire === BYTES) headers.push(readHeader(reader.bytes()));
    else if (field === 6 && wire === BYTES) texts.payloadEncoding = textOf(reader.bytes());
    else if (field === 7 && wire === BYTES) texts.payloadType = textOf(reader.bytes());
    else if (field === 8 && wire === BYTES) frame.payload = new Uint8Array(reader.bytes());
    else if (field === 9 && wire === BYTES) texts.logIdNew = textOf(reader.bytes());
    else reader.skip(wire);
    if (headers.length > MOST_HEADERS) throw new FrameError('a frame has too many headers');
  }
  if (frame.payload.byteLength > MAX_PAYLOAD_BYTES) throw new FrameError('a frame has too much payload');
  return { ...frame, ...texts };
}

function readHeader(bytes: Uint8Array): [string, string] {
  const reader = new Reader(bytes);
  let key = '';
  let value = '';
  while (!reader.ended) {
    const { field, wire } = reader.tag();
    if (field === 1 && wire === BYTES) key = textOf(reader.bytes());
    else if (field === 2 && wire === BYTES) value = textOf(reader.bytes());
    else reader.skip(wire);
  }
  return [key, value];
}

export function encodeFrame(frame: LarkFrame): Uint8Array<ArrayBuffer> {
  const parts = [
    ...number(1, frame.seqId),
    ...number(2, frame.logId),
    ...number(3, BigInt(frame.service)),
    ...number(4, BigInt(frame.method)),
    ...frame.headers.flatMap(([key, value]) => block(5, Buffer.concat([...block(1, key), ...block(2, value)]))),
    ...(frame.payloadEncoding === undefined ? [] : block(6, frame.payloadEncoding)),
    ...(frame.payloadType === undefined ? [] : block(7, frame.payloadType)),
    ...block(8, frame.payload),
    ...(frame.logIdNew === undefined ? [] : block(9, frame.logIdNew)),
  ];
  return new Uint8Array(Buffer.concat(parts));
}

function number(field: number, value: bigint): Uint8Array[] {
  return [varint(BigInt(field << 3)), varint(value)];
}

function block(field: number, content: string | Uint8Array): Uint8Array[] {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  return [varint(BigInt((field << 3) | BYTES)), varint(BigInt(bytes.byteLength)), bytes];
}

/** Encodes seven bits per byte, lowest first; negative numbers as 64 bits. */
function varint(value: bigint): Uint8Array {
  const bytes: number[] = [];
  let left = BigInt.asUintN(64, value);
  while (left > 0x7fn) {
    bytes.push(Number(left & 0x7fn) | 0x80);
    left >>= 7n;
  }
  return Uint8Array.of(...bytes, Number(left));
}

function int32(value: bigint): number {
  return Number(BigInt.asIntN(32, value));
}

function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
}

class Reader {
  readonly #bytes: Uint8Array;
  #at = 0;
  #fields = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get ended(): boolean {
    return this.#at === this.#bytes.byteLength;
  }

  tag(): { field: number; wire: number } {
    if (++this.#fields > MOST_FIELDS) throw new FrameError('a frame has too many fields');
    const tag = this.varint();
    const field = tag >> 3n;
    if (field === 0n || field > 0x1fffffffn) throw new FrameError('a field has no number');
    return { field: Number(field), wire: Number(tag & 7n) };
  }

  varint(): bigint {
    let value = 0n;
    for (let shift = 0n; shift < 70n; shift += 7n) {
      const byte = this.#bytes[this.#at++];
      if (byte === undefined) throw new FrameError('a frame ends in a number');
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return BigInt.asUintN(64, value);
    }
    throw new FrameError('a number has too many bytes');
  }

  bytes(): Uint8Array {
    return this.#take(this.varint());
  }

  skip(wire: number): void {
    if (wire === VARINT) this.varint();
    else if (wire === 1) this.#take(8n);
    else if (wire === BYTES) this.bytes();
    else if (wire === 5) this.#take(4n);
    else throw new FrameError('a field has an unknown form');
  }

  #take(length: bigint): Uint8Array {
    const end = BigInt(this.#at) + length;
    if (end > BigInt(this.#bytes.byteLength)) throw new FrameError('a frame ends in a field');
    const taken = this.#bytes.subarray(this.#at, Number(end));
    this.#at = Number(end);
    return taken;
  }
}
