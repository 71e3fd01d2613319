import type { MediaKind } from '@training/shared/courses/media';
import { MEDIA_LIMITS } from '@training/shared/courses/media-limits';

/** Reads the bytes from `start` up to but not including `end`, or up to the end of the file. */
export type ReadByteRange = (start: number, end: number) => Promise<Buffer>;

export type DetectedMediaKind = { kind: MediaKind; mediaType: string };

/** Boxes of an MP4, and bytes of its index, that are looked at. */
const MOST_BOXES = 20_000;
const LARGEST_INDEX = 16 * 1024 * 1024;

/** Bytes at the start in which a WebM describes its tracks. */
const WEBM_HEAD = 1024 * 1024;

const ascii = (bytes: Buffer, start: number, end: number) => bytes.toString('latin1', start, end);

/**
 * Detects what a file is by its bytes and the structure of its container, never by its name; undefined if it is
 * incomplete or of no kind that is accepted. Reads a bounded part of it.
 */
export async function detectMediaKind(size: number, read: ReadByteRange): Promise<DetectedMediaKind | undefined> {
  const head = await read(0, Math.min(size, 4_096));
  if (head.length < 12) return undefined;
  if (head.readUIntBE(0, 3) === 0xff_d8_ff) return { kind: 'picture', mediaType: 'image/jpeg' };
  if (ascii(head, 0, 8) === '\u0089PNG\r\n\u001a\n') return { kind: 'picture', mediaType: 'image/png' };
  if (ascii(head, 0, 4) === 'RIFF') return riffKind(head, size);
  if (ascii(head, 4, 8) === 'ftyp') return mp4Kind(size, read);
  if (head.readUInt32BE(0) === 0x1a_45_df_a3) return webmKind(await read(0, Math.min(size, WEBM_HEAD)));
  if (ascii(head, 0, 4) === 'OggS') return /OpusHead|vorbis/.test(ascii(head, 0, 200)) ? sound('ogg') : undefined;
  if (ascii(head, 0, 3) === 'ID3' || isMp3Frame(head, 0)) return mp3Kind(head, size, read);
  return textKind(head.toString('utf8').replace(/^\ufeff/, ''));
}

const sound = (type: string): DetectedMediaKind => ({ kind: 'sound', mediaType: `audio/${type}` });
const film = (type: string): DetectedMediaKind => ({ kind: 'film', mediaType: `video/${type}` });

function riffKind(head: Buffer, size: number): DetectedMediaKind | undefined {
  if (head.readUInt32LE(4) + 8 > size) return undefined;
  const form = ascii(head, 8, 12);
  if (form === 'WEBP') return { kind: 'picture', mediaType: 'image/webp' };
  return form === 'WAVE' && head.includes('fmt ') ? sound('wav') : undefined;
}

/** Follows the boxes to the end: they must fill the file, and have an index and data. */
async function mp4Kind(size: number, read: ReadByteRange): Promise<DetectedMediaKind | undefined> {
  let index: Buffer | undefined;
  let hasData = false;
  for (let at = 0, boxes = 0; at < size; boxes++) {
    const head = await read(at, at + 16);
    if (boxes > MOST_BOXES || head.length < 8) return undefined;
    const short = head.readUInt32BE(0);
    const length =
      short === 0 ? size - at : short === 1 && head.length === 16 ? Number(head.readBigUInt64BE(8)) : short;
    if (length < 8 || at + length > size) return undefined;
    const name = ascii(head, 4, 8);
    if (name === 'mdat') hasData = true;
    if (name === 'moov') {
      if (length > LARGEST_INDEX) return undefined;
      index = await read(at, at + length);
    }
    at += length;
  }
  if (!index || !hasData) return undefined;
  if (hasHandler(index, 'vide')) return film('mp4');
  return hasHandler(index, 'soun') ? sound('mp4') : undefined;
}

/** Finds a handler box of a kind of track. */
function hasHandler(index: Buffer, kind: string): boolean {
  for (let at = index.indexOf('hdlr'); at >= 0; at = index.indexOf('hdlr', at + 4)) {
    if (ascii(index, at + 12, at + 16) === kind) return true;
  }
  return false;
}

/** Looks for the segment and the codecs of its tracks. */
function webmKind(head: Buffer): DetectedMediaKind | undefined {
  const segment = head.indexOf(Buffer.from('18538067', 'hex'));
  const tracks = head.indexOf(Buffer.from('1654ae6b', 'hex'));
  if (!head.subarray(0, 64).includes('webm') || segment < 0 || tracks < segment) return undefined;
  const described = head.subarray(tracks);
  if (['V_VP8', 'V_VP9', 'V_AV1'].some((codec) => described.includes(codec))) return film('webm');
  return ['A_OPUS', 'A_VORBIS'].some((codec) => described.includes(codec)) ? sound('webm') : undefined;
}

/** Layer III with a bit rate and a sampling rate that exist. */
function isMp3Frame(bytes: Buffer, at: number): boolean {
  if (at + 4 > bytes.length) return false;
  const word = bytes.readUInt32BE(at);
  const [rate, sampling] = [(word >>> 12) & 15, (word >>> 10) & 3];
  return word >>> 21 === 0x7_ff && ((word >>> 17) & 3) === 1 && rate > 0 && rate < 15 && sampling < 3;
}

async function mp3Kind(head: Buffer, size: number, read: ReadByteRange): Promise<DetectedMediaKind | undefined> {
  if (ascii(head, 0, 3) !== 'ID3') return sound('mpeg');
  const tag = [6, 7, 8, 9].reduce((sum, at) => sum * 128 + ((head[at] ?? 0) & 127), 0) + 10;
  return tag < size && isMp3Frame(await read(tag, tag + 4), 0) ? sound('mpeg') : undefined;
}

/** Recognises SVG and captions, which are text. */
function textKind(start: string): DetectedMediaKind | undefined {
  if (/^WEBVTT[ \t\r\n]/.test(start)) return { kind: 'captions', mediaType: 'text/vtt' };
  if (start.trimStart().startsWith('<') && start.includes('<svg'))
    return { kind: 'picture', mediaType: 'image/svg+xml' };
  return undefined;
}

/** Times of captions. */
const CUE = /^(?:\d{2,4}:)?\d{2}:\d{2}\.\d{3}[ \t]+-->[ \t]+(?:\d{2,4}:)?\d{2}:\d{2}\.\d{3}/;

/** Returns true for WebVTT in UTF-8 with at least one cue. */
export function isCaptions(bytes: Uint8Array): boolean {
  if (bytes.length > MEDIA_LIMITS.captions) return false;
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return !text.includes('\0') && text.split(/\r\n|\n|\r/).some((line) => CUE.test(line.slice(0, 100)));
  } catch {
    return false;
  }
}
