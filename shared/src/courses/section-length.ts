import { contractMessage } from '#contract';
import type { Flashcard, Question } from './courses.ts';
import { countCodePoints } from '../text.ts';

/**
 * The maximum total length of all texts of a section, including sources, in code points. As JSON they then always fit
 * into a request (6 MiB), whatever the script.
 */
export const MAX_SECTION_CODE_POINTS = 1_000_000;

/** The maximum sizes of content. Lengths are in code points; `section` is the total of all texts of a section. */
export const CONTENT_LIMITS = {
  coursesOfWorkspace: 5_000,
  /** Archived ones count. */
  modulesOfWorkspace: 20_000,
  modules: 200,
  section: MAX_SECTION_CODE_POINTS,
  cards: 500,
  questions: 200,
  front: 2_000,
  back: 10_000,
  prompt: 2_000,
  explanation: 5_000,
  option: 1_000,
  options: 10,
  accepted: 20,
  rubric: 20,
  quote: 5_000,
  sourceName: 300,
  topic: 60,
  unit: 40,
} as const;

/** The `correct` of a single choice of which no option is marked yet: the index of an option that can't exist. */
export const NO_CORRECT_OPTION_INDEX = CONTENT_LIMITS.options - 1;

type Items = readonly (Flashcard | Question)[];

/** Returns a sentence that explains why the texts are too long for one section and what to do; null if they fit. */
export function findSectionTooLongMessage(items: Items): string | null {
  // UTF-16 units are never fewer than code points and free to count, so that this check nearly always suffices.
  if (total(items, ({ length }) => length) <= MAX_SECTION_CODE_POINTS) return null;
  const length = total(items, countCodePoints);
  if (length <= MAX_SECTION_CODE_POINTS) return null;
  return contractMessage('sectionTooLong', { maximum: MAX_SECTION_CODE_POINTS, given: length });
}

function total(items: Items, lengthOf: (text: string) => number): number {
  return items.reduce((sum, item) => textsOf(item).reduce((inItem, text) => inItem + lengthOf(text), sum), 0);
}

/** Returns all texts that an author wrote or quoted in an item. */
function textsOf(item: Flashcard | Question): string[] {
  const { quote = '', name = '', url = '' } = item.source ?? {};
  const texts = [quote, name, url ?? '', ...(item.media ?? []).map(({ alt }) => alt)];
  if ('front' in item) return [...texts, item.front, item.back];
  texts.push(item.prompt, item.explanation, item.topic ?? '');
  switch (item.kind) {
    case 'short_text':
      return [...texts, ...item.accepted];
    case 'spoken':
      return [...texts, ...item.rubric];
    case 'number':
      return [...texts, ...item.units];
    case 'matching':
      return [...texts, ...item.options, ...item.matches];
    default:
      return [...texts, ...item.options];
  }
}
