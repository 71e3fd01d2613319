import { IMPORT_LIMITS, type ImportedSheet } from '@training/shared/courses/imports';
import { format, isDateFormat, isPercentFormat } from 'numfmt';
import type { DocumentLimits, ExtractedDocument } from '../document.ts';
import { UnreadableDocumentError } from '../unreadable-document.ts';
import { normaliseText, tooMuchTextError } from './normalise.ts';
import { collapseWhitespace, markdownTableOf } from './slides.ts';
import { findPrefixedAttribute, parseXmlWithHandlers, relationsOfPackagePart } from './xml.ts';
import { assertNoXmlEntities, inflateZipParts } from './zip-parts.ts';

const WORKBOOK = 'xl/workbook.xml';

/** Formats that every program knows by their number (ECMA-376, 18.8.30). Dates without a place are ISO 8601. */
const FORMATS: Record<number, string> = {
  1: '0',
  2: '0.00',
  3: '#,##0',
  4: '#,##0.00',
  9: '0%',
  10: '0.00%',
  11: '0.00E+00',
  12: '# ?/?',
  13: '# ??/??',
  14: 'yyyy-mm-dd',
  15: 'd-mmm-yy',
  16: 'd-mmm',
  17: 'mmm-yy',
  18: 'h:mm AM/PM',
  19: 'h:mm:ss AM/PM',
  20: 'h:mm',
  21: 'h:mm:ss',
  22: 'yyyy-mm-dd h:mm',
  37: '#,##0;(#,##0)',
  38: '#,##0;(#,##0)',
  39: '#,##0.00;(#,##0.00)',
  40: '#,##0.00;(#,##0.00)',
  45: 'mm:ss',
  46: '[h]:mm:ss',
  47: 'mm:ss.0',
  48: '##0.0E+0',
  49: '@',
};
/** Characters of a format: Excel has no longer one. */
const LONGEST_FORMAT = 255;
/** Sheets that are named because they aren't read. */
const MOST_OTHERS = 20;
/** Columns that a sheet has at most. */
const COLUMNS = 16_384;
/** Days between the two beginnings of time that workbooks count from. */
const DAYS_TO_1904 = 1_462;

/** `startsTable`: an empty row is before it. Cells by the index of their column. */
export type SheetRow = { number: number; startsTable: boolean; cells: Map<number, string> };
export type Sheet = { name: string; rows: SheetRow[] };

/** Returns a number as text, by the code of its format, which is empty if it has none. */
type NumberText = (value: number, code: string, is1904: boolean) => string;

/**
 * Reads the shown sheets of a workbook, with their numbers as they are shown by default. Formulas aren't run: their
 * stored results are read. Hidden sheets, rows and columns are left out.
 * @throws UnreadableDocumentError
 */
export async function sheetsOfXlsx(
  file: Buffer,
  limits: DocumentLimits,
  textOf: NumberText = shownNumber,
): Promise<Sheet[]> {
  const parts = assertNoXmlEntities(await inflateZipParts(file, limits));
  const workbook = parts.get(WORKBOOK);
  if (!workbook) throw new UnreadableDocumentError('damaged', 'The file is no Excel workbook. Save it again as .xlsx.');
  const relations = relationsOfPackagePart(parts, WORKBOOK);
  const partOf = (kind: string) => parts.get(relations.find(({ type }) => type === kind)?.part ?? '');
  const targets = new Map(relations.map(({ id, part }) => [id, part]));
  const strings = stringsIn(partOf('sharedStrings'));
  const formats = formatsIn(partOf('styles'));
  let is1904 = false;
  const listed: { name: string; part: Buffer | undefined }[] = [];
  parseXmlWithHandlers(workbook, {
    open(element) {
      const { name, attributes } = element;
      if (name === 'workbookPr') is1904 = isTrue(attributes.date1904);
      if (name !== 'sheet' || (attributes.state ?? 'visible') !== 'visible') return;
      listed.push({
        name: collapseWhitespace(attributes.name ?? ''),
        part: parts.get(targets.get(findPrefixedAttribute(element, 'id') ?? '') ?? ''),
      });
    },
  });
  const shown = (value: number, style: number) => textOf(value, formats[style] ?? '', is1904);
  const room = { cells: limits.cells };
  return listed.flatMap(({ name, part }) =>
    part ? [{ name, rows: rowsIn(part, { strings, shown, room, limits }) }] : [],
  );
}

