import type { QtiElement } from './qti-element.ts';

type Area = { shape: 'rectangle' | 'ellipse'; x: number; y: number; width: number; height: number };

/** Units of an area: per mille of the sides of its picture, and the least that a side has. */
const [WHOLE, LEAST] = [1_000, 30];

/**
 * Returns the area of a choice in a picture of this size, in per mille of its sides; undefined if its shape isn't
 * supported. `isExact` is false if a polygon became the rectangle around it, or a small area was enlarged.
 */
export function hotspotAreaOf(
  { attributes }: QtiElement,
  width: number,
  height: number,
): { area: Area; isExact: boolean } | undefined {
  const numbers = (attributes.coords ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  const { shape = 'rect' } = attributes;
  const [x = NaN, y = NaN, third = NaN, fourth = third] = numbers;
  const across = numbers.filter((_, n) => n % 2 === 0);
  const down = numbers.filter((_, n) => n % 2 === 1);
  const isRound = shape === 'circle' || shape === 'ellipse';
  const box = isRound
    ? { left: x - third, right: x + third, top: y - fourth, bottom: y + fourth }
    : { left: Math.min(...across), right: Math.max(...across), top: Math.min(...down), bottom: Math.max(...down) };
  if (!['rect', 'poly', 'circle', 'ellipse'].includes(shape) || Object.values(box).some(Number.isNaN)) return undefined;
  const [start, end] = [side(box.left, box.right, width), side(box.top, box.bottom, height)];
  return {
    area: {
      shape: isRound ? 'ellipse' : 'rectangle',
      x: start.from,
      y: end.from,
      width: start.length,
      height: end.length,
    },
    isExact: shape !== 'poly' && start.isExact && end.isExact,
  };
}

/** Returns a side within its picture. */
function side(from: number, to: number, whole: number): { from: number; length: number; isExact: boolean } {
  const within = (value: number) => Math.min(Math.max(Math.round((value * WHOLE) / whole), 0), WHOLE);
  const length = within(to) - within(from);
  if (length >= LEAST) return { from: within(from), length, isExact: true };
  return { from: Math.min(within(from), WHOLE - LEAST), length: LEAST, isExact: false };
}
