import { findOutermostElementsNamed, childElementsOf, findFirstElementNamed, type QtiElement } from './qti-element.ts';

/** Interactions of one item: each becomes a question with the text of all. */
const MOST_PARTS = 20;
/** Interactions of which the text is the prompt, with gaps of its own. */
const WITH_TEXT = new Set(['hottext-interaction', 'gap-match-interaction']);
/** Elements that add up what is scored apart. */
const ADDS = new Set(['response-processing', 'response-processing-fragment', 'set-outcome-value', 'sum']);
const NAMES_RESPONSE = new Set(['variable', 'correct', 'map-response', 'map-response-point']);

/** Returns the names of answers that a rule of scoring is about. */
function answersIn(tree: QtiElement): string[] {
  const own = NAMES_RESPONSE.has(tree.name) ? [tree.attributes.identifier ?? ''] : [];
  return [...own, ...childElementsOf(tree).flatMap(answersIn)];
}

/** One of an item's several interactions, with the rules that score it. */
export type ScoredInteraction = { interaction: QtiElement; processing: QtiElement | undefined };

/**
 * Returns the interactions of an item as parts that are each declared and scored by themselves; undefined if they
 * aren't.
 */
export function findSeparatelyScoredInteractions(
  item: QtiElement,
  interactions: readonly QtiElement[],
): ScoredInteraction[] | undefined {
  const names = interactions.map(({ attributes }) => attributes['response-identifier'] ?? '');
  const declared = new Set(
    findOutermostElementsNamed(item, 'response-declaration').map(({ attributes }) => attributes.identifier),
  );
  const isApart = new Set(names).size === names.length && names.every((name) => declared.has(name));
  const hasText = interactions.some(({ name }) => WITH_TEXT.has(name));
  if (names.length > MOST_PARTS || !isApart || hasText || item.attributes.adaptive === 'true') return undefined;
  const processing = findFirstElementNamed(item, 'response-processing');
  const scored = processing && {
    ...processing,
    children: childElementsOf(processing).filter((rule) => scores(item, rule)),
  };
  const named = new Set(names);
  if (scored && !isScoredApart(scored, named)) return undefined;
  return interactions.map((interaction, n) => {
    const rules = scored && childElementsOf(scored).filter((rule) => answersIn(rule).includes(names[n] ?? ''));
    return { interaction, processing: scored && { ...scored, children: rules ?? [] } };
  });
}

/** Returns false for rules that only choose a feedback. */
function scores(item: QtiElement, rule: QtiElement): boolean {
  const outcomes = findOutermostElementsNamed(item, 'outcome-declaration');
  const isNumber = (name: string | undefined) =>
    outcomes.some(
      ({ attributes }) => attributes.identifier === name && /^(?:float|integer)$/.test(attributes['base-type'] ?? ''),
    );
  const set = rule.name === 'set-outcome-value' ? [rule] : findOutermostElementsNamed(rule, 'set-outcome-value');
  return (
    set.length === 0 ||
    set.some(({ attributes }) => attributes.identifier === 'SCORE' || isNumber(attributes.identifier))
  );
}

function isScoredApart(tree: QtiElement, names: ReadonlySet<string>): boolean {
  const about = new Set(answersIn(tree).filter((name) => names.has(name)));
  return (
    about.size <= 1 || (ADDS.has(tree.name) && childElementsOf(tree).every((child) => isScoredApart(child, names)))
  );
}
