import { CONTENT_LIMITS, NO_OPTION_MARKED } from '@training/shared/courses/section-length';
import { areaOf } from './areas.ts';
import type { BodyReader } from './body.ts';
import type { Declaration } from './declaration.ts';
import type { QtiAnswer, QtiMedia } from '../../qti.ts';
import { allOf, elementsOf, findAll, firstOf, type Tree, textOnOneLine } from './tree.ts';

/** An interaction that is read as the answer of a question. */
export type AskedInteraction = { item: Tree; interaction: Tree; declaration: Declaration; reader: BodyReader };
/** @property media Those of the options, or of the picture that is asked about. */
export type AnswerRead = { answer: QtiAnswer | null; media?: QtiMedia[] };

export const EMPTY_ANSWER: AnswerRead = { answer: null };
/** Points are compared with this precision: others write thirds as 0.33. */
const NEARLY = 0.01;

/** Readers by the name of an interaction. Of others, a question has no counterpart. */
export const KINDS: Partial<Record<string, (asked: AskedInteraction) => AnswerRead>> = {
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

function told({ reader }: AskedInteraction, code: 'gapChosen' | 'hottext', read: AnswerRead): AnswerRead {
  if (read.answer) reader.tell(code);
  return read;
}

export function reportTooManyOptions({ reader }: AskedInteraction, count: number): AnswerRead {
  reader.tell('tooManyOptions', String(count));
  return EMPTY_ANSWER;
}

const classesOf = ({ attributes }: Tree) => (attributes.class ?? '').split(/\s+/);

export const idOf = ({ attributes }: Tree) => attributes.identifier ?? '';

/** Reads options, and their media where the kind of question has some. */
function optionsOf(
  { reader }: AskedInteraction,
  trees: readonly Tree[],
): { texts: string[]; media: QtiMedia[] } | null {
  if (trees.length > CONTENT_LIMITS.options) {
    reader.tell('tooManyOptions', String(trees.length));
    return null;
  }
  const read = trees.map((tree) => reader.read(tree.children, true));
  const media = read.flatMap((body, option) => body.media.map((each) => ({ at: 'option' as const, option, ...each })));
  return { texts: read.map(({ text }) => text), media };
}

/** Options of kinds that show no media with them. */
export function textsOf(asked: AskedInteraction, trees: readonly Tree[]): string[] | null {
  const read = optionsOf(asked, trees);
  if (read && read.media.length > 0) asked.reader.tell('optionMedia');
  return read && read.texts;
}

function choice(asked: AskedInteraction, name: string): AnswerRead {
  const { interaction, declaration, reader } = asked;
  const trees = allOf(interaction, name);
  const options = optionsOf(asked, trees);
  if (!options) return EMPTY_ANSWER;
  if (allOf(interaction, 'feedback-inline').length > 0) reader.tell('feedbackInBody');
  const { correct, credit } = chosenOf(asked, trees.map(idOf));
  if (declaration.cardinality === 'single' && correct.length === 0 && trees.length > NO_OPTION_MARKED) {
    reader.tell('nothingMarked');
    return EMPTY_ANSWER;
  }
  const shared = { options: options.texts };
  const answer =
    declaration.cardinality === 'single'
      ? { kind: 'single_choice', ...shared, correct: correct[0] ?? NO_OPTION_MARKED }
      : { kind: 'multiple_choice', ...shared, correct, ...credit };
  return { answer, media: options.media };
}

/** Returns the places of the right choices, and that they count in part. */
function chosenOf({ declaration, reader }: AskedInteraction, ids: readonly string[]) {
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
function pictureOf(interaction: Tree): Tree | undefined {
  const beside = { ...interaction, children: interaction.children.filter((child) => child !== promptOf(interaction)) };
  return findAll(beside, (name) => name === 'img' || name === 'object')[0];
}

/** Reads the picture that an interaction asks about, as media of the prompt. */
export function pictureMedia({ interaction, reader }: AskedInteraction): QtiMedia[] {
  const picture = pictureOf(interaction);
  return picture ? reader.read([picture]).media.map((each) => ({ at: 'prompt' as const, ...each })) : [];
}

/** Reads areas of a picture, of which the size must be known, but for what counts as correct. */
export function areasOf(
  asked: AskedInteraction,
  trees: readonly Tree[],
): { answer: QtiAnswer; media: QtiMedia[] } | null {
  const { interaction, reader } = asked;
  const picture = pictureOf(interaction);
  const [width, height] = [picture?.attributes.width, picture?.attributes.height].map(Number);
  if (trees.length > CONTENT_LIMITS.options) {
    reportTooManyOptions(asked, trees.length);
    return null;
  }
  const read = width && height ? trees.flatMap((tree) => areaOf(tree, width, height) ?? []) : [];
  if (!picture || read.length < trees.length || trees.length === 0) {
    reader.tell('areaUnknown');
    return null;
  }
  if (read.some(({ isExact }) => !isExact)) reader.tell('areaChanged');
  const options = trees.map(({ attributes }) => attributes['hotspot-label'] ?? '');
  return {
    answer: { kind: 'hotspot', options, areas: read.map(({ area }) => area) },
    media: pictureMedia(asked),
  };
}

function hotspot(asked: AskedInteraction): AnswerRead {
  const trees = allOf(asked.interaction, 'hotspot-choice');
  const read = areasOf(asked, trees);
  if (!read) return EMPTY_ANSWER;
  const { correct, credit } = chosenOf(asked, trees.map(idOf));
  return { ...read, answer: { ...read.answer, correct, ...(correct.length > 1 && credit) } };
}

function textEntry(asked: AskedInteraction): AnswerRead {
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

function number({ item, interaction, declaration }: AskedInteraction): AnswerRead {
  const scored = [...declaration.points].filter(([, points]) => points > 0);
  const [most] = scored.toSorted(([, one], [, other]) => other - one);
  const [first = most?.[0]] = declaration.correct;
  const value = first === undefined || first.trim() === '' ? NaN : Number(first);
  const units = allOf(item, 'span').filter(({ attributes }) => attributes.class === 'unit');
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
      units: units.map(textOnOneLine),
    },
  };
}

function slider(asked: AskedInteraction): AnswerRead {
  asked.reader.tell('slider');
  return number(asked);
}

function extendedText(asked: AskedInteraction): AnswerRead {
  const { item, interaction, reader } = asked;
  const scoring = allOf(item, 'rubric-block').find(({ attributes }) => /scorer/.test(attributes.view ?? ''));
  const points = scoring ? (listOf(scoring, 'li') ?? listOf(scoring, 'p') ?? [scoring]) : [];
  const rubric = points.map(({ children }) => reader.read(children, true).text).filter((text) => text !== '');
  if (!classesOf(interaction).includes('spoken')) reader.tell('spoken');
  return { answer: { kind: 'spoken', rubric } };
}

function listOf(tree: Tree, name: string): Tree[] | undefined {
  const found = allOf(tree, name);
  return found.length > 0 ? found : undefined;
}

function order(asked: AskedInteraction): AnswerRead {
  const trees = allOf(asked.interaction, 'simple-choice');
  const texts = textsOf(asked, trees);
  if (!texts) return EMPTY_ANSWER;
  const ids = trees.map(idOf);
  const places = declaredOrder(ids, asked.declaration.correct);
  if (!places) {
    asked.reader.tell('ordering');
    return EMPTY_ANSWER;
  }
  return { answer: { kind: 'ordering', options: places.map((place) => texts[place] ?? '') } };
}

/** Returns the places of all choices in their right order; undefined if some have none. */
export function declaredOrder(ids: readonly string[], correct: readonly string[]): number[] | undefined {
  const places = correct.map((id) => ids.indexOf(id));
  const isWhole = places.length === ids.length && new Set(places).size === ids.length && !places.includes(-1);
  return isWhole ? places : undefined;
}

function match(asked: AskedInteraction): AnswerRead {
  const [from, to] = allOf(asked.interaction, 'simple-match-set').map((set) => allOf(set, 'simple-associable-choice'));
  if (!from || !to) {
    asked.reader.tell('notOneToOne');
    return EMPTY_ANSWER;
  }
  const [options, matches] = [textsOf(asked, from), textsOf(asked, to)];
  if (!options || !matches) return EMPTY_ANSWER;
  return paired(asked, { ids: from.map(idOf), texts: options }, { ids: to.map(idOf), texts: matches });
}

type Side = { ids: string[]; texts: string[] };

/** Makes a matching question if each option has one match, and none is used twice. */
export function paired(
  { declaration, reader }: AskedInteraction,
  from: Side,
  to: Side,
  pairs = declaredPairs(declaration),
): AnswerRead {
  const places = from.ids.map((id) => pairs.flatMap(([one, other]) => (one === id ? to.ids.indexOf(other) : [])));
  const used = places.flat();
  if (places.some(({ length }) => length !== 1) || used.includes(-1) || new Set(used).size < used.length) {
    reader.tell('notOneToOne');
    return EMPTY_ANSWER;
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

/** Returns the right pairs, or else those with points. */
export function declaredPairs({ correct, points }: Declaration): (readonly [string, string])[] {
  const scored = [...points].filter(([, value]) => value > 0).map(([key]) => key);
  return (correct.length > 0 ? correct : scored).map((pair) => {
    const [one = '', other = ''] = pair.trim().split(/\s+/);
    return [one, other] as const;
  });
}

function associate(asked: AskedInteraction): AnswerRead {
  const trees = allOf(asked.interaction, 'simple-associable-choice');
  if (trees.length > 2 * CONTENT_LIMITS.options) return reportTooManyOptions(asked, trees.length);
  return pairedWithin(asked, new Map(trees.map((tree) => [idOf(tree), asked.reader.read(tree.children, true).text])));
}

/** Pairs within one set become options and their matches. */
export function pairedWithin(asked: AskedInteraction, texts: Map<string, string>): AnswerRead {
  const pairs = declaredPairs(asked.declaration);
  const from = pairs.map(([one]) => one);
  const to = [...texts.keys()].filter((id) => !from.includes(id));
  const side = (ids: string[]) => ({ ids, texts: ids.map((id) => texts.get(id) ?? '') });
  const read = paired(asked, side(from), side(to), pairs);
  if (read.answer) asked.reader.tell('associated');
  return read;
}

/** Gaps of a text become options by their numbers, which the text shows. */
function gapMatch(asked: AskedInteraction): AnswerRead {
  const { interaction, declaration, reader } = asked;
  const gaps = allOf(interaction, 'gap').map(idOf);
  const choices = elementsOf(interaction).filter(({ name }) => name === 'gap-text' || name === 'gap-img');
  const matches = textsOf(asked, choices);
  if (!matches) return EMPTY_ANSWER;
  if (gaps.length > CONTENT_LIMITS.options) return reportTooManyOptions(asked, gaps.length);
  const pairs = declaredPairs(declaration).map(([word, gap]) => [gap, word] as const);
  const from = { ids: gaps, texts: gaps.map((_, n) => `(${n + 1})`) };
  const read = paired(asked, from, { ids: choices.map(idOf), texts: matches }, pairs);
  if (read.answer) reader.tell('gapMatched');
  return read;
}

/** Returns the prompt of an interaction, if it has one. */
export const promptOf = (interaction: Tree): Tree | undefined => firstOf(interaction, 'prompt');
