import type { SkippedSlideContent, ImportedSlide } from '@training/shared/courses/imports';
import type { DocumentLimits, ExtractedDocument } from '../document.ts';
import { UnreadableDocumentError } from '../unreadable-document.ts';
import { cleanAltText, documentOfSlides, collapseWhitespace, DeckPictureFilter, markdownTableOf } from './slides.ts';
import { findPrefixedAttribute, parseXmlWithHandlers, relationsOfPackagePart } from './xml.ts';
import { assertNoXmlEntities, inflateZipParts } from './zip-parts.ts';

const DECK = 'ppt/presentation.xml';

/** Placeholders that repeat on each slide: date, footer, header, number. */
const REPEATED = new Set(['dt', 'ftr', 'hdr', 'sldNum', 'sldImg']);
const TITLES = new Set(['title', 'ctrTitle']);
/** Placeholders whose paragraphs are items of a list. */
const LISTS = new Set(['', 'body', 'obj']);

/**
 * Reads the slides of a deck in their order, each in the order of its shapes, which screen readers follow.
 * @throws UnreadableDocumentError
 */
export async function readPptxSlides(file: Buffer, limits: DocumentLimits): Promise<ImportedSlide[]> {
  const choice = new DeckPictureFilter(limits);
  const parts = assertNoXmlEntities(
    await inflateZipParts(file, limits, (name, content) => choice.judge(name, content)),
  );
  const deck = parts.get(DECK);
  if (!deck) throw new UnreadableDocumentError('damaged', 'The file is no PowerPoint deck. Save it again as .pptx.');
  const targets = new Map(relationsOfPackagePart(parts, DECK).map(({ id, part }) => [id, part]));
  const names: string[] = [];
  parseXmlWithHandlers(deck, {
    open(element) {
      if (element.name === 'sldId') names.push(targets.get(findPrefixedAttribute(element, 'id') ?? '') ?? '');
    },
  });
  return [...new Set(names)].flatMap((name, n) => {
    const content = parts.get(name);
    if (!content) return [];
    const read = shapesOf(content, limits);
    const relations = relationsOfPackagePart(parts, name);
    const partOf = (kind: string) =>
      relations.flatMap(({ type, part }) => (type === kind ? (parts.get(part) ?? []) : []));
    const diagrams = partOf('diagramData').flatMap((part) => shapesOf(part, limits).blocks);
    const notes = partOf('notesSlide').flatMap((part) => shapesOf(part, limits, new Set(['body'])).blocks);
    const { title, blocks, hidden } = read;
    const slide: ImportedSlide = {
      number: n + 1,
      hidden,
      title,
      blocks: [...blocks, ...diagrams],
      notes: notes.map(withoutBullet),
      pictures: [],
      left_out: read.leftOut,
    };
    const pictureAt = new Map(relations.map(({ id, part }) => [id, part]));
    for (const { id, ...told } of read.pictures) choice.place(slide, { name: pictureAt.get(id) ?? '', ...told });
    return [slide];
  });
}

const withoutBullet = (block: string): string => block.replace(/^ *- /, '');

export const readPptx = async (file: Buffer, limits: DocumentLimits): Promise<ExtractedDocument> =>
  documentOfSlides(await readPptxSlides(file, limits), limits);

type Shapes = {
  title: string;
  blocks: string[];
  hidden: boolean;
  /** Keyed by the id of their relation. */
  pictures: { id: string; alt: string; decorative: boolean }[];
  leftOut: SkippedSlideContent[];
};

/** Elements that stand for what isn't taken. */
const LEFT_OUT: Partial<Record<string, SkippedSlideContent['what']>> = {
  videoFile: 'film',
  audioFile: 'sound',
  wavAudioFile: 'sound',
  oleObj: 'object',
};

const DECORATIONS = new Set(['bg', 'buBlip']);

/** Reads the paragraphs and tables of a slide, or only those of some placeholders. */
function shapesOf(content: Buffer, limits: DocumentLimits, only?: ReadonlySet<string>): Shapes {
  const found: Shapes = { title: '', blocks: [], hidden: false, pictures: [], leftOut: [] };
  /** Kind of the shape's placeholder; undefined if it is none. */
  let placeholder: string | undefined;
  let paragraph = { text: '', level: 0, isItem: false };
  let rows: Map<number, string>[] | null = null;
  let cell: string | null = null;
  let isText = false;
  /** Number of elements above that repeat what another one says, for older programs. */
  let fallbacks = 0;
  /** Number of elements above whose pictures are only decoration: backgrounds and bullets. */
  let decorations = 0;
  let described = { alt: '', decorative: false };

  const endParagraph = () => {
    const text = collapseWhitespace(paragraph.text);
    const isLeftOut = REPEATED.has(placeholder ?? '') || (only && !only.has(placeholder ?? ''));
    if (text === '' || isLeftOut) return;
    if (cell !== null) cell += ` ${text}`;
    else if (TITLES.has(placeholder ?? '')) found.title += found.title === '' ? text : ` ${text}`;
    else found.blocks.push(paragraph.isItem ? `${'  '.repeat(paragraph.level)}- ${text}` : text);
  };
  parseXmlWithHandlers(content, {
    open(element) {
      const { name, attributes } = element;
      if (name === 'Fallback' || fallbacks > 0) fallbacks++;
      if (fallbacks > 0) return;
      if (DECORATIONS.has(name)) decorations++;
      const what = LEFT_OUT[name];
      if (what !== undefined) found.leftOut.push({ what });
      if (name === 'sld') found.hidden = attributes.show === '0' || attributes.show === 'false';
      else if (name === 'sp' || name === 'graphicFrame') placeholder = undefined;
      else if (name === 'ph') placeholder = attributes.type ?? '';
      else if (name === 'tbl') rows = [];
      else if (name === 'tr') rows?.push(new Map());
      else if (name === 'tc') cell = '';
      else if (name === 'p') paragraph = { text: '', level: 0, isItem: LISTS.has(placeholder ?? 'none') };
      else if (name === 'pPr') paragraph.level = Math.min(8, Math.max(0, Number(attributes.lvl ?? 0) || 0));
      else if (name === 'buNone') paragraph.isItem = false;
      else if (name === 'buChar' || name === 'buAutoNum') paragraph.isItem = true;
      else if (name === 'br') paragraph.text += ' ';
      else if (name === 'cNvPr') described = { alt: cleanAltText(attributes.descr), decorative: false };
      else if (name === 'decorative') described = { ...described, decorative: attributes.val === '1' };
      else if (name === 'blip' && decorations === 0) {
        found.pictures.push({ id: findPrefixedAttribute(element, 'embed') ?? '', ...described });
      } else if (name === 'graphicData' && /chart(?:ex)?$/.test(attributes.uri ?? '')) {
        found.leftOut.push({ what: 'chart' });
      }
      isText = name === 't';
    },
    close(name) {
      if (fallbacks > 0) {
        fallbacks--;
        return;
      }
      if (DECORATIONS.has(name)) decorations--;
      isText = false;
      if (name === 'p') endParagraph();
      else if (name === 'tc') {
        const row = rows?.at(-1);
        row?.set(row.size, collapseWhitespace(cell ?? ''));
        cell = null;
      } else if (name === 'tbl' && rows) {
        const table = markdownTableOf(rows, limits.codePoints);
        if (table !== '' && !only) found.blocks.push(table);
        rows = null;
      }
    },
    text(text) {
      if (isText && fallbacks === 0) paragraph.text += text;
    },
  });
  return found;
}
