import type { DocumentLimits } from '../document.ts';
import { UnreadableDocumentError } from '../unreadable-document.ts';
import { PNG_SIGNATURE } from './png.ts';

type Size = { mediaType: string; width: number; height: number };

/** Pixels of a side, at most: Anthropic refuses larger ones. */
const LONGEST_SIDE = 8_000;

/**
 * Checks a picture by its headers: it is never decoded here, so a decompression bomb costs nothing.
 *
 * @throws UnreadableDocumentError `damaged` if it is none or its end is missing, `too_large` if it has too many pixels
 */
export function checkPictureHeaders(file: Buffer, limits: DocumentLimits): Size {
  const size = pngSize(file) ?? jpegSize(file) ?? webpSize(file);
  if (!size || size.width < 1 || size.height < 1) {
    throw new UnreadableDocumentError(
      'damaged',
      'The picture is damaged or incomplete. Save it again as PNG or JPEG, and add the new file.',
    );
  }
  const { width, height } = size;
  if (Math.max(width, height) > LONGEST_SIDE || width * height > limits.pixels) {
    throw new UnreadableDocumentError(
      'too_large',
      `The picture has ${width.toLocaleString('en')} × ${height.toLocaleString('en')} pixels. A side may have at most ${LONGEST_SIDE.toLocaleString('en')}, and a picture ${limits.pixels / 1_000_000} million. Save it smaller.`,
    );
  }
  return size;
}

/** Reads IHDR and follows the chunks to the end. */
function pngSize(file: Buffer): Size | undefined {
  if (!file.subarray(0, 8).equals(PNG_SIGNATURE) || file.toString('latin1', 12, 16) !== 'IHDR') return undefined;
  for (let at = 8; at + 12 <= file.length; at += file.readUInt32BE(at) + 12) {
    if (file.toString('latin1', at + 4, at + 8) !== 'IEND') continue;
    return { mediaType: 'image/png', width: file.readUInt32BE(16), height: file.readUInt32BE(20) };
  }
  return undefined;
}

/** Markers of JPEG that carry the size: all starts of frames, without tables (C4, C8, CC). */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

function jpegSize(file: Buffer): Size | undefined {
  if (file.length < 4 || file.readUInt16BE(0) !== 0xff_d8) return undefined;
  if (file.lastIndexOf(Buffer.of(0xff, 0xd9)) < 0) return undefined;
  for (let at = 2; at + 9 <= file.length && file[at] === 0xff;) {
    const marker = file[at + 1] ?? 0;
    if (marker === 0xff) {
      at++;
      continue;
    }
    if (isFrame(marker)) {
      return { mediaType: 'image/jpeg', height: file.readUInt16BE(at + 5), width: file.readUInt16BE(at + 7) };
    }
    at += 2 + file.readUInt16BE(at + 2);
  }
  return undefined;
}

function webpSize(file: Buffer): Size | undefined {
  if (file.length < 30 || file.toString('latin1', 0, 4) !== 'RIFF') return undefined;
  if (file.toString('latin1', 8, 12) !== 'WEBP' || file.readUInt32LE(4) + 8 > file.length) return undefined;
  const size = webpFrame(file);
  return size && { mediaType: 'image/webp', ...size };
}

function webpFrame(file: Buffer): { width: number; height: number } | undefined {
  switch (file.toString('latin1', 12, 16)) {
    case 'VP8 ':
      return { width: file.readUInt16LE(26) & 0x3f_ff, height: file.readUInt16LE(28) & 0x3f_ff };
    case 'VP8L': {
      const bits = file.readUInt32LE(21);
      return { width: (bits & 0x3f_ff) + 1, height: ((bits >> 14) & 0x3f_ff) + 1 };
    }
    case 'VP8X':
      return { width: file.readUIntLE(24, 3) + 1, height: file.readUIntLE(27, 3) + 1 };
    default:
      return undefined;
  }
}
