const SEGMENT = 0x18538067;
const CLUSTER = 0x1f43b675;
const BLOCK_GROUP = 0xa0;
/** Elements whose contents are looked at: Segment, Cluster, Info, BlockGroup. */
const OPENED = new Set([SEGMENT, CLUSTER, 0x1549a966, BLOCK_GROUP]);
const TIMESTAMP_SCALE = 0x2ad7b1;
const CLUSTER_TIMESTAMP = 0xe7;
/** SimpleBlock and Block. */
const BLOCKS = new Set([0xa3, 0xa1]);

/**
 * The length by the times of its blocks, in seconds, and where the first cluster begins: `music-metadata` reads none of
 * them, recorders of browsers write no duration, and one that is written need not be true. The last block itself is not
 * counted; it lasts some 60 ms. Linear in the length, and ends where the file makes no sense.
 */
export function webmBlocks(file: Buffer): { seconds: number | null; firstCluster: number } {
  let nanoseconds = 1_000_000;
  let cluster = 0;
  let seconds: number | null = null;
  let firstCluster = file.length;
  for (let at = 0; at < file.length;) {
    const id = variableInteger(file, at, true);
    const size = id && variableInteger(file, id.end, false);
    if (!size) break;
    if (id.value === CLUSTER) firstCluster = Math.min(firstCluster, at);
    at = size.end;
    if (OPENED.has(id.value)) continue;
    const end = at + size.value;
    if (end > file.length) break;
    if (id.value === TIMESTAMP_SCALE && isShort(size.value)) nanoseconds = file.readUIntBE(at, size.value);
    else if (id.value === CLUSTER_TIMESTAMP && isShort(size.value)) cluster = file.readUIntBE(at, size.value);
    else if (BLOCKS.has(id.value)) {
      const track = variableInteger(file, at, true);
      if (!track || track.end + 2 > end) break;
      seconds = Math.max(seconds ?? 0, ((cluster + file.readInt16BE(track.end)) * nanoseconds) / 1e9);
    }
    at = end;
  }
  return { seconds, firstCluster };
}

const isShort = (size: number) => size >= 1 && size <= 6;

/** Of one to eight bytes, as its first bits say; an id keeps them, a size of nothing but ones is unknown. */
function variableInteger(file: Buffer, at: number, keepsLength: boolean): { value: number; end: number } | null {
  const first = file[at] ?? 0;
  if (first === 0) return null;
  const end = at + Math.clz32(first) - 23;
  if (end > file.length) return null;
  const most = 0xff >> (end - at);
  let value = keepsLength ? first : first & most;
  let isUnknown = (first & most) === most;
  for (let next = at + 1; next < end; next++) {
    value = value * 256 + file[next]!;
    isUnknown &&= file[next] === 0xff;
  }
  return { value: !keepsLength && isUnknown ? Infinity : value, end };
}
