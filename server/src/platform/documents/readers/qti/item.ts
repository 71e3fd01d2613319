import { QtiBodyReader } from './body.ts';
import { responseDeclarationOf } from './response-declaration.ts';
import { GRAPHIC_INTERACTION_READERS } from './graphic-interactions.ts';
import { INTERACTION_READERS, promptElementOf } from './interaction-readers.ts';
import type { QtiItem, QtiMedia } from '../../qti.ts';
import { findSeparatelyScoredInteractions } from './scored-interactions.ts';
import {
  findOutermostElementsNamed,
  childElementsOf,
  findOutermostElements,
  findFirstElementNamed,
  type QtiElement,
  oneLineTextOfElement,
} from './qti-element.ts';

/** Interactions that ask nothing: a button, and a film that counts how often it was played. */
const NO_QUESTION = new Set(['end-attempt-interaction', 'media-interaction']);
/** Interactions whose text is the prompt. */
const TEXTS = new Set(['hottext-interaction', 'gap-match-interaction']);

type Read = Pick<QtiItem, 'question' | 'media'> | null;

/** Returns an item as a question, or as several, with what is changed, or why it is none. */
export function questionsOfQtiItem(item: QtiElement, path: string): QtiItem[] {
  const gaps = new Map(findOutermostElementsNamed(item, 'gap').map((gap, n) => [gap, n + 1]));
  const reader = new QtiBodyReader(path, (gap) => (gaps.has(gap) ? `(${gaps.get(gap)}) ____` : '____'));
  const { identifier = '', title = '' } = item.attributes;
  const read = (question: Read, { reasons }: QtiBodyReader): QtiItem => ({
    path,
    identifier,
    title,
    language: item.attributes['xml:lang'] ?? '',
    question: question?.question ?? null,
    media: question?.media ?? [],
    reasons,
  });
  const body = findFirstElementNamed(item, 'item-body');
  const all = body
    ? findOutermostElements(body, (name) => name.endsWith('-interaction') && !NO_QUESTION.has(name))
    : [];
  const [interaction] = all;
  const isDrawn = findOutermostElementsNamed(item, 'template-declaration').length > 0;
  const parts = body && all.length > 1 && !isDrawn ? findSeparatelyScoredInteractions(item, all) : undefined;
  if (body && parts) {
    const places = new Map(all.map((each, n) => [each, n + 1]));
    return parts.map(({ interaction: part, processing }, n) => {
      const own = new QtiBodyReader(path, (gap) => `(${places.get(gap)})${isInLine(gap) ? ' ____' : ''}`, new Set(all));
      const question = questionOf({ item, body, interaction: part, processing, place: n + 1 }, own);
      if (question) own.tell('split');
      return read(question, own);
    });
  }
  if (!body || !interaction) reader.tell('noInteraction');
  else if (isDrawn) reader.tell('template');
  else if (all.length > 1) reader.tell('severalInteractions', String(all.length));
  else return [read(questionOf({ item, body, interaction }, reader), reader)];
  return [read(null, reader)];
}

/** @property place Number of the interaction, if the item asks several things. */
type AskedIn = {
  item: QtiElement;
  body: QtiElement;
  interaction: QtiElement;
  processing?: QtiElement | undefined;
  place?: number;
};

function questionOf({ item, body, interaction, processing, place }: AskedIn, reader: QtiBodyReader): Read {
  const kind = INTERACTION_READERS[interaction.name] ?? GRAPHIC_INTERACTION_READERS[interaction.name];
  const declaration = responseDeclarationOf(item, interaction, processing);
  if (!kind || !declaration) {
    reader.tell('noCounterpart', interaction.name.slice(0, 80));
    return null;
  }
  const { answer, media: own = [] } = kind({ item, interaction, declaration, reader });
  if (!answer) return null;
  if (item.attributes.adaptive === 'true') reader.tell('adaptive');
  if (findOutermostElementsNamed(item, 'assessment-stimulus-ref').length > 0) reader.tell('stimulus');
  if (declaration.isOwnScoring && answer.kind !== 'spoken') reader.tell('ownScoring');
  const prompt = promptElementOf(interaction);
  const within = TEXTS.has(interaction.name)
    ? interaction.children.filter((child) => child !== prompt && !isChoice(child))
    : [];
  const numbered: (QtiElement | string)[] =
    place === undefined ? [] : [{ name: 'p', attributes: {}, children: [`(${place})`] }];
  const asked = reader.read([...body.children, ...numbered, ...(prompt?.children ?? []), ...within]);
  const explained = explanationOf(item, reader);
  const at = (where: 'prompt' | 'explanation', media: typeof asked.media): QtiMedia[] =>
    media.map((each) => ({ at: where, ...each }));
  return {
    question: { ...answer, prompt: withoutField(asked.text), explanation: explained.text },
    // The picture that is asked about is the first one of the prompt.
    media: [...own, ...at('prompt', asked.media), ...at('explanation', explained.media)].toSorted(
      (one, other) => PLACES.indexOf(one.at) - PLACES.indexOf(other.at),
    ),
  };
}

/** Removes a last line that is only the field to type into. */
function withoutField(prompt: string): string {
  const lines = prompt.split('\n');
  const isField = lines.at(-1)?.replaceAll(/[ /\\]/g, '') === '____';
  return isField ? lines.slice(0, -1).join('\n').trimEnd() : prompt;
}

const isInLine = ({ name }: QtiElement) => name === 'text-entry-interaction' || name === 'inline-choice-interaction';

const PLACES = ['prompt', 'option', 'explanation'];

const isChoice = (child: QtiElement | string) => typeof child !== 'string' && /^gap-(?:text|img)$/.test(child.name);

/** Reads the feedback of an item. One that depends on the answer is shown with each. */
function explanationOf(item: QtiElement, reader: QtiBodyReader) {
  const feedbacks = findOutermostElementsNamed(item, 'modal-feedback');
  const isAlways = feedbacks.every(({ attributes }) => {
    const outcome = childElementsOf(item).find(
      (each) => each.name === 'outcome-declaration' && each.attributes.identifier === attributes['outcome-identifier'],
    );
    const value = outcome && findFirstElementNamed(outcome, 'value');
    return value !== undefined && oneLineTextOfElement(value) === attributes.identifier;
  });
  const shown = reader.read(
    feedbacks.flatMap(({ children }): (QtiElement | string)[] => [{ name: 'div', attributes: {}, children }]),
  );
  if (!isAlways && shown.text !== '') reader.tell('feedbackAlways');
  return shown;
}
