import {
  IMPORT_LIMITS,
  joinMarkdownBlocks,
  type SkippedSlideContent,
  type ImportedSlide,
} from '@training/shared/courses/imports';
import { MEDIA_LIMITS } from '@training/shared/courses/media-limits';
import type { DocumentLimits, ExtractedDocument } from '../document.ts';
import { UnreadableDocumentError } from '../unreadable-document.ts';
import { pixelSizeOfPicture } from './docx-pictures.ts';
import { findFirstTopLevelHeading, normaliseText, tooMuchTextError } from './normalise.ts';

/** Beginnings of pictures that can be encoded anew, each character a byte. SVG may begin with a byte order mark. */
const FORMATS = [/^\xff\xd8\xff/, /^\x89PNG/, /^RIFF.{4}WEBP/s, /^(?:\xef\xbb\xbf)?\s{0,99}<(?:svg|[?!])/];

/** Decides by their content which pictures of a deck are imported, and records why others are left out. */
export class DeckPictureFilter {
  readonly #problems = new Map<string, SkippedSlideContent | undefined>();
  readonly #taken = new Set<string>();
  readonly #limits: DocumentLimits;

  constructor(limits: DocumentLimits) {
    this.#limits = limits;
  }

  judge(name: string, content: Buffer): void {
    this.#problems.set(name, this.#problemOf(name, content));
  }

  /** Returns true if nothing speaks against a picture of this name. */
  takes(name: string): boolean {
    return this.#problems.has(name) && this.#problems.get(name) === undefined;
  }

  /** Adds a picture to its slide, or why it isn't taken. */
  place(slide: Pick<ImportedSlide, 'pictures' | 'left_out'>, picture: ImportedSlide['pictures'][number]): void {
    const { name } = picture;
    const isOverfull = !this.#taken.has(name) && this.#taken.size >= IMPORT_LIMITS.pictures;
    const problem: SkippedSlideContent | undefined = !this.#problems.has(name)
      ? { what: 'missing_picture' }
      : (this.#problems.get(name) ??
        (isOverfull || slide.pictures.length >= MEDIA_LIMITS.ofItem ? { what: 'too_many_pictures' } : undefined));
    if (problem) {
      slide.left_out.push(problem);
      return;
    }
    this.#taken.add(name);
    if (slide.pictures.every((each) => each.name !== name)) slide.pictures.push(picture);
  }

  #problemOf(name: string, content: Buffer): SkippedSlideContent | undefined {
    if (content.length > this.#limits.pictureBytes) return { what: 'large_picture' };
    const head = content.toString('latin1', 0, 1_024);
    if (FORMATS.every((format) => !format.test(head))) {
      return { what: 'picture_format', format: /\.(\w{1,5})$/.exec(name)?.[1]?.toUpperCase() ?? '?' };
    }
    return pixelSizeOfPicture(content, this.#limits) === undefined ? { what: 'small_picture' } : undefined;
  }
}

/** Returns an alternative text on one line; empty if it only names a file or was never written. */
export function cleanAltText(given = ''): string {
  const alt = collapseWhitespace(given).slice(0, MEDIA_LIMITS.alt);
  return /^[^ ]{1,200}\.[a-z]{3,4}$/i.test(alt) || /^(?:picture|image|grafik|bild) ?\d{0,5}$/i.test(alt) ? '' : alt;
}

/** Heading of the notes that only the speaker sees. */
export const SPEAKER_NOTES_HEADING = 'Speaker notes:';

/**
 * Returns slides with their texts as they are stored.
 * @throws UnreadableDocumentError if there are none, or too many, or too much text
 */
export function prepareSlidesForImport(slides: readonly ImportedSlide[], limits: DocumentLimits): ImportedSlide[] {
  if (slides.length === 0) throw new UnreadableDocumentError('empty', 'The deck has no slides. Choose another one.');
  // Counts texts and slides.
  documentOfSlides(slides, limits);
  return slides.map((slide) => ({
    ...slide,
    title: normaliseText(slide.title),
    blocks: slide.blocks.map(normaliseText),
    notes: slide.notes.map(normaliseText),
    pictures: slide.pictures.map((picture) => ({ ...picture, alt: normaliseText(picture.alt) })),
  }));
}

/** Returns slides as Markdown: the titles are headings, and notes follow their slide under “Speaker notes:”. */
export function documentOfSlides(all: readonly ImportedSlide[], limits: DocumentLimits): ExtractedDocument {
  const slides = all.filter(({ hidden }) => !hidden);
  if (slides.length > limits.pages) {
    throw new UnreadableDocumentError(
      'too_large',
      `The deck has more than ${limits.pages} slides. Split it and add the parts.`,
    );
  }
  let hasTitle = false;
  let length = 0;
  const texts = slides.map(({ title, blocks, notes }) => {
    const heading = title === '' ? [] : [`${hasTitle ? '##' : '#'} ${title}`];
    hasTitle ||= title !== '';
    const text = joinMarkdownBlocks([
      ...heading,
      ...blocks,
      ...(notes.length > 0 ? [SPEAKER_NOTES_HEADING, ...notes] : []),
    ]);
    length += text.length;
    if (length > 2 * limits.codePoints) throw tooMuchTextError(limits.codePoints);
    return text;
  });
  const text = texts.filter((each) => each !== '').join('\n\n');
  return { text, title: findFirstTopLevelHeading(text), pages: null };
}

/**
 * Returns rows as a Markdown table with the first row as its head. Cells are keyed by column number. Empty columns and
 * rows are left out.
 * @param most Maximum code points; each takes one or two UTF-16 units.
 * @throws UnreadableDocumentError if the table is certainly longer
 */
export function markdownTableOf(rows: readonly ReadonlyMap<number, string>[], most: number): string {
  const used = new Set<number>();
  for (const row of rows) for (const [n, cell] of row) if (cell !== '') used.add(n);
  const columns = [...used].sort((a, b) => a - b);
  const full = rows.filter((row) => [...row.values()].some((cell) => cell !== ''));
  if (full.length * columns.length * 3 > 2 * most) throw tooMuchTextError(most);
  const lines: string[] = [];
  let left = 2 * most;
  for (const row of full) {
    const line = `| ${columns.map((n) => collapseWhitespace(row.get(n) ?? '').replaceAll('|', String.raw`\|`)).join(' | ')} |`;
    left -= line.length;
    if (left < 0) throw tooMuchTextError(most);
    lines.push(line);
    if (lines.length === 1) lines.push(`|${' --- |'.repeat(columns.length)}`);
  }
  return lines.join('\n');
}

export const collapseWhitespace = (text: string): string => text.replace(/\s+/g, ' ').trim();
