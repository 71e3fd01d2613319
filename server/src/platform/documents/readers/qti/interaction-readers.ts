import { CONTENT_LIMITS, NO_CORRECT_OPTION_INDEX } from '@training/shared/courses/section-length';
import { hotspotAreaOf } from './hotspot-area.ts';
import type { QtiBodyReader } from './body.ts';
import type { ResponseDeclaration } from './response-declaration.ts';
import type { QtiAnswer, QtiMedia } from '../../qti.ts';
import {
  findOutermostElementsNamed,
  childElementsOf,
  findOutermostElements,
  findFirstElementNamed,
  type QtiElement,
  oneLineTextOfElement,
} from './qti-element.ts';

// Longer than other files: the readers share these helpers, and several read by means of each other.

/** An interaction that becomes the answer part of a question, with what is needed to read it. */
export type QuestionInteraction = {
  item: QtiElement;
  interaction: QtiElement;
  declaration: ResponseDeclaration;
  reader: QtiBodyReader;
};
/**
 * Answer part that an interaction was read as; `answer` is null if none could be read.
 * @property media Media of the options, or of the picture that the question is about.
 */
export type InteractionAnswer = { answer: QtiAnswer | null; media?: QtiMedia[] };

export const EMPTY_INTERACTION_ANSWER: InteractionAnswer = { answer: null };
/** Points are compared with this precision: others write thirds as 0.33. */
const NEARLY = 0.01;

/** Readers of interactions, by their QTI name. Other interactions have no counterpart among our questions. */
export const INTERACTION_READERS: Partial<Record<string, (asked: QuestionInteraction) => InteractionAnswer>> = {
  'choice-interaction': (asked) => choice(asked, 'simple-choice'),
  'inline-choice-interaction': (asked) => told(asked, 'gapChosen', choice(asked, 'inline-choice')),
  'hottext-interaction': (asked) => told(asked, 'hottext', choice(asked, 'hottext')),
  'text-entry-interaction': textEntry,
  'extended-text-interaction': extendedText,
  'order-interaction': order,
  'match-interaction': match,
  'associate-interaction': associate,
  'gap-match-interaction': gapMatch,
  'hotspot-interaction': hotspot,
  'slider-interaction': slider,
};

function told(
  { reader }: QuestionInteraction,
  code: 'gapChosen' | 'hottext',
  read: InteractionAnswer,
): InteractionAnswer {
  if (read.answer) reader.tell(code);
  return read;
}

export function reportTooManyOptions({ reader }: QuestionInteraction, count: number): InteractionAnswer {
  reader.tell('tooManyOptions', String(count));
  return EMPTY_INTERACTION_ANSWER;
}

const classesOf = ({ attributes }: QtiElement) => (attributes.class ?? '').split(/\s+/);

export const identifierAttributeOf = ({ attributes }: QtiElement) => attributes.identifier ?? '';

/** Reads options, and their media where the kind of question has some. */
function optionsOf(
  { reader }: QuestionInteraction,
  trees: readonly QtiElement[],
): { texts: string[]; media: QtiMedia[] } | null {
  if (trees.length > CONTENT_LIMITS.options) {
    reader.tell('tooManyOptions', String(trees.length));
    return null;
  }
  const read = trees.map((tree) => reader.read(tree.children, true));
  const media = read.flatMap((body, option) => body.media.map((each) => ({ at: 'option' as const, option, ...each })));
  return { texts: read.map(({ text }) => text), media };
}

/** Returns the texts of options, for kinds of questions whose options show no media; null if there are too many. */
export function optionTextsOf(asked: QuestionInteraction, trees: readonly QtiElement[]): string[] | null {
  const read = optionsOf(asked, trees);
  if (read && read.media.length > 0) asked.reader.tell('optionMedia');
  return read && read.texts;
}

function choice(asked: QuestionInteraction, name: string): InteractionAnswer {
  const { interaction, declaration, reader } = asked;
  const trees = findOutermostElementsNamed(interaction, name);
  const options = optionsOf(asked, trees);
  if (!options) return EMPTY_INTERACTION_ANSWER;
  if (findOutermostElementsNamed(interaction, 'feedback-inline').length > 0) reader.tell('feedbackInBody');
  const { correct, credit } = chosenOf(asked, trees.map(identifierAttributeOf));
  if (declaration.cardinality === 'single' && correct.length === 0 && trees.length > NO_CORRECT_OPTION_INDEX) {
    reader.tell('nothingMarked');
    return EMPTY_INTERACTION_ANSWER;
  }
  const shared = { options: options.texts };
  const answer =
    declaration.cardinality === 'single'
      ? { kind: 'single_choice', ...shared, correct: correct[0] ?? NO_CORRECT_OPTION_INDEX }
      : { kind: 'multiple_choice', ...shared, correct, ...credit };
  return { answer, media: options.media };
}