/** Reads sheets as headings and tables. Empty rows divide tables. */
export async function readXlsx(file: Buffer, limits: DocumentLimits): Promise<ExtractedDocument> {
  const sheets = await sheetsOfXlsx(file, limits);
  let length = 0;
  const texts = sheets.flatMap(({ name, rows }) => {
    const blocks: Map<number, string>[][] = [];
    for (const { startsTable, cells } of rows) {
      if (startsTable || blocks.length === 0) blocks.push([]);
      blocks.at(-1)?.push(cells);
    }
    const tables = blocks.map((block) => {
      const table = markdownTableOf(block, limits.codePoints);
      length += table.length;
      if (length > 2 * limits.codePoints) throw tooMuchTextError(limits.codePoints);
      return table;
    });
    return tables.length > 0 ? [[`## ${name}`, ...tables].join('\n\n')] : [];
  });
  return { text: texts.join('\n\n'), title: null, pages: null };
}

/**
 * Reads the first shown sheet that has rows as a table, up to the maximum number of columns. Numbers are the stored
 * ones, because shown ones may be rounded.
 * @throws UnreadableDocumentError
 */
export async function firstTableOfXlsx(file: Buffer, limits: DocumentLimits): Promise<ImportedSheet> {
  const all = await sheetsOfXlsx(file, limits, storedNumber);
  const [sheet, ...others] = all.filter(({ rows }) => rows.length > 0);
  if (!sheet) throw new UnreadableDocumentError('empty', 'The workbook has no rows. Choose another one.');
  let length = 0;
  // One row more than may be, besides the head, so that the reader of the answer sees that there are too many.
  const rows = sheet.rows.slice(0, IMPORT_LIMITS.rows + 2).map(({ number, cells }) => {
    const last = Math.min(Math.max(...cells.keys()) + 1, IMPORT_LIMITS.columns);
    const line = Array.from({ length: last }, (_, n) => cells.get(n) ?? '');
    length += line.reduce((sum, each) => sum + each.length, 0);
    if (length > 2 * limits.codePoints) throw tooMuchTextError(limits.codePoints);
    return { number, cells: line.map(normaliseText) };
  });
  return { name: sheet.name, rows, others: others.slice(0, MOST_OTHERS).map(({ name }) => normaliseText(name)) };
}

const isTrue = (value: string | undefined): boolean => value === '1' || value === 'true';

/** Reads the texts that cells name by their index, without how they are pronounced. */
function stringsIn(part: Buffer | undefined): string[] {
  const strings: string[] = [];
  let isText = false;
  let isSpoken = false;
  if (part) {
    parseXmlWithHandlers(part, {
      open({ name }) {
        if (name === 'si') strings.push('');
        else if (name === 'rPh') isSpoken = true;
        isText = name === 't' && !isSpoken;
      },
      close(name) {
        if (name === 'rPh') isSpoken = false;
        isText = false;
      },
      text(text) {
        if (isText) strings[strings.length - 1] += text;
      },
    });
  }
  return strings;
}

/** Reads the format of each style of cells; empty for a general one. */
function formatsIn(part: Buffer | undefined): string[] {
  const own = new Map<number, string>();
  const formats: string[] = [];
  let isOfCells = false;
  if (part) {
    parseXmlWithHandlers(part, {
      open({ name, attributes }) {
        const id = Number(attributes.numFmtId);
        if (name === 'numFmt') own.set(id, attributes.formatCode ?? '');
        else if (name === 'cellXfs') isOfCells = true;
        else if (name === 'xf' && isOfCells) formats.push(own.get(id) ?? FORMATS[id] ?? '');
      },
      close(name) {
        if (name === 'cellXfs') isOfCells = false;
      },
    });
  }
  return formats;
}

/** Returns a number as its format shows it; as it is, without rounding noise, if it has none that can be read. */
function shownNumber(value: number, code: string, is1904: boolean): string {
  const plain = plainNumber(value);
  if (code === '' || code.length > LONGEST_FORMAT || /^general$/i.test(code)) return plain;
  try {
    return format(code, value + (is1904 && isDateFormat(code) ? DAYS_TO_1904 : 0));
  } catch {
    return plain;
  }
}

