import type { Question } from '@training/shared/courses/courses';
import { hasVisibleCharacter } from '@training/shared/text';
import { markdownToInlineXhtml } from './qti-content.ts';
import { type HotspotQuestion, toQtiAreaShape, type PictureDimensions } from './qti-hotspot.ts';
import { renderXmlElement, escapeXmlText } from './qti-xml.ts';

const RESPONSE = 'RESPONSE';
const TEMPLATES = 'https://purl.imsglobal.org/spec/qti/v3p0/rptemplates';
const MATCH_CORRECT = renderXmlElement('qti-response-processing', { template: `${TEMPLATES}/match_correct.xml` });
const MAP_RESPONSE = renderXmlElement('qti-response-processing', { template: `${TEMPLATES}/map_response.xml` });

type QtiInteractionParts = {
  /** Response declaration. */
  declaration: string;
  /** Interaction with its prompt. */
  body: string;
  processing: string;
  /** Scored by people. */
  isScoredByHand?: true;
};

type RenderedContent = {
  prompt: string;
  optionAt: (index: number) => string;
  areas: { src: string; alt: string; size: PictureDimensions } | undefined;
};

/** Returns the interaction of a question with its declaration and scoring. */
export function renderQtiInteraction(question: Question, shown: RenderedContent): QtiInteractionParts {
  switch (question.kind) {
    case 'single_choice':
    case 'multiple_choice':
      return choiceOf(question, shown);
    case 'short_text':
      return textEntryOf(question, shown);
    case 'number':
      return numberOf(question, shown);
    case 'ordering':
      return orderOf(question, shown);
    case 'matching':
      return matchOf(question, shown);
    case 'spoken':
      return spokenOf(question, shown);
    case 'hotspot':
      return hotspotOf(question, shown);
  }
}

type Mapping = { entries: (readonly [key: string, value: number])[]; bounds?: Record<string, number>; folds?: true };

function declared(cardinality: string, type: string, correct: readonly string[], mapping?: Mapping): string {
  const values = correct.map((value) => renderXmlElement('qti-value', {}, escapeXmlText(value)));
  return renderXmlElement(
    'qti-response-declaration',
    { identifier: RESPONSE, cardinality, 'base-type': type },
    ...(values.length > 0 ? [renderXmlElement('qti-correct-response', {}, ...values)] : []),
    ...(mapping && mapping.entries.length > 0 ? [mapped(mapping)] : []),
  );
}

function mapped({ entries, bounds = {}, folds }: Mapping): string {
  const written = entries.map(([key, value]) =>
    renderXmlElement('qti-map-entry', { 'map-key': key, 'mapped-value': value, 'case-sensitive': folds && false }),
  );
  return renderXmlElement('qti-mapping', { ...bounds, 'default-value': 0 }, ...written);
}

const promptOf = ({ prompt }: RenderedContent) => renderXmlElement('qti-prompt', {}, prompt);
const interaction = { 'response-identifier': RESPONSE };

/** Returns texts in an order that doesn't show the solution, with their places. */
const inAnyOrder = (texts: readonly string[]) =>
  texts.map((text, place) => ({ text, place })).toSorted((one, other) => (one.text < other.text ? -1 : 1));

type Choice = Extract<Question, { kind: 'single_choice' | 'multiple_choice' }>;

/** Returns the declaration of a choice, and how it is scored. */
function chosenFrom(question: Choice | HotspotQuestion, isMultiple: boolean): Omit<QtiInteractionParts, 'body'> {
  const { options } = question;
  const right = [question.correct].flat().filter((index) => index < options.length);
  const isPartial = isMultiple && 'partial_credit' in question && right.length > 0;
  // As scores are computed here: each right choice counts in part, and each wrong one subtracts.
  const entries = options.map(
    (_, n) => [`C${n}`, right.includes(n) ? 1 / right.length : -1 / (options.length - right.length)] as const,
  );
  const mapping = isPartial ? { entries, bounds: { 'lower-bound': 0, 'upper-bound': 1 } } : undefined;
  const correct = right.map((n) => `C${n}`);
  return {
    declaration: declared(isMultiple ? 'multiple' : 'single', 'identifier', correct, mapping),
    processing: isPartial ? MAP_RESPONSE : MATCH_CORRECT,
  };
}

