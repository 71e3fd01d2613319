import type { Question } from '@training/shared/courses/courses';
import type { PictureArea } from '@training/shared/courses/media';

/** Pixels of a picture. */
export type PictureDimensions = { width: number; height: number };

/** Sides of a picture in the units of areas. */
const WHOLE = 1_000;

/** Returns the shape of an area in pixels of its picture. */
export function toQtiAreaShape(
  { shape, x, y, width, height }: PictureArea,
  picture: PictureDimensions,
): { shape: string; coords: string } {
  const across = (value: number) => Math.round((value * picture.width) / WHOLE);
  const down = (value: number) => Math.round((value * picture.height) / WHOLE);
  if (shape === 'rectangle') {
    return { shape: 'rect', coords: [across(x), down(y), across(x + width), down(y + height)].join() };
  }
  const [middle, centre] = [across(x + width / 2), down(y + height / 2)];
  const [wide, high] = [across(width / 2), down(height / 2)];
  return wide === high
    ? { shape: 'circle', coords: [middle, centre, wide].join() }
    : { shape: 'ellipse', coords: [middle, centre, wide, high].join() };
}

export type HotspotQuestion = Extract<Question, { kind: 'hotspot' }>;
