import { PERSON_PICTURE_SIDE_PIXELS } from '@training/shared/users/person-pictures';
import sharp from 'sharp';
import type { DocumentLimits, Base64Picture } from '../document.ts';

/** Pixels of a side: enough for a sharp screen, and to look closely. */
const LONGEST_SIDE = 2_560;

/** Dots per inch of SVG that has no size of its own, and at most. */
const [NORMAL, DENSEST] = [72, 2_400];

/** libvips' readers that pictures may reach; its others, such as those of PDF and TIFF, are blocked. */
const READERS = ['Jpeg', 'Png', 'Webp', 'Svg'].map((name) => `VipsForeignLoad${name}Buffer`);

sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: READERS });
sharp.cache(false);
sharp.concurrency(1);

/** Encodes a picture as WebP, upright, without metadata; SVG becomes a bitmap. */
export async function reencodePicture(file: Buffer, { pixels }: DocumentLimits): Promise<Base64Picture> {
  const { format, width, height } = await sharp(file, { limitInputPixels: pixels }).metadata();
  const isSvg = format === 'svg';
  const grown = (NORMAL * LONGEST_SIDE) / 2 / Math.max(width, height, 1);
  const density = isSvg ? Math.min(Math.max(grown, NORMAL), DENSEST) : NORMAL;
  const { data, info } = await sharp(file, { limitInputPixels: pixels, density, failOn: 'error' })
    .autoOrient()
    .resize({ width: LONGEST_SIDE, height: LONGEST_SIDE, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 85 })
    .toBuffer({ resolveWithObject: true });
  return { base64: data.toString('base64'), mediaType: 'image/webp', width: info.width, height: info.height };
}

/** Encodes the part of a picture that attracts most attention, such as a face, as a square WebP without metadata. */
export async function encodeSquarePortrait(file: Buffer, { pixels }: DocumentLimits): Promise<Base64Picture> {
  const { data, info } = await sharp(file, { limitInputPixels: pixels, failOn: 'error' })
    .autoOrient()
    .resize({
      width: PERSON_PICTURE_SIDE_PIXELS,
      height: PERSON_PICTURE_SIDE_PIXELS,
      fit: 'cover',
      position: sharp.strategy.attention,
    })
    .webp({ quality: 80 })
    .toBuffer({ resolveWithObject: true });
  return { base64: data.toString('base64'), mediaType: 'image/webp', width: info.width, height: info.height };
}

/** Chunks of the files that `reencodePicture` makes: of a picture without and with transparency. */
const WRITTEN = ['VP8 ', 'VP8X,ALPH,VP8 '];

/** The only flag of a picture that has transparency and nothing else, such as an animation or metadata. */
const TRANSPARENT = 0x10;

/**
 * Checks that a picture is what `reencodePicture` makes: a WebP of pixels alone, which the library of browsers decodes.
 * @throws if it isn't
 */
export async function checkReencodedPicture(file: Buffer, { pixels }: DocumentLimits): Promise<Base64Picture> {
  if (!isWritten(file)) throw new Error('not written here');
  const { info } = await sharp(file, { limitInputPixels: pixels, failOn: 'warning' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  if (Math.max(info.width, info.height) > LONGEST_SIDE) throw new Error('too large');
  return { base64: null, mediaType: 'image/webp', width: info.width, height: info.height };
}

function isWritten(file: Buffer): boolean {
  if (file.toString('latin1', 0, 4) !== 'RIFF' || file.toString('latin1', 8, 12) !== 'WEBP') return false;
  if (file.readUInt32LE(4) + 8 !== file.length) return false;
  const names = [];
  for (let at = 12; at < file.length;) {
    const name = file.toString('latin1', at, at + 4);
    const size = file.readUInt32LE(at + 4);
    if (name === 'VP8X' && (size !== 10 || file.readUInt32LE(at + 8) !== TRANSPARENT)) return false;
    names.push(name);
    at += 8 + size + (size % 2);
    if (at > file.length || names.length > 3) return false;
  }
  return WRITTEN.includes(names.join());
}
