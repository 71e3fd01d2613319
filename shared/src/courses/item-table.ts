import type { ArchivedModule } from './course-archive.ts';
import type { Flashcard, Question, NumberTolerance } from './courses.ts';
import type { PictureArea } from './media.ts';
import { CSV_BYTE_ORDER_MARK, toCsvRow } from '../csv.ts';
import { CONTENT_LIMITS, NO_CORRECT_OPTION_INDEX } from './section-length.ts';

export const ITEM_TABLE_ANSWER_COLUMNS = Array.from({ length: CONTENT_LIMITS.accepted }, (_, n) => `answer_${n + 1}`);
export const ITEM_TABLE_MATCH_COLUMNS = Array.from({ length: CONTENT_LIMITS.options }, (_, n) => `match_${n + 1}`);
/** Settings of a question that are on, by their names. */
const SETTINGS = ['partial_credit', 'ignore_accents', 'allow_typo'];
const SOURCE = ['source_quote', 'source_name', 'source_url'];
/** Columns of a table of cards and questions, of which only `kind` and `text` are required. */
const COLUMNS = [
  'module',
  'language',
  'kind',
  'id',
  'text',
  'back',
  'explanation',
  'topic',
  'settings',
  'correct',
  'tolerance',
  'areas',
];
export const ITEM_TABLE_COLUMNS = [...COLUMNS, ...ITEM_TABLE_ANSWER_COLUMNS, ...ITEM_TABLE_MATCH_COLUMNS, ...SOURCE];

type Item = Flashcard | Question;
type Cells = Partial<Record<string, string>>;

/** Returns the numbers of the correct options, from 1, or the correct number; empty if nothing is marked. */
function correctOf(item: Question): string {
  if ('value' in item) return item.value === null ? '' : String(item.value);
  if (!('correct' in item)) return '';
  const isUnmarked =
    item.kind === 'single_choice' &&
    item.correct === NO_CORRECT_OPTION_INDEX &&
    item.options.length <= NO_CORRECT_OPTION_INDEX;
  return isUnmarked
    ? ''
    : [item.correct]
        .flat()
        .map((index) => index + 1)
        .join(', ');
}

function answersOf(item: Question): string[] {
  if ('options' in item) return item.options;
  if ('accepted' in item) return item.accepted;
  return 'rubric' in item ? item.rubric : item.units;
}

function cellsOf(item: Item): Cells {
  const { quote = '', name = '', url = '' } = item.source ?? {};
  const source = { source_quote: quote, source_name: name, source_url: url ?? '' };
  if ('front' in item) return { kind: 'card', id: item.id, text: item.front, back: item.back, ...source };
  const { kind, id, prompt: text, explanation, topic = '' } = item;
  const lines = answersOf(item);
  const answers = Object.fromEntries(lines.map((line, n) => [ITEM_TABLE_ANSWER_COLUMNS[n], line]));
  const matches =
    'matches' in item ? Object.fromEntries(item.matches.map((line, n) => [ITEM_TABLE_MATCH_COLUMNS[n], line])) : {};
  const settings = SETTINGS.filter((name) => Reflect.get(item, name) === true).join(', ');
  const tolerance = 'tolerance' in item && item.tolerance ? toleranceCell(item.tolerance) : '';
  const areas = 'areas' in item ? item.areas.map(areaCell).join('; ') : '';
  const told = { topic, settings, correct: correctOf(item), tolerance, areas };
  return { kind, id, text, explanation, ...told, ...answers, ...matches, ...source };
}

const toleranceCell = ({ by, of }: NumberTolerance): string => `${of}${by === 'percent' ? '%' : ''}`;

/** Areas have no picture in a table: it is added in the editor. */
const areaCell = ({ shape, x, y, width, height }: PictureArea): string => [shape, x, y, width, height].join(' ');

const rowOf = (cells: Cells) => toCsvRow(ITEM_TABLE_COLUMNS.map((column) => cells[column] ?? ''));

/** Columns of a table of cards and questions. */
export const ITEM_TABLE_CSV_HEADER = CSV_BYTE_ORDER_MARK + toCsvRow(ITEM_TABLE_COLUMNS);

/** Returns the cards and questions of a module as CSV, which imports back to the same content. */
export const formatModuleItemsAsCsv = ({ title, language, flashcards, quiz }: ArchivedModule): string =>
  [...flashcards, ...quiz].map((item) => rowOf({ module: title, language, ...cellsOf(item) })).join('');
