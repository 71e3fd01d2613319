import { getResolvedPDFJS } from 'unpdf';
import type { DocumentLimits, Base64Picture } from '../document.ts';
import { UnreadableDocumentError } from '../unreadable-document.ts';
import { openPdf } from './pdf.ts';
import { encodePng, type RawImage } from './png.ts';

/** A matrix as in PDF: `[a, b, c, d, e, f]` maps x, y to ax + cy + e, bx + dy + f. */
type Matrix = readonly [number, number, number, number, number, number];

const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];

/** Returns the matrix that applies `inner`, then `outer`. */
function combine(outer: Matrix, inner: Matrix): Matrix {
  const [a, b, c, d, e, f] = outer;
  const [g, h, i, j, k, l] = inner;
  return [a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * l + e, b * k + d * l + f];
}

/** Reads one pixel of a picture: red, green, blue and opacity, each up to 255, from the upper left corner. */
type ReadPixel = (x: number, y: number, into: Uint8ClampedArray) => void;

/** Samples of the picture on each side of a pixel, at most: scans are about twice as fine as the canvas. */
const MOST_SAMPLES = 4;

/** A white page onto which pictures are drawn. */
class PageCanvas {
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
  pixels(isGrey = false): RawImage {
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

/** Pixels of a page's longer side: what Anthropic reads without making it smaller. */
const LONGER_SIDE = 1_568;

/** Pictures on one page, at most. Some scanners cut a page into strips. */
const MOST_PICTURES = 200;

type Picture = { width: number; height: number; data: Uint8Array; kind: number };

/**
 * Draws the pictures of a page as one PNG: a scan without its text layer. Lines and fills are left out. Null if the
 * page has no pictures.
 */
export async function drawPdfPagePictures(
  file: Buffer,
  number: number,
  limits: DocumentLimits,
): Promise<Base64Picture | null> {
  const pdf = await openPdf(file);
  const page = await pdf.getPage(number);
  const { OPS } = await getResolvedPDFJS();
  const { fnArray, argsArray } = await page.getOperatorList();
  const { width, height } = page.getViewport({ scale: 1 });
  if (!(width > 0 && height > 0)) return null;
  const scale = LONGER_SIDE / Math.max(width, height);
  const canvas = new PageCanvas(Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale)));
  let matrix = matrixOf(page.getViewport({ scale }).transform);
  const saved: Matrix[] = [];
  let drawn = 0;
  let lacking = false;
  for (const [n, operation] of fnArray.entries()) {
    const given: unknown[] = argsArray[n] ?? [];
    if (operation === OPS.save) saved.push(matrix);
    else if (operation === OPS.restore || operation === OPS.paintFormXObjectEnd) matrix = saved.pop() ?? matrix;
    else if (operation === OPS.transform) matrix = combine(matrix, matrixOf(given));
    else if (operation === OPS.paintFormXObjectBegin) {
      saved.push(matrix);
      matrix = combine(matrix, matrixOf(given[0]));
    } else if (
      operation === OPS.paintImageXObject ||
      operation === OPS.paintInlineImageXObject ||
      operation === OPS.paintImageMaskXObject
    ) {
      const isMask = operation === OPS.paintImageMaskXObject;
      const named = nameIn(given[0]);
      const found: unknown = named === undefined ? given[0] : await objectOf(page, named);
      const picture = pictureOf(found, isMask);
      if (!picture) {
        lacking = true;
        continue;
      }
      // One that is far larger has already ended the process, which has little memory.
      if (picture.width * picture.height > limits.pixels) throw unreadablePicture(number);
      if (++drawn > MOST_PICTURES) throw tooManyPictures(number);
      canvas.draw(matrix, picture, isMask ? readMask(picture) : readerOf(picture));
    }
  }
  page.cleanup();
  if (drawn === 0 && lacking) throw unreadablePicture(number);
  if (drawn === 0) return null;
  const coloured = encodePng(canvas.pixels());
  const png = coloured.length > limits.pictureBytes ? encodePng(canvas.pixels(true)) : coloured;
  return { base64: png.toString('base64'), mediaType: 'image/png', width: canvas.width, height: canvas.height };
}

type Page = Awaited<ReturnType<Awaited<ReturnType<typeof openPdf>>['getPage']>>;

const objectOf = (page: Page, name: string): Promise<unknown> =>
  new Promise((resolve) => void (name.startsWith('g_') ? page.commonObjs : page.objs).get(name, resolve));

/** Returns the name of a picture that is stored apart from the operations. */
function nameIn(given: unknown): string | undefined {
  if (typeof given === 'string') return given;
  if (typeof given !== 'object' || given === null || !('data' in given)) return undefined;
  return typeof given.data === 'string' ? given.data : undefined;
}

function pictureOf(found: unknown, isMask: boolean): Picture | undefined {
  if (typeof found !== 'object' || found === null) return undefined;
  const given: { width?: unknown; height?: unknown; data?: unknown; kind?: unknown } = found;
  const { width, height, data, kind } = given;
  if (!(data instanceof Uint8Array || data instanceof Uint8ClampedArray)) return undefined;
  if (typeof width !== 'number' || typeof height !== 'number' || width < 1 || height < 1) return undefined;
  const bytes = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  return { width, height, data: bytes, kind: isMask ? KIND.bits : Number(kind) };
}

/** Kinds of pixels, as in the library: one bit, three bytes, four bytes. */
const KIND = { bits: 1, colours: 2, transparent: 3 };

function readerOf({ width, data, kind }: Picture): ReadPixel {
  if (kind === KIND.bits) {
    const row = Math.ceil(width / 8);
    return (x, y, into) => {
      const bit = ((data[y * row + (x >> 3)] ?? 0) >> (7 - (x & 7))) & 1;
      into.fill(bit * 255, 0, 3);
      into[3] = 255;
    };
  }
  const bytes = kind === KIND.transparent ? 4 : 3;
  return (x, y, into) => {
    const at = (y * width + x) * bytes;
    into[0] = data[at] ?? 255;
    into[1] = data[at + 1] ?? 255;
    into[2] = data[at + 2] ?? 255;
    into[3] = bytes === 4 ? (data[at + 3] ?? 255) : 255;
  };
}

/** Reads a stencil as black: scanners use it for black and white pages. A set bit is left out. */
function readMask({ width, data }: Picture): ReadPixel {
  const row = Math.ceil(width / 8);
  return (x, y, into) => {
    const bit = ((data[y * row + (x >> 3)] ?? 255) >> (7 - (x & 7))) & 1;
    into.fill(0, 0, 3);
    into[3] = bit === 1 ? 0 : 255;
  };
}

function matrixOf(given: unknown): Matrix {
  const [a, b, c, d, e, f] = ArrayBuffer.isView(given) || Array.isArray(given) ? Array.from(given as number[]) : [];
  if (a === undefined || b === undefined || c === undefined) return IDENTITY;
  return d === undefined || e === undefined || f === undefined ? IDENTITY : [a, b, c, d, e, f];
}

const unreadablePicture = (page: number) =>
  new UnreadableDocumentError(
    'damaged',
    `The picture on page ${page} can’t be read: it is damaged, too large or in a form that isn’t supported. Scan the page again at 300 dots per inch.`,
  );

const tooManyPictures = (page: number) =>
  new UnreadableDocumentError(
    'too_large',
    `Page ${page} has more than ${MOST_PICTURES} pictures. Save the document again as a scan, with one picture for each page.`,
  );