function choiceOf(question: Choice, shown: RenderedContent): QtiInteractionParts {
  const isMultiple = question.kind === 'multiple_choice';
  const choices = question.options.map((option, n) =>
    renderXmlElement('qti-simple-choice', { identifier: `C${n}` }, markdownToInlineXhtml(option) + shown.optionAt(n)),
  );
  return {
    ...chosenFrom(question, isMultiple),
    body: renderXmlElement(
      'qti-choice-interaction',
      { ...interaction, shuffle: true, 'max-choices': isMultiple ? 0 : 1 },
      promptOf(shown),
      ...choices,
    ),
  };
}

/** Areas of a picture; without its size, only their names can be chosen. */
function hotspotOf(question: HotspotQuestion, shown: RenderedContent): QtiInteractionParts {
  const { options, areas, correct } = question;
  const isMultiple = correct.length > 1;
  const most = { 'max-choices': isMultiple ? 0 : 1 };
  if (!shown.areas) {
    const names = options.map((name, n) =>
      renderXmlElement('qti-simple-choice', { identifier: `C${n}` }, markdownToInlineXhtml(name)),
    );
    const body = renderXmlElement('qti-choice-interaction', { ...interaction, ...most }, promptOf(shown), ...names);
    return { ...chosenFrom(question, isMultiple), body };
  }
  const { src, alt, size } = shown.areas;
  const shapes = areas.map((area, n) =>
    renderXmlElement('qti-hotspot-choice', {
      identifier: `C${n}`,
      ...toQtiAreaShape(area, size),
      'hotspot-label': options[n],
    }),
  );
  const picture = renderXmlElement('img', { src, alt, ...size });
  const body = renderXmlElement(
    'qti-hotspot-interaction',
    { ...interaction, ...most },
    promptOf(shown),
    picture,
    ...shapes,
  );
  return { ...chosenFrom(question, isMultiple), body };
}

function textEntryOf(
  { accepted, ignore_accents, allow_typo }: Extract<Question, { kind: 'short_text' }>,
  shown: RenderedContent,
): QtiInteractionParts {
  const known = accepted.filter(hasVisibleCharacter);
  const mapping = { entries: known.map((each) => [each, 1] as const), folds: true as const };
  const settings = [ignore_accents && 'ignore-accents', allow_typo && 'allow-typo'].filter(Boolean).join(' ');
  return {
    declaration: declared('single', 'string', known.slice(0, 1), mapping),
    body:
      shown.prompt +
      renderXmlElement(
        'p',
        {},
        renderXmlElement('qti-text-entry-interaction', { ...interaction, class: settings || undefined }, ''),
      ),
    processing: MAP_RESPONSE,
  };
}

function numberOf(
  { value, tolerance, units }: Extract<Question, { kind: 'number' }>,
  shown: RenderedContent,
): QtiInteractionParts {
  const written = units
    .filter(hasVisibleCharacter)
    .map((unit) => renderXmlElement('span', { class: 'unit' }, escapeXmlText(unit)));
  const isRelative = tolerance?.by === 'percent';
  // Relative bounds of a negative number are the wrong way round in QTI.
  const isFlipped = isRelative && value !== null && value < 0;
  const of = isFlipped ? Number(((-value * tolerance.of) / 100).toPrecision(12)) : tolerance?.of;
  const mode = tolerance ? (isRelative && !isFlipped ? 'relative' : 'absolute') : 'exact';
  const compared = renderXmlElement(
    'qti-equal',
    { 'tolerance-mode': mode, tolerance: tolerance && `${of} ${of}` },
    renderXmlElement('qti-variable', { identifier: RESPONSE }),
    renderXmlElement('qti-correct', { identifier: RESPONSE }),
  );
  const scored = renderXmlElement(
    'qti-set-outcome-value',
    { identifier: 'SCORE' },
    renderXmlElement('qti-base-value', { 'base-type': 'float' }, '1'),
  );
  const condition = renderXmlElement(
    'qti-response-condition',
    {},
    renderXmlElement('qti-response-if', {}, compared, scored),
  );
  const entry = renderXmlElement(
    'qti-text-entry-interaction',
    { ...interaction, class: isFlipped ? 'percent' : undefined },
    '',
  );
  return {
    declaration: declared('single', 'float', value === null ? [] : [String(value)]),
    body: shown.prompt + renderXmlElement('p', {}, [entry, written.join(' / ')].filter(Boolean).join(' ')),
    processing: value === null ? '' : renderXmlElement('qti-response-processing', {}, condition),
  };
}