/** Returns the places of the right choices, and that they count in part. */
function chosenOf({ declaration, reader }: QuestionInteraction, ids: readonly string[]) {
  const { cardinality, points, isMapped } = declaration;
  const scored = [...points].filter(([, value]) => value > 0);
  const right =
    declaration.correct.length > 0
      ? declaration.correct
      : scored.toSorted(([, one], [, other]) => other - one).map(([key]) => key);
  const unknown = right.find((id) => !ids.includes(id));
  if (unknown !== undefined) reader.tell('answerUnknown', unknown.slice(0, 80));
  const found = [...new Set(right)].map((id) => ids.indexOf(id)).filter((index) => index >= 0);
  if (cardinality === 'single') {
    if (isMapped && scored.length > 1) reader.tell('pointsDiffer');
    return { correct: found.slice(0, 1), credit: {} };
  }
  if (!isMapped || points.size === 0) return { correct: found.toSorted((a, b) => a - b), credit: {} };
  const ours = (index: number) => (found.includes(index) ? 1 / found.length : -1 / (ids.length - found.length));
  const most = scored.reduce((sum, [, value]) => sum + value, 0) || 1;
  const isOurs = ids.every((id, index) => Math.abs((points.get(id) ?? 0) / most - ours(index)) < NEARLY);
  if (!isOurs) reader.tell('pointsDiffer');
  return { correct: found.toSorted((a, b) => a - b), credit: { partial_credit: true } };
}

/** Returns the picture that an interaction asks about. */
function pictureOf(interaction: QtiElement): QtiElement | undefined {
  const beside = {
    ...interaction,
    children: interaction.children.filter((child) => child !== promptElementOf(interaction)),
  };
  return findOutermostElements(beside, (name) => name === 'img' || name === 'object')[0];
}

/** Reads the picture that an interaction asks about, as media of the prompt. */
export function readInteractionPicture({ interaction, reader }: QuestionInteraction): QtiMedia[] {
  const picture = pictureOf(interaction);
  return picture ? reader.read([picture]).media.map((each) => ({ at: 'prompt' as const, ...each })) : [];
}

/**
 * Reads the areas of a picture as a hotspot answer, still without the correct ones. Null, with the reason reported, if
 * the picture's size or an area is unknown, or there are too many.
 */
export function hotspotAnswerWithoutCorrectOf(
  asked: QuestionInteraction,
  trees: readonly QtiElement[],
): { answer: QtiAnswer; media: QtiMedia[] } | null {
  const { interaction, reader } = asked;
  const picture = pictureOf(interaction);
  const [width, height] = [picture?.attributes.width, picture?.attributes.height].map(Number);
  if (trees.length > CONTENT_LIMITS.options) {
    reportTooManyOptions(asked, trees.length);
    return null;
  }
  const read = width && height ? trees.flatMap((tree) => hotspotAreaOf(tree, width, height) ?? []) : [];
  if (!picture || read.length < trees.length || trees.length === 0) {
    reader.tell('areaUnknown');
    return null;
  }
  if (read.some(({ isExact }) => !isExact)) reader.tell('areaChanged');
  const options = trees.map(({ attributes }) => attributes['hotspot-label'] ?? '');
  return {
    answer: { kind: 'hotspot', options, areas: read.map(({ area }) => area) },
    media: readInteractionPicture(asked),
  };
}

function hotspot(asked: QuestionInteraction): InteractionAnswer {
  const trees = findOutermostElementsNamed(asked.interaction, 'hotspot-choice');
  const read = hotspotAnswerWithoutCorrectOf(asked, trees);
  if (!read) return EMPTY_INTERACTION_ANSWER;
  const { correct, credit } = chosenOf(asked, trees.map(identifierAttributeOf));
  return { ...read, answer: { ...read.answer, correct, ...(correct.length > 1 && credit) } };
}

