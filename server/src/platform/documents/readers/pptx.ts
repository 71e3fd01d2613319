import type { DocumentLimits, ReadDocument } from '../document.ts';
import { UnreadableDocument } from '../unreadable-document.ts';
import { documentOfSlides, onOneLine, type Slide, tableOf } from './slides.ts';
import { prefixed, readXml, relationsOf } from './xml.ts';
import { withoutEntities, zipParts } from './zip-parts.ts';

const DECK = 'ppt/presentation.xml';

/** Placeholders that repeat on each slide: date, footer, header, number. */
const REPEATED = new Set(['dt', 'ftr', 'hdr', 'sldNum', 'sldImg']);
const TITLES = new Set(['title', 'ctrTitle']);
/** Placeholders whose paragraphs are items of a list. */
const LISTS = new Set(['', 'body', 'obj']);

/**
 * Reads the shown slides of a deck in their order, each in the order of its shapes, which screen readers follow.
 * @throws UnreadableDocument
 */
export async function slidesOfPptx(file: Buffer, limits: DocumentLimits): Promise<Slide[]> {
  const parts = withoutEntities(await zipParts(file, limits));
  const deck = parts.get(DECK);
  if (!deck) throw new UnreadableDocument('damaged', 'The file is no PowerPoint deck. Save it again as .pptx.');
  const targets = new Map(relationsOf(parts, DECK).map(({ id, part }) => [id, part]));
  const names: string[] = [];
  readXml(deck, {
    open(element) {
      if (element.name === 'sldId') names.push(targets.get(prefixed(element, 'id') ?? '') ?? '');
    },
  });
  return [...new Set(names)].flatMap((name) => {
    const content = parts.get(name);
    const read = content && shapesOf(content, limits);
    if (!read || read.isHidden) return [];
    const relations = relationsOf(parts, name);
    const partOf = (kind: string) =>
      relations.flatMap(({ type, part }) => (type === kind ? (parts.get(part) ?? []) : []));
    const diagrams = partOf('diagramData').flatMap((part) => shapesOf(part, limits).blocks);
    const notes = partOf('notesSlide').flatMap((part) => shapesOf(part, limits, new Set(['body'])).blocks);
    return [{ title: read.title, blocks: [...read.blocks, ...diagrams], notes: notes.map(withoutBullet) }];
  });
}

const withoutBullet = (block: string): string => block.replace(/^ *- /, '');

export const readPptx = async (file: Buffer, limits: DocumentLimits): Promise<ReadDocument> =>
  documentOfSlides(await slidesOfPptx(file, limits), limits);

type Shapes = { title: string; blocks: string[]; isHidden: boolean };

/** Reads the paragraphs and tables of a slide, or only those of some placeholders. */
function shapesOf(content: Buffer, limits: DocumentLimits, only?: ReadonlySet<string>): Shapes {
  const found: Shapes = { title: '', blocks: [], isHidden: false };
  /** Kind of the shape's placeholder; undefined if it is none. */
  let placeholder: string | undefined;
  let paragraph = { text: '', level: 0, isItem: false };
  let rows: Map<number, string>[] | null = null;
  let cell: string | null = null;
  let isText = false;
  /** Number of elements above that repeat what another one says, for older programs. */
  let fallbacks = 0;

  const endParagraph = () => {
    const text = onOneLine(paragraph.text);
    const isLeftOut = REPEATED.has(placeholder ?? '') || (only && !only.has(placeholder ?? ''));
    if (text === '' || isLeftOut) return;
    if (cell !== null) cell += ` ${text}`;
    else if (TITLES.has(placeholder ?? '')) found.title += found.title === '' ? text : ` ${text}`;
    else found.blocks.push(paragraph.isItem ? `${'  '.repeat(paragraph.level)}- ${text}` : text);
  };
  readXml(content, {
    open({ name, attributes }) {
      if (name === 'Fallback' || fallbacks > 0) fallbacks++;
      if (fallbacks > 0) return;
      if (name === 'sld') found.isHidden = attributes.show === '0' || attributes.show === 'false';
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
      isText = name === 't';
    },
    close(name) {
      if (fallbacks > 0) {
        fallbacks--;
        return;
      }
      isText = false;
      if (name === 'p') endParagraph();
      else if (name === 'tc') {
        const row = rows?.at(-1);
        row?.set(row.size, onOneLine(cell ?? ''));
        cell = null;
      } else if (name === 'tbl' && rows) {
        const table = tableOf(rows, limits.codePoints);
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