/** Returns a number without rounding; a date, a time or one with leading zeros (“007”) as its format shows it. */
function storedNumber(value: number, code: string, is1904: boolean): string {
  if (code.length <= LONGEST_FORMAT && isPercentFormat(code)) return `${plainNumber(value * 100)}%`;
  const shown = shownNumber(value, code, is1904);
  const isSame = shown.trim() !== '' && plainNumber(Number(shown)) === plainNumber(value);
  return isSame || (code.length <= LONGEST_FORMAT && isDateFormat(code)) ? shown : plainNumber(value);
}

/** Returns a number without rounding noise. */
const plainNumber = (value: number): string => String(Number(value.toPrecision(15)));

type Reading = {
  strings: string[];
  shown: (value: number, style: number) => string;
  room: { cells: number };
  limits: DocumentLimits;
};

function rowsIn(part: Buffer, { strings, shown, room, limits }: Reading): SheetRow[] {
  const rows: SheetRow[] = [];
  /** Number of hidden ranges that begin at a column, less those that have ended before it. */
  const changes = new Int32Array(COLUMNS + 1);
  let isHiddenColumn: boolean[] = [];
  let row = new Map<number, string>();
  let number = 0;
  let isAfterGap = false;
  let isHidden = false;
  let cell = { column: 0, type: 'n', style: 0, value: '' };
  let next = 0;
  let isValue = false;
  let isSpoken = false;

  const valueOf = ({ type, style, value }: typeof cell): string => {
    if (type === 's') return strings[Number(value)] ?? '';
    if (type === 'b') return isTrue(value) ? 'TRUE' : 'FALSE';
    if (type !== 'n' || value.trim() === '') return value;
    return Number.isFinite(Number(value)) ? shown(Number(value), style) : value;
  };
  parseXmlWithHandlers(part, {
    open({ name, attributes }) {
      if (name === 'col' && isTrue(attributes.hidden)) {
        const [from, after] = [Number(attributes.min) - 1, Number(attributes.max)];
        if (!(from >= 0 && after > from)) return;
        changes[Math.min(from, COLUMNS)]! += 1;
        changes[Math.min(after, COLUMNS)]! -= 1;
      } else if (name === 'sheetData') {
        let ranges = 0;
        isHiddenColumn = Array.from(changes, (change) => (ranges += change) > 0);
      } else if (name === 'row') {
        const given = Number(attributes.r ?? number + 1);
        isAfterGap ||= given > number + 1;
        number = given;
        isHidden = isTrue(attributes.hidden);
        row = new Map();
        next = 0;
      } else if (name === 'c') {
        const column = columnOf(attributes.r) ?? next;
        cell = { column, type: attributes.t ?? 'n', style: Number(attributes.s ?? 0), value: '' };
        next = column + 1;
      } else if (name === 'rPh') isSpoken = true;
      isValue = (name === 'v' || name === 't') && !isSpoken;
    },
    close(name) {
      isValue = false;
      if (name === 'rPh') isSpoken = false;
      else if (name === 'c') {
        if (--room.cells < 0) throw tooManyCells(limits);
        const { column } = cell;
        if (column >= COLUMNS || isHiddenColumn[column]) return;
        const value = valueOf(cell).trim();
        if (value !== '') row.set(column, value);
      } else if (name === 'row' && !isHidden) {
        if (row.size > 0) rows.push({ number, startsTable: isAfterGap, cells: row });
        isAfterGap = row.size === 0;
      }
    },
    text(text) {
      if (isValue) cell.value += text;
    },
  });
  return rows;
}

/** Returns the index of a column by its letters, as in “AB12”; undefined if there are none. */
function columnOf(reference: string | undefined): number | undefined {
  const letters = /^[A-Z]{1,3}/.exec(reference ?? '')?.[0];
  if (letters === undefined) return undefined;
  return Array.from(letters).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

function tooManyCells({ cells }: DocumentLimits): UnreadableDocumentError {
  return new UnreadableDocumentError(
    'too_large',
    `The workbook has more than ${cells.toLocaleString('en')} cells. Split it and add the parts.`,
  );
}
