import { skip, take, type Ask, type Parser } from './asked-bytes.ts';

const INFO = 0x1549a966;
/** Elements whose contents are looked at: Segment, Cluster, Info, BlockGroup. */
const OPENED = new Set([0x18538067, 0x1f43b675, INFO, 0xa0]);
const TIMESTAMP_SCALE = 0x2ad7b1;
const CLUSTER_TIMESTAMP = 0xe7;
/** SimpleBlock and Block. */
const BLOCKS = new Set([0xa3, 0xa1]);

/**
 * By the times of its blocks, since recorders of browsers write no duration, and one that is written need not be true.
 * The last block itself is not counted; it lasts some 60 ms.
 */
export function* webmLength(found: (seconds: number) => void): Parser {
  let nanoseconds = 1_000_000;
  let cluster = 0;
  for (;;) {
    const id = yield* variableInteger(true);
    const size = yield* variableInteger(false);
    if (id === null || size === null) return;
    if (OPENED.has(id)) continue;
    if (size === Infinity) return;
    if (id === TIMESTAMP_SCALE && size <= 6) nanoseconds = uint(yield* take(size));
    else if (id === CLUSTER_TIMESTAMP && size <= 6) cluster = uint(yield* take(size));
    else if (BLOCKS.has(id) && size >= 4) {
      const [first = 0] = yield* take(1);
      const track = lengthOf(first);
      const time = yield* take(track - 1 + 2);
      found(((cluster + time.readInt16BE(track - 1)) * nanoseconds) / 1e9);
      yield* skip(size - track - 2);
    } else yield* skip(size);
  }
}

const lengthOf = (first: number) => Math.clz32(first) - 23;
const uint = (bytes: Buffer) => (bytes.length === 0 ? 0 : bytes.readUIntBE(0, bytes.length));

/** Of one to eight bytes, as its first bits say; an id keeps them, a size of nothing but ones is unknown. */
function* variableInteger(keepsLength: boolean): Generator<Ask, number | null, Buffer> {
  const [first = 0] = yield* take(1);
  if (first === 0) return null;
  const length = lengthOf(first);
  const rest = yield* take(length - 1);
  let value = keepsLength ? first : first & (0xff >> length);
  let isUnknown = value === 0xff >> length;
  for (const byte of rest) {
    value = value * 256 + byte;
    isUnknown &&= byte === 0xff;
  }
  return !keepsLength && isUnknown ? Infinity : value;
}
