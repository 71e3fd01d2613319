import {
  type AnswerRead,
  areasOf,
  type Asked,
  declaredOrder,
  idOf,
  MOST_OPTIONS,
  NOTHING,
  paired,
  pairedWithin,
  declaredPairs,
  pictureMedia,
  textsOf,
  tooMany,
} from './kinds.ts';
import { allOf, elementsOf, type Tree } from './tree.ts';

/** Readers of interactions with places in a picture, besides those of `KINDS`. */
export const GRAPHIC_KINDS: Partial<Record<string, (asked: Asked) => AnswerRead>> = {
  'select-point-interaction': selectPoint,
  'graphic-order-interaction': graphicOrder,
  'graphic-associate-interaction': graphicAssociate,
  'graphic-gap-match-interaction': graphicGapMatch,
};

/** Areas in which a point counts. Where one of several is enough, the best stays: here all would be asked. */
function selectPoint(asked: Asked): AnswerRead {
  const { declaration, reader } = asked;
  const isSingle = declaration.cardinality === 'single';
  const pointsOf = ({ attributes }: Tree) => Number(attributes['mapped-value'] ?? 0);
  const [best, ...others] = declaration.areas
    .filter((area) => pointsOf(area) > 0)
    .toSorted((one, other) => pointsOf(other) - pointsOf(one));
  const left = isSingle ? declaration.areas.filter((area) => !others.includes(area)) : declaration.areas;
  const read = areasOf(asked, best ? left : []);
  if (!read) return NOTHING;
  if (others.some((area) => isSingle || pointsOf(area) !== pointsOf(best!))) reader.tell('pointsDiffer');
  reader.tell('pointAreas');
  const correct = left.flatMap((area, n) => (pointsOf(area) > 0 ? n : []));
  return { ...read, answer: { ...read.answer, correct } };
}

/** Returns the names of places in a picture; undefined if some have none. */
function namesOf(asked: Asked, places: readonly Tree[], most: number): string[] | undefined {
  if (places.length > most) {
    tooMany(asked, places.length);
    return undefined;
  }
  const names = places.map(({ attributes }) => attributes['hotspot-label']?.trim() ?? '');
  const isNamed = names.length > 0 && names.every((name) => name !== '');
  asked.reader.tell(isNamed ? 'placesNamed' : 'placesUnnamed');
  return isNamed ? names : undefined;
}

function graphicOrder(asked: Asked): AnswerRead {
  const places = allOf(asked.interaction, 'hotspot-choice');
  const names = namesOf(asked, places, MOST_OPTIONS);
  const order = names && declaredOrder(places.map(idOf), asked.declaration.correct);
  if (names && !order) asked.reader.tell('ordering');
  if (!names || !order) return NOTHING;
  const options = order.map((place) => names[place] ?? '');
  return { answer: { kind: 'ordering', options }, media: pictureMedia(asked) };
}

function graphicAssociate(asked: Asked): AnswerRead {
  const places = allOf(asked.interaction, 'associable-hotspot');
  const names = namesOf(asked, places, 2 * MOST_OPTIONS);
  if (!names) return NOTHING;
  const read = pairedWithin(asked, new Map(places.map((place, n) => [idOf(place), names[n] ?? ''])));
  return { ...read, media: pictureMedia(asked) };
}

/** Places become options, and the words that are put there their matches. */
function graphicGapMatch(asked: Asked): AnswerRead {
  const { interaction, declaration } = asked;
  const places = allOf(interaction, 'associable-hotspot');
  const words = elementsOf(interaction).filter(({ name }) => name === 'gap-text' || name === 'gap-img');
  const names = namesOf(asked, places, MOST_OPTIONS);
  const matches = names && textsOf(asked, words);
  if (!names || !matches) return NOTHING;
  const pairs = declaredPairs(declaration).map(([word, place]) => [place, word] as const);
  const read = paired(asked, { ids: places.map(idOf), texts: names }, { ids: words.map(idOf), texts: matches }, pairs);
  return { ...read, media: pictureMedia(asked) };
}
