import { CONTENT_LIMITS } from '@training/shared/courses/section-length';
import {
  type AnswerRead,
  areasOf,
  type AskedInteraction,
  declaredOrder,
  idOf,
  EMPTY_ANSWER,
  paired,
  pairedWithin,
  declaredPairs,
  pictureMedia,
  textsOf,
  reportTooManyOptions,
} from './kinds.ts';
import { allOf, elementsOf, type Tree } from './tree.ts';

/** Readers of interactions with places in a picture, besides those of `KINDS`. */
export const GRAPHIC_KINDS: Partial<Record<string, (asked: AskedInteraction) => AnswerRead>> = {
  'select-point-interaction': selectPoint,
  'graphic-order-interaction': graphicOrder,
  'graphic-associate-interaction': graphicAssociate,
  'graphic-gap-match-interaction': graphicGapMatch,
};

/** Areas in which a point counts. Where one of several is enough, the best stays: here all would be asked. */
function selectPoint(asked: AskedInteraction): AnswerRead {
  const { declaration, reader } = asked;
  const isSingle = declaration.cardinality === 'single';
  const pointsOf = ({ attributes }: Tree) => Number(attributes['mapped-value'] ?? 0);
  const [best, ...others] = declaration.areas
    .filter((area) => pointsOf(area) > 0)
    .toSorted((one, other) => pointsOf(other) - pointsOf(one));
  const left = isSingle ? declaration.areas.filter((area) => !others.includes(area)) : declaration.areas;
  const read = areasOf(asked, best ? left : []);
  if (!read) return EMPTY_ANSWER;
  if (others.some((area) => isSingle || pointsOf(area) !== pointsOf(best!))) reader.tell('pointsDiffer');
  reader.tell('pointAreas');
  const correct = left.flatMap((area, n) => (pointsOf(area) > 0 ? n : []));
  return { ...read, answer: { ...read.answer, correct } };
}

/** Returns the names of places in a picture; undefined if some have none. */
function namesOf(asked: AskedInteraction, places: readonly Tree[], most: number): string[] | undefined {
  if (places.length > most) {
    reportTooManyOptions(asked, places.length);
    return undefined;
  }
  const names = places.map(({ attributes }) => attributes['hotspot-label']?.trim() ?? '');
  const isNamed = names.length > 0 && names.every((name) => name !== '');
  asked.reader.tell(isNamed ? 'placesNamed' : 'placesUnnamed');
  return isNamed ? names : undefined;
}

function graphicOrder(asked: AskedInteraction): AnswerRead {
  const places = allOf(asked.interaction, 'hotspot-choice');
  const names = namesOf(asked, places, CONTENT_LIMITS.options);
  const order = names && declaredOrder(places.map(idOf), asked.declaration.correct);
  if (names && !order) asked.reader.tell('ordering');
  if (!names || !order) return EMPTY_ANSWER;
  const options = order.map((place) => names[place] ?? '');
  return { answer: { kind: 'ordering', options }, media: pictureMedia(asked) };
}

function graphicAssociate(asked: AskedInteraction): AnswerRead {
  const places = allOf(asked.interaction, 'associable-hotspot');
  const names = namesOf(asked, places, 2 * CONTENT_LIMITS.options);
  if (!names) return EMPTY_ANSWER;
  const read = pairedWithin(asked, new Map(places.map((place, n) => [idOf(place), names[n] ?? ''])));
  return { ...read, media: pictureMedia(asked) };
}

/** Places become options, and the words that are put there their matches. */
function graphicGapMatch(asked: AskedInteraction): AnswerRead {
  const { interaction, declaration } = asked;
  const places = allOf(interaction, 'associable-hotspot');
  const words = elementsOf(interaction).filter(({ name }) => name === 'gap-text' || name === 'gap-img');
  const names = namesOf(asked, places, CONTENT_LIMITS.options);
  const matches = names && textsOf(asked, words);
  if (!names || !matches) return EMPTY_ANSWER;
  const pairs = declaredPairs(declaration).map(([word, place]) => [place, word] as const);
  const read = paired(asked, { ids: places.map(idOf), texts: names }, { ids: words.map(idOf), texts: matches }, pairs);
  return { ...read, media: pictureMedia(asked) };
}
