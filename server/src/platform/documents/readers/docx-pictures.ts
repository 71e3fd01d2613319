import { randomUUID } from 'node:crypto';
import type { DocumentLimits, PagePicture, ReadDocument, ScannedPart } from '../document.ts';
import { UnreadableDocument } from '../unreadable-document.ts';
import { docxParts } from './docx-parts.ts';
import { checkPicture } from './picture.ts';

/** Pixels below which a picture is a bullet, a line or a logo, and nobody reads it. */
const LEAST = { side: 50, area: 10_000 };

/** Line that is left of a heading, an item of a list or a row of a table with nothing but pictures. */
const EMPTY_LINE = /^(?:\d{1,9}\.)?[\s#|-]*$/;

const isEmpty = (block: string): boolean => block.split('\n').every((line) => EMPTY_LINE.test(line.trim()));

/** Size of a picture; null if no model can read it. */
export type SizeInDocx = NonNullable<ScannedPart['picture']>['size'];

/** Returns the size of a picture by its headers; undefined if it is too small to be read. */
export function sizeOfPicture(content: Buffer, limits: DocumentLimits): SizeInDocx | undefined {
  if (content.length > limits.pictureBytes) return null;
  try {
    const { width, height } = checkPicture(content, limits);
    return Math.min(width, height) < LEAST.side || width * height < LEAST.area ? undefined : { width, height };
  } catch (error) {
    if (error instanceof UnreadableDocument) return null;
    throw error;
  }
}

/** Marks the places of pictures in a text, in words that no document can know. */
export class PictureMarks {
  readonly #sign = randomUUID();
  readonly #pictures: readonly { name: string; size: SizeInDocx }[];

  /** @param sizes Pictures by the name of their part. */
  constructor(sizes: ReadonlyMap<string, SizeInDocx>) {
    this.#pictures = [...sizes].map(([name, size]) => ({ name, size }));
  }

  /** Returns the mark of a picture; empty if it isn't read. */
  markFor(name: string): string {
    const n = this.#pictures.findIndex((picture) => picture.name === name);
    return n < 0 ? '' : `${this.#sign}${n};`;
  }

  /**
   * Takes the marks out of a text. Pictures come after the paragraph, list or table that has them, and one that is
   * shown several times where it is first.
   */
  take(marked: string): Pick<ReadDocument, 'text' | 'scan'> {
    const texts: string[] = [];
    const parts: ScannedPart[] = [];
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

/** Takes one picture out of a Word document. @throws UnreadableDocument */
export async function readPictureOfDocx(file: Buffer, name: string, limits: DocumentLimits): Promise<PagePicture> {
  let found: Buffer | undefined;
  await docxParts(file, limits, (part, content) => {
    if (part === name) found = content;
  });
  if (!found) {
    throw new UnreadableDocument(
      'damaged',
      'The document lacks one of its pictures. Save it again, and add the new file.',
    );
  }
  return { base64: found.toString('base64'), ...checkPicture(found, limits) };
}
