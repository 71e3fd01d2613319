import { crc32, deflateSync } from 'node:zlib';

/** Pixels of a picture: one byte each, or three for colours. */
export type RawImage = { width: number; height: number; channels: 1 | 3; data: Uint8Array };

export const PNG_SIGNATURE = Buffer.from('\u0089PNG\r\n\u001a\n', 'latin1');

/** Encodes pixels as PNG. */
export function encodePng({ width, height, channels, data }: RawImage): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // 8 bits each; colour type 0 is grey, 2 is RGB.
  header.set([8, channels === 1 ? 0 : 2], 8);
  const row = width * channels;
  const lines = Buffer.alloc((row + 1) * height);
  for (let y = 0; y < height; y++) lines.set(data.subarray(y * row, (y + 1) * row), y * (row + 1) + 1);
  return Buffer.concat([
    PNG_SIGNATURE,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(lines, { level: 6 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const bytes = Buffer.alloc(body.length + 8);
  bytes.writeUInt32BE(data.length, 0);
  bytes.set(body, 4);
  bytes.writeUInt32BE(crc32(body), body.length + 4);
  return bytes;
}
