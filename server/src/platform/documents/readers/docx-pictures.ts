import { randomUUID } from 'node:crypto';
import type { DocumentLimits, Base64Picture, ExtractedDocument, PartWithoutText } from '../document.ts';
import { UnreadableDocumentError, type UnreadableReason } from '../unreadable-document.ts';
import { checkPictureHeaders } from './picture.ts';
import { inflateZipParts } from './zip-parts.ts';

/** Pixels below which a picture is a bullet, a line or a logo, and nobody reads it. */
const LEAST = { side: 50, area: 10_000 };

/** Line that is left of a heading, an item of a list or a row of a table with nothing but pictures. */
const EMPTY_LINE = /^(?:\d{1,9}\.)?[\s#|-]*$/;

const isEmpty = (block: string): boolean => block.split('\n').every((line) => EMPTY_LINE.test(line.trim()));

/** Address of a picture that isn't in the archive. No part has this name. */
export const EXTERNAL_PICTURE_PART_NAME = ':';

/** Pictures that aren't in the archive and are named: no document of people has more. */
const MOST_OUTSIDE = 1_000;

/** Size of a picture; null if no model can read it. */
export type DocxPicturePixelSize = NonNullable<PartWithoutText['picture']>['size'];

/** Returns the size of a picture by its headers; undefined if it is too small to be read. */
export function pixelSizeOfPicture(content: Buffer, limits: DocumentLimits): DocxPicturePixelSize | undefined {
  if (content.length > limits.pictureBytes) return null;
  try {
    const { width, height } = checkPictureHeaders(content, limits);
    return Math.min(width, height) < LEAST.side || width * height < LEAST.area ? undefined : { width, height };
  } catch (error) {
    if (error instanceof UnreadableDocumentError) return null;
    throw error;
  }
}

/** Marks the places of pictures in a text, in words that no document can know. */
export class PicturePlaceholders {
  readonly #sign = randomUUID();
  readonly #pictures: { name: string; size: DocxPicturePixelSize }[];
  readonly #numbers: ReadonlyMap<string, number>;
  #outside = 0;

  /** @param sizes Pictures by the name of their part. */
  constructor(sizes: ReadonlyMap<string, DocxPicturePixelSize>) {
    this.#pictures = [...sizes].map(([name, size]) => ({ name, size }));
    this.#numbers = new Map(this.#pictures.map(({ name }, n) => [name, n]));
  }

  /** Returns the mark of a picture; empty if it is too small. Each that isn't in the archive is another one. */
  markFor(name: string): string {
    const isInside = name !== EXTERNAL_PICTURE_PART_NAME;
    if (!isInside && this.#outside++ >= MOST_OUTSIDE) return '';
    const n = isInside ? this.#numbers.get(name) : this.#pictures.push({ name: '', size: null }) - 1;
    return n === undefined ? '' : `${this.#sign}${n};`;
  }

  /**
   * Takes the marks out of a text. Pictures come after the paragraph, list or table that has them, and one that is
   * shown several times where it is first.
   */
  take(marked: string): Pick<ExtractedDocument, 'text' | 'scan'> {
    const texts: string[] = [];
    const parts: PartWithoutText[] = [];
    const seen = new Set<number>();
    let isAfterText = false;
    for (const block of marked.split('\n\n')) {
      const [first = '', ...others] = block.split(this.#sign);
      const left = [first, ...others.map((each) => each.slice(each.indexOf(';') + 1))].join('');
      const text = others.length > 0 && isEmpty(left) ? '' : left;
      if (isAfterText) texts[texts.length - 1] += `\n\n${text}`;
      else texts.push(text);
      isAfterText = true;
      for (const n of others.map((each) => Number(each.slice(0, each.indexOf(';'))))) {
        const picture = this.#pictures[n];
        if (!picture || seen.has(n)) continue;
        seen.add(n);
        parts.push({ page: seen.size, at: texts.length, picture });
        texts.push('');
        isAfterText = false;
      }
    }
    return { text: texts.join('\n\n'), ...(parts.length > 0 && { scan: { parts, texts } }) };
  }
}

type Taken = { name: string } & ReadPicture;

/**
 * Takes pictures out of a document, the first of the names always, and of the others as many as fit. Holds no more of
 * them than `picturesBytes` and one picture, and begins none after a quarter of the time.
 * @param read Returns the picture of what is in the archive.
 * @throws UnreadableDocumentError
 */
export async function extractArchivePictures(
  file: Buffer,
  names: readonly string[],
  limits: DocumentLimits,
  read: (content: Buffer) => Base64Picture | Promise<Base64Picture>,
): Promise<Taken[]> {
  const end = Date.now() + limits.milliseconds / 4;
  const wanted = new Map(names.map((name, n) => [name, n]));
  const held: (Buffer | undefined)[] = [];
  let bytes = 0;
  /** Number of names, from the first on, for which there is room. */
  let room = names.length;
  const take = (name: string, content: Buffer) => {
    const n = wanted.get(name) ?? room;
    if (n >= room) return;
    bytes += content.length - (held[n]?.length ?? 0);
    held[n] = content;
    while (bytes > limits.picturesBytes && room > 1) {
      bytes -= held[--room]?.length ?? 0;
      held[room] = undefined;
    }
  };
  await inflateZipParts(file, limits, take, (name) => wanted.has(name));
  const taken: Taken[] = [];
  for (const [n, name] of names.slice(0, room).entries()) {
    if (n > 0 && Date.now() > end) break;
    taken.push({ name, ...(await readOne(held[n], read)) });
    held[n] = undefined;
  }
  return taken;
}

type ReadPicture = { picture: Base64Picture } | { reason: UnreadableReason; message: string };

async function readOne(
  content: Buffer | undefined,
  read: (content: Buffer) => Base64Picture | Promise<Base64Picture>,
): Promise<ReadPicture> {
  try {
    if (!content) throw missing();
    return { picture: await read(content) };
  } catch (error) {
    if (!(error instanceof UnreadableDocumentError)) throw error;
    return { reason: error.reason, message: error.message };
  }
}

const missing = () =>
  new UnreadableDocumentError(
    'damaged',
    'The document lacks one of its pictures. Save it again, and add the new file.',
  );
