import type { ImportedSlide } from '@training/shared/courses/imports';
import type { DocumentLimits, ExtractedDocument } from '../document.ts';
import { UnreadableDocumentError } from '../unreadable-document.ts';
import { cleanAltText, documentOfSlides, collapseWhitespace, DeckPictureFilter, markdownTableOf } from './slides.ts';
import { parseXmlWithHandlers } from './xml.ts';
import { assertNoXmlEntities, inflateZipParts } from './zip-parts.ts';

/** Frames that repeat on each slide. */
const REPEATED = new Set(['date-time', 'footer', 'header', 'page-number', 'page']);

/**
 * Reads the slides of an OpenDocument presentation in their order.
 * @throws UnreadableDocumentError
 */
export async function slidesOfOdp(file: Buffer, limits: DocumentLimits): Promise<ImportedSlide[]> {
  const choice = new DeckPictureFilter(limits);
  const parts = await inflateZipParts(file, limits, (name, content) => choice.judge(name, content));
  if (parts.get('META-INF/manifest.xml')?.includes('encryption-data')) {
    throw new UnreadableDocumentError('encrypted', 'The document is encrypted. Remove its password and add it again.');
  }
  const content = assertNoXmlEntities(parts).get('content.xml');
  if (!content) throw new UnreadableDocumentError('damaged', 'The file is no presentation. Save it again as .odp.');
  return slidesIn(content, choice, limits);
}

export const readOdp = async (file: Buffer, limits: DocumentLimits): Promise<ExtractedDocument> =>
  documentOfSlides(await slidesOfOdp(file, limits), limits);

function slidesIn(content: Buffer, choice: DeckPictureFilter, limits: DocumentLimits): ImportedSlide[] {
  const slides: ImportedSlide[] = [];
  const hidden = new Set<string>();
  let style = '';
  let slide: ImportedSlide | null = null;
  let frame = '';
  /** Pictures of the frame, the preferred first, and its alternative text. */
  let pictures: string[] = [];
  let alt = '';
  let isAlt = false;
  let isObject = false;
  let isNotes = false;
  let lists = 0;
  let rows: Map<number, string>[] | null = null;
  let cell: string | null = null;
  let paragraph: string | null = null;
  /** Number of elements above that are comments. */
  let comments = 0;

  const endParagraph = () => {
    const text = collapseWhitespace(paragraph ?? '');
    paragraph = null;
    if (text === '' || !slide || REPEATED.has(frame)) return;
    if (cell !== null) cell += ` ${text}`;
    else if (isNotes) slide.notes.push(text);
    else if (frame === 'title') slide.title += slide.title === '' ? text : ` ${text}`;
    else slide.blocks.push(lists > 0 ? `${'  '.repeat(Math.min(8, lists - 1))}- ${text}` : text);
  };
  /** Takes one of a frame's pictures: the others are the same in other formats. That of an object is its preview. */
  const endFrame = () => {
    const known = pictures.map((each) => each.replace(/^\.\//, ''));
    const name = known.find((each) => choice.takes(each)) ?? known[0];
    if (name !== undefined && slide && !isNotes && !isObject) {
      choice.place(slide, { name, alt: cleanAltText(alt), decorative: false });
    }
    [pictures, alt, isObject, frame] = [[], '', false, ''];
  };
  parseXmlWithHandlers(content, {
    open({ name, attributes }) {
      if (name === 'annotation' || comments > 0) comments++;
      if (comments > 0) return;
      if (name === 'style') style = attributes['style:name'] ?? '';
      else if (name === 'drawing-page-properties') {
        if (attributes['presentation:visibility'] === 'hidden') hidden.add(style);
      } else if (name === 'page') {
        frame = '';
        slide = {
          number: slides.length + 1,
          hidden: hidden.has(attributes['draw:style-name'] ?? ''),
          title: '',
          blocks: [],
          notes: [],
          pictures: [],
          left_out: [],
        };
      } else if (name === 'notes') isNotes = true;
      else if (name === 'frame' || name === 'custom-shape') {
        frame = attributes['presentation:class'] ?? '';
        [pictures, alt] = [[], ''];
      } else if (name === 'image') pictures.push(attributes['xlink:href'] ?? '');
      else if (name === 'desc') isAlt = true;
      else if (name === 'plugin' && !isNotes) slide?.left_out.push({ what: 'film' });
      else if ((name === 'object' || name === 'object-ole') && !isNotes) {
        slide?.left_out.push({
          what: attributes['draw:notify-on-update-of-ranges'] === undefined ? 'object' : 'chart',
        });
        isObject = true;
      } else if (name === 'list') lists++;
      else if (name === 'table') rows = [];
      else if (name === 'table-row') rows?.push(new Map());
      else if (name === 'table-cell') cell = '';
      else if (name === 'p' || name === 'h') paragraph = '';
      else if (paragraph !== null && ['s', 'tab', 'line-break'].includes(name)) paragraph += ' ';
    },
    close(name) {
      if (comments > 0) {
        comments--;
        return;
      }
      if (name === 'p' || name === 'h') endParagraph();
      else if (name === 'list') lists--;
      else if (name === 'desc') isAlt = false;
      else if (name === 'frame') endFrame();
      else if (name === 'custom-shape') frame = '';
      else if (name === 'notes') isNotes = false;
      else if (name === 'table-cell') {
        const row = rows?.at(-1);
        row?.set(row.size, collapseWhitespace(cell ?? ''));
        cell = null;
      } else if (name === 'table' && rows) {
        const table = markdownTableOf(rows, limits.codePoints);
        if (table !== '') slide?.blocks.push(table);
        rows = null;
      } else if (name === 'page' && slide) {
        slides.push(slide);
        slide = null;
      }
    },
    text(text) {
      if (isAlt) alt += text;
      else if (paragraph !== null && comments === 0) paragraph += text;
    },
  });
  return slides;
}
