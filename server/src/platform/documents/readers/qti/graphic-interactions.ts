import { CONTENT_LIMITS } from '@training/shared/courses/section-length';
import {
  type InteractionAnswer,
  hotspotAnswerWithoutCorrectOf,
  type QuestionInteraction,
  findCorrectOrderIndexes,
  identifierAttributeOf,
  EMPTY_INTERACTION_ANSWER,
  matchingAnswerOf,
  matchingAnswerOfSingleSet,
  correctPairsOf,
  readInteractionPicture,
  optionTextsOf,
  reportTooManyOptions,
} from './interaction-readers.ts';
import { findOutermostElementsNamed, childElementsOf, type QtiElement } from './qti-element.ts';

/** Readers of interactions with places in a picture, besides those of `INTERACTION_READERS`. */
export const GRAPHIC_INTERACTION_READERS: Partial<Record<string, (asked: QuestionInteraction) => InteractionAnswer>> = {
  'select-point-interaction': selectPoint,
  'graphic-order-interaction': graphicOrder,
  'graphic-associate-interaction': graphicAssociate,
  'graphic-gap-match-interaction': graphicGapMatch,
};

/** Areas in which a point counts. Where one of several is enough, the best stays: here all would be asked. */
function selectPoint(asked: QuestionInteraction): InteractionAnswer {
  const { declaration, reader } = asked;
  const isSingle = declaration.cardinality === 'single';
  const pointsOf = ({ attributes }: QtiElement) => Number(attributes['mapped-value'] ?? 0);
  const [best, ...others] = declaration.areas
    .filter((area) => pointsOf(area) > 0)
    .toSorted((one, other) => pointsOf(other) - pointsOf(one));
  const left = isSingle ? declaration.areas.filter((area) => !others.includes(area)) : declaration.areas;
  const read = hotspotAnswerWithoutCorrectOf(asked, best ? left : []);
  if (!read) return EMPTY_INTERACTION_ANSWER;
  if (others.some((area) => isSingle || pointsOf(area) !== pointsOf(best!))) reader.tell('pointsDiffer');
  reader.tell('pointAreas');
  const correct = left.flatMap((area, n) => (pointsOf(area) > 0 ? n : []));
  return { ...read, answer: { ...read.answer, correct } };
}

/** Returns the names of places in a picture; undefined if some have none. */
function namesOf(asked: QuestionInteraction, places: readonly QtiElement[], most: number): string[] | undefined {
  if (places.length > most) {
    reportTooManyOptions(asked, places.length);
    return undefined;
  }
  const names = places.map(({ attributes }) => attributes['hotspot-label']?.trim() ?? '');
  const isNamed = names.length > 0 && names.every((name) => name !== '');
  asked.reader.tell(isNamed ? 'placesNamed' : 'placesUnnamed');
  return isNamed ? names : undefined;
}

function graphicOrder(asked: QuestionInteraction): InteractionAnswer {
  const places = findOutermostElementsNamed(asked.interaction, 'hotspot-choice');
  const names = namesOf(asked, places, CONTENT_LIMITS.options);
  const order = names && findCorrectOrderIndexes(places.map(identifierAttributeOf), asked.declaration.correct);
  if (names && !order) asked.reader.tell('ordering');
  if (!names || !order) return EMPTY_INTERACTION_ANSWER;
  const options = order.map((place) => names[place] ?? '');
  return { answer: { kind: 'ordering', options }, media: readInteractionPicture(asked) };
}

function graphicAssociate(asked: QuestionInteraction): InteractionAnswer {
  const places = findOutermostElementsNamed(asked.interaction, 'associable-hotspot');
  const names = namesOf(asked, places, 2 * CONTENT_LIMITS.options);
  if (!names) return EMPTY_INTERACTION_ANSWER;
  const read = matchingAnswerOfSingleSet(
    asked,
    new Map(places.map((place, n) => [identifierAttributeOf(place), names[n] ?? ''])),
  );
  return { ...read, media: readInteractionPicture(asked) };
}

/** Places become options, and the words that are put there their matches. */
function graphicGapMatch(asked: QuestionInteraction): InteractionAnswer {
  const { interaction, declaration } = asked;
  const places = findOutermostElementsNamed(interaction, 'associable-hotspot');
  const words = childElementsOf(interaction).filter(({ name }) => name === 'gap-text' || name === 'gap-img');
  const names = namesOf(asked, places, CONTENT_LIMITS.options);
  const matches = names && optionTextsOf(asked, words);
  if (!names || !matches) return EMPTY_INTERACTION_ANSWER;
  const pairs = correctPairsOf(declaration).map(([word, place]) => [place, word] as const);
  const read = matchingAnswerOf(
    asked,
    { ids: places.map(identifierAttributeOf), texts: names },
    { ids: words.map(identifierAttributeOf), texts: matches },
    pairs,
  );
  return { ...read, media: readInteractionPicture(asked) };
}
