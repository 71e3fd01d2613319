import type { Pixels } from './png.ts';

/** A matrix as in PDF: `[a, b, c, d, e, f]` maps x, y to ax + cy + e, bx + dy + f. */
export type Matrix = readonly [number, number, number, number, number, number];

export const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];

/** Returns the matrix that applies `inner`, then `outer`. */
export function combine(outer: Matrix, inner: Matrix): Matrix {
  const [a, b, c, d, e, f] = outer;
  const [g, h, i, j, k, l] = inner;
  return [a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * l + e, b * k + d * l + f];
}

/** Reads one pixel of a picture: red, green, blue and opacity, each up to 255, from the upper left corner. */
export type ReadPixel = (x: number, y: number, into: Uint8ClampedArray) => void;

/** Samples of the picture on each side of a pixel, at most: scans are about twice as fine as the canvas. */
const MOST_SAMPLES = 4;

/** A white page onto which pictures are drawn. */
export class PageCanvas {
  readonly width: number;
  readonly height: number;
  readonly #data: Uint8Array;

  constructor(width: number, height: number) {
    this.width = width;
    this.height = height;
    this.#data = new Uint8Array(width * height * 3).fill(255);
  }

  /** Draws a picture of `size` into the unit square of `matrix`, which maps to pixels of the page. */
  draw(matrix: Matrix, size: { width: number; height: number }, read: ReadPixel): void {
    const [a, b, c, d, e, f] = matrix;
    const area = a * d - b * c;
    if (!Number.isFinite(area) || area === 0) return;
    const corners = [
      [e, f],
      [e + a, f + b],
      [e + c, f + d],
      [e + a + c, f + b + d],
    ] as const;
    const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
    const left = Math.max(0, Math.floor(Math.min(...xs)));
    const right = Math.min(this.width, Math.ceil(Math.max(...xs)));
    const top = Math.max(0, Math.floor(Math.min(...ys)));
    const bottom = Math.min(this.height, Math.ceil(Math.max(...ys)));
    const finer = Math.sqrt((size.width * size.height) / Math.abs(area));
    const samples = Math.min(MOST_SAMPLES, Math.max(1, Math.round(finer)));
    const pixel = new Uint8ClampedArray(4);
    for (let y = top; y < bottom; y++) {
      for (let x = left; x < right; x++) {
        let [red, green, blue, covered] = [0, 0, 0, 0];
        for (let n = 0; n < samples * samples; n++) {
          const px = x + ((n % samples) + 0.5) / samples - e;
          const py = y + (Math.floor(n / samples) + 0.5) / samples - f;
          const u = (d * px - c * py) / area;
          const v = (a * py - b * px) / area;
          if (u < 0 || u >= 1 || v < 0 || v >= 1) continue;
          // The unit square of a picture begins at its lower left corner.
          read(Math.floor(u * size.width), Math.floor((1 - v) * size.height), pixel);
          const opacity = (pixel[3] ?? 0) / 255;
          red += (pixel[0] ?? 0) * opacity;
          green += (pixel[1] ?? 0) * opacity;
          blue += (pixel[2] ?? 0) * opacity;
          covered += opacity;
        }
        if (covered === 0) continue;
        const count = samples * samples;
        const at = (y * this.width + x) * 3;
        const rest = count - covered;
        this.#data[at] = ((this.#data[at] ?? 0) * rest + red) / count;
        this.#data[at + 1] = ((this.#data[at + 1] ?? 0) * rest + green) / count;
        this.#data[at + 2] = ((this.#data[at + 2] ?? 0) * rest + blue) / count;
      }
    }
  }

  /** Returns the page in grey if it has no colours, or `isGrey`: that takes a third of the bytes. */
  pixels(isGrey = false): Pixels {
    const { width, height } = this;
    const data = this.#data;
    const grey = new Uint8Array(width * height);
    for (let n = 0; n < grey.length; n++) {
      const [red = 0, green = 0, blue = 0] = data.subarray(n * 3, n * 3 + 3);
      if (!isGrey && Math.max(red, green, blue) - Math.min(red, green, blue) > 24)
        return { width, height, channels: 3, data };
      grey[n] = Math.round((red + green + blue) / 3);
    }
    return { width, height, channels: 1, data: grey };
  }
}
