import sharp from 'sharp';
import type { DocumentLimits, PagePicture } from '../document.ts';

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
export async function writeAnew(file: Buffer, { pixels }: DocumentLimits): Promise<PagePicture> {
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
