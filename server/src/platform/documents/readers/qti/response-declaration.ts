import {
  findOutermostElementsNamed,
  childElementsOf,
  findOutermostElements,
  findFirstElementNamed,
  type QtiElement,
  oneLineTextOfElement,
} from './qti-element.ts';

/** Declaration of an answer. */
export type ResponseDeclaration = {
  cardinality: string;
  type: string;
  correct: string[];
  /** Points by answer; empty without a mapping. */
  points: Map<string, number>;
  /** Areas of a picture in which a point has points. */
  areas: QtiElement[];
  /** Upper and lower case differ. */
  isCased: boolean;
  isMapped: boolean;
  /** Allowed distance of a number, as the item's own scoring has it. */
  tolerance: { by: 'amount' | 'percent'; of: number } | undefined;
  /** Scoring that is neither comparison with the correct answer nor a mapping. */
  isOwnScoring: boolean;
};

/**
 * Returns the declaration that an interaction names.
 * @param processing The rules of scoring that are about it; those of the item, unless it asks several things.
 */
export function responseDeclarationOf(
  item: QtiElement,
  interaction: QtiElement,
  processing = findFirstElementNamed(item, 'response-processing'),
): ResponseDeclaration | undefined {
  const identifier = interaction.attributes['response-identifier'];
  const found = findOutermostElementsNamed(item, 'response-declaration').find(
    ({ attributes }) => attributes.identifier === identifier,
  );
  if (!found) return undefined;
  const entries = findOutermostElementsNamed(found, 'map-entry').map(({ attributes }) => attributes);
  const correct = findFirstElementNamed(found, 'correct-response');
  const template = processing?.attributes.template ?? processing?.attributes['template-location'] ?? '';
  const used = new Set(processing ? findAllNames(processing) : []);
  const tolerance = processing && toleranceIn(processing);
  return {
    cardinality: found.attributes.cardinality ?? 'single',
    type: found.attributes['base-type'] ?? 'identifier',
    correct: correct ? findOutermostElementsNamed(correct, 'value').map(oneLineTextOfElement) : [],
    points: new Map(entries.map((entry) => [entry['map-key'] ?? '', Number(entry['mapped-value'] ?? 0)])),
    areas: findOutermostElementsNamed(found, 'area-map-entry'),
    isCased: entries.length === 0 || entries.some((entry) => entry['case-sensitive'] !== 'false'),
    isMapped: /map_response/.test(template) || used.has('map-response'),
    tolerance: tolerance ?? undefined,
    isOwnScoring:
      template === '' &&
      (tolerance === null ||
        [...used].some((name) => !PLAIN.has(name)) ||
        (processing !== undefined && comparesOtherwise(processing))),
  };
}

function findAllNames(tree: QtiElement): string[] {
  return childElementsOf(tree).flatMap((child) => [child.name, ...findAllNames(child)]);
}

/** Elements of scoring that only compares with the correct answer, or maps it, or chooses a feedback. */
const PLAIN = new Set(
  'response-condition response-if response-else response-else-if set-outcome-value match equal variable correct base-value map-response map-response-point is-null not sum'.split(
    ' ',
  ),
);

/** Returns true if something is right that the correct answer isn't. */
function comparesOtherwise(tree: QtiElement): boolean {
  return childElementsOf(tree).some(
    (child) =>
      (child.name === 'not' && childElementsOf(child).some(({ name }) => name !== 'is-null')) ||
      (/^(?:match|equal)$/.test(child.name) && childElementsOf(child).some(({ name }) => name === 'base-value')) ||
      comparesOtherwise(child),
  );
}

/** Returns how far a number may be from the value; null if the distances differ by side. */
function toleranceIn(processing: QtiElement): ResponseDeclaration['tolerance'] | null {
  const [equal] = findOutermostElements(processing, (name) => name === 'equal');
  const mode = equal?.attributes['tolerance-mode'];
  const [below, above = below] = (equal?.attributes.tolerance ?? '').trim().split(/\s+/).map(Number);
  if (mode === undefined || mode === 'exact') return undefined;
  if (below === undefined || below !== above || !(below >= 0)) return null;
  return mode === 'relative' ? { by: 'percent', of: below } : mode === 'absolute' ? { by: 'amount', of: below } : null;
}