function orderOf({ options }: Extract<Question, { kind: 'ordering' }>, shown: RenderedContent): QtiInteractionParts {
  const choices = inAnyOrder(options).map(({ text }, n) =>
    renderXmlElement('qti-simple-choice', { identifier: `C${n}` }, markdownToInlineXhtml(text)),
  );
  const placed = inAnyOrder(options).map(({ place }, n) => ({ place, identifier: `C${n}` }));
  const correct = placed.toSorted((one, other) => one.place - other.place).map(({ identifier }) => identifier);
  return {
    declaration: declared('ordered', 'identifier', correct),
    body: renderXmlElement('qti-order-interaction', { ...interaction, shuffle: true }, promptOf(shown), ...choices),
    processing: MATCH_CORRECT,
  };
}

function matchOf(question: Extract<Question, { kind: 'matching' }>, shown: RenderedContent): QtiInteractionParts {
  const { options, matches } = question;
  const beside = inAnyOrder(matches);
  const nameOf = (option: number) => `M${beside.findIndex(({ place }) => place === option)}`;
  const paired = options.flatMap((_, n) => (n < matches.length ? [`C${n} ${nameOf(n)}`] : []));
  const isPartial = question.partial_credit === true && paired.length > 0;
  const mapping = isPartial ? { entries: paired.map((pair) => [pair, 1 / options.length] as const) } : undefined;
  const setOf = (texts: readonly string[], letter: string) =>
    renderXmlElement(
      'qti-simple-match-set',
      {},
      ...texts.map((text, n) =>
        renderXmlElement(
          'qti-simple-associable-choice',
          { identifier: `${letter}${n}`, 'match-max': 1 },
          markdownToInlineXhtml(text),
        ),
      ),
    );
  return {
    declaration: declared('multiple', 'directedPair', paired, mapping),
    body: renderXmlElement(
      'qti-match-interaction',
      { ...interaction, shuffle: true, 'max-associations': options.length },
      promptOf(shown),
      setOf(options, 'C'),
      setOf(
        beside.map(({ text }) => text),
        'M',
      ),
    ),
    processing: isPartial ? MAP_RESPONSE : MATCH_CORRECT,
  };
}

function spokenOf({ rubric }: Extract<Question, { kind: 'spoken' }>, shown: RenderedContent): QtiInteractionParts {
  const points = renderXmlElement(
    'ul',
    {},
    ...rubric.filter(hasVisibleCharacter).map((point) => renderXmlElement('li', {}, markdownToInlineXhtml(point))),
  );
  const scoring = renderXmlElement(
    'qti-rubric-block',
    { use: 'scoring', view: 'scorer' },
    renderXmlElement('qti-content-body', {}, points),
  );
  return {
    declaration: declared('single', 'string', []),
    body:
      (rubric.some(hasVisibleCharacter) ? scoring : '') +
      renderXmlElement('qti-extended-text-interaction', { ...interaction, class: 'spoken' }, promptOf(shown)),
    processing: '',
    isScoredByHand: true,
  };
}