function textEntry(asked: QuestionInteraction): InteractionAnswer {
  const { interaction, declaration, reader } = asked;
  const { type, points, correct } = declaration;
  if (type === 'float' || type === 'integer') return number(asked);
  const scored = [...points].filter(([, value]) => value > 0);
  const most = Math.max(...scored.map(([, value]) => value));
  const full = scored.filter(([, value]) => value === most).map(([key]) => key);
  if (full.length < scored.length) reader.tell('pointsDiffer');
  const accepted = [...new Set([...correct, ...full])].filter((text) => text !== '');
  if (declaration.isCased && accepted.some((text) => text.toLowerCase() !== text.toUpperCase()))
    reader.tell('caseIgnored');
  const classes = classesOf(interaction);
  return {
    answer: {
      kind: 'short_text',
      accepted,
      ...(classes.includes('ignore-accents') && { ignore_accents: true }),
      ...(classes.includes('allow-typo') && { allow_typo: true }),
    },
  };
}

function number({ item, interaction, declaration }: QuestionInteraction): InteractionAnswer {
  const scored = [...declaration.points].filter(([, points]) => points > 0);
  const [most] = scored.toSorted(([, one], [, other]) => other - one);
  const [first = most?.[0]] = declaration.correct;
  const value = first === undefined || first.trim() === '' ? NaN : Number(first);
  const units = findOutermostElementsNamed(item, 'span').filter(({ attributes }) => attributes.class === 'unit');
  const { tolerance: declared } = declaration;
  // Relative bounds of a negative number are exported as an amount.
  const isPercent = declared?.by === 'amount' && classesOf(interaction).includes('percent');
  const percent = () => Number((((declared?.of ?? 0) * 100) / Math.abs(value || 1)).toPrecision(12));
  const tolerance = isPercent ? { by: 'percent' as const, of: percent() } : declared;
  return {
    answer: {
      kind: 'number',
      value: Number.isFinite(value) ? value : null,
      ...(tolerance && { tolerance }),
      units: units.map(oneLineTextOfElement),
    },
  };
}

function slider(asked: QuestionInteraction): InteractionAnswer {
  asked.reader.tell('slider');
  return number(asked);
}

function extendedText(asked: QuestionInteraction): InteractionAnswer {
  const { item, interaction, reader } = asked;
  const scoring = findOutermostElementsNamed(item, 'rubric-block').find(({ attributes }) =>
    /scorer/.test(attributes.view ?? ''),
  );
  const points = scoring ? (listOf(scoring, 'li') ?? listOf(scoring, 'p') ?? [scoring]) : [];
  const rubric = points.map(({ children }) => reader.read(children, true).text).filter((text) => text !== '');
  if (!classesOf(interaction).includes('spoken')) reader.tell('spoken');
  return { answer: { kind: 'spoken', rubric } };
}

function listOf(tree: QtiElement, name: string): QtiElement[] | undefined {
  const found = findOutermostElementsNamed(tree, name);
  return found.length > 0 ? found : undefined;
}

function order(asked: QuestionInteraction): InteractionAnswer {
  const trees = findOutermostElementsNamed(asked.interaction, 'simple-choice');
  const texts = optionTextsOf(asked, trees);
  if (!texts) return EMPTY_INTERACTION_ANSWER;
  const ids = trees.map(identifierAttributeOf);
  const places = findCorrectOrderIndexes(ids, asked.declaration.correct);
  if (!places) {
    asked.reader.tell('ordering');
    return EMPTY_INTERACTION_ANSWER;
  }
  return { answer: { kind: 'ordering', options: places.map((place) => texts[place] ?? '') } };
}

/** Returns the indexes of all choices in their correct order; undefined if some have no place in it. */
export function findCorrectOrderIndexes(ids: readonly string[], correct: readonly string[]): number[] | undefined {
  const places = correct.map((id) => ids.indexOf(id));
  const isWhole = places.length === ids.length && new Set(places).size === ids.length && !places.includes(-1);
  return isWhole ? places : undefined;
}

function match(asked: QuestionInteraction): InteractionAnswer {
  const [from, to] = findOutermostElementsNamed(asked.interaction, 'simple-match-set').map((set) =>
    findOutermostElementsNamed(set, 'simple-associable-choice'),
  );
  if (!from || !to) {
    asked.reader.tell('notOneToOne');
    return EMPTY_INTERACTION_ANSWER;
  }
  const [options, matches] = [optionTextsOf(asked, from), optionTextsOf(asked, to)];
  if (!options || !matches) return EMPTY_INTERACTION_ANSWER;
  return matchingAnswerOf(
    asked,
    { ids: from.map(identifierAttributeOf), texts: options },
    { ids: to.map(identifierAttributeOf), texts: matches },
  );
}

type Side = { ids: string[]; texts: string[] };

/**
 * Returns a matching answer. Its `answer` is null, with the reason reported, unless each option has exactly one match
 * and no match is used twice.
 */
export function matchingAnswerOf(
  { declaration, reader }: QuestionInteraction,
  from: Side,
  to: Side,
  pairs = correctPairsOf(declaration),
): InteractionAnswer {
  const places = from.ids.map((id) => pairs.flatMap(([one, other]) => (one === id ? to.ids.indexOf(other) : [])));
  const used = places.flat();
  if (places.some(({ length }) => length !== 1) || used.includes(-1) || new Set(used).size < used.length) {
    reader.tell('notOneToOne');
    return EMPTY_INTERACTION_ANSWER;
  }
  const { isMapped, points } = declaration;
  const values = new Set(pairs.map(([one, other]) => points.get(`${one} ${other}`)));
  const isPartial = isMapped && points.size > 0;
  const hasOthers = [...points].some(([key, value]) => value !== 0 && !pairs.some((pair) => pair.join(' ') === key));
  if (isPartial && (values.size > 1 || hasOthers)) reader.tell('pointsDiffer');
  const rest = [...to.ids.keys()].filter((place) => !used.includes(place));
  const matches = [...used, ...rest].map((place) => to.texts[place] ?? '');
  return { answer: { kind: 'matching', options: from.texts, matches, ...(isPartial && { partial_credit: true }) } };
}

/** Returns the correct pairs; if none are declared, the pairs that score points. */
export function correctPairsOf({ correct, points }: ResponseDeclaration): (readonly [string, string])[] {
  const scored = [...points].filter(([, value]) => value > 0).map(([key]) => key);
  return (correct.length > 0 ? correct : scored).map((pair) => {
    const [one = '', other = ''] = pair.trim().split(/\s+/);
    return [one, other] as const;
  });
}

function associate(asked: QuestionInteraction): InteractionAnswer {
  const trees = findOutermostElementsNamed(asked.interaction, 'simple-associable-choice');
  if (trees.length > 2 * CONTENT_LIMITS.options) return reportTooManyOptions(asked, trees.length);
  return matchingAnswerOfSingleSet(
    asked,
    new Map(trees.map((tree) => [identifierAttributeOf(tree), asked.reader.read(tree.children, true).text])),
  );
}

/**
 * Returns a matching answer for pairs within one set: the first of each pair becomes an option, the second its match.
 */
export function matchingAnswerOfSingleSet(asked: QuestionInteraction, texts: Map<string, string>): InteractionAnswer {
  const pairs = correctPairsOf(asked.declaration);
  const from = pairs.map(([one]) => one);
  const to = [...texts.keys()].filter((id) => !from.includes(id));
  const side = (ids: string[]) => ({ ids, texts: ids.map((id) => texts.get(id) ?? '') });
  const read = matchingAnswerOf(asked, side(from), side(to), pairs);
  if (read.answer) asked.reader.tell('associated');
  return read;
}

/** Gaps of a text become options by their numbers, which the text shows. */
function gapMatch(asked: QuestionInteraction): InteractionAnswer {
  const { interaction, declaration, reader } = asked;
  const gaps = findOutermostElementsNamed(interaction, 'gap').map(identifierAttributeOf);
  const choices = childElementsOf(interaction).filter(({ name }) => name === 'gap-text' || name === 'gap-img');
  const matches = optionTextsOf(asked, choices);
  if (!matches) return EMPTY_INTERACTION_ANSWER;
  if (gaps.length > CONTENT_LIMITS.options) return reportTooManyOptions(asked, gaps.length);
  const pairs = correctPairsOf(declaration).map(([word, gap]) => [gap, word] as const);
  const from = { ids: gaps, texts: gaps.map((_, n) => `(${n + 1})`) };
  const read = matchingAnswerOf(asked, from, { ids: choices.map(identifierAttributeOf), texts: matches }, pairs);
  if (read.answer) reader.tell('gapMatched');
  return read;
}

/** Returns the prompt of an interaction, if it has one. */
export const promptElementOf = (interaction: QtiElement): QtiElement | undefined =>
  findFirstElementNamed(interaction, 'prompt');
