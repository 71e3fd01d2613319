import { hashKey } from '@tanstack/react-query';
import type { Flashcard, ItemSource, Question } from '@training/shared/courses/courses';
import { questionKindAndAllowancesInWords, correctNumberInWords } from './question-kinds.ts';
import type { PictureArea, ItemMedia } from '@training/shared/courses/media';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('items');

/** An option, accepted answer or rubric point. Only options have `isRight`. */
export interface AnswerKeyEntry {
  text: string;
  isRight?: boolean;
}

interface AnswerList {
  label: string;
  answers: AnswerKeyEntry[];
}

/** Returns "option → match" of each pair, and the matches that fit none. */
export const matchingPairsInWords = ({
  options,
  matches,
}: Pick<Extract<Question, { kind: 'matching' }>, 'options' | 'matches'>): string[] =>
  Array.from(
    { length: Math.max(options.length, matches.length) },
    (_, n) => `${options[n] ?? '–'} → ${matches[n] ?? ''}`,
  );

/** Returns what is correct or accepted in a question, with its label. */
export function answerKeyOf(question: Question): AnswerList {
  switch (question.kind) {
    case 'single_choice':
    case 'multiple_choice': {
      const right = [question.correct].flat();
      return {
        label: t('options'),
        answers: question.options.map((text, index) => ({ text, isRight: right.includes(index) })),
      };
    }
    case 'short_text':
      return { label: t('acceptedAnswers'), answers: question.accepted.map((text) => ({ text })) };
    case 'spoken':
      return { label: t('fullAnswerMentions'), answers: question.rubric.map((text) => ({ text })) };
    case 'number':
      return {
        label: t('rightNumber'),
        answers: [correctNumberInWords(question)].filter(Boolean).map((text) => ({ text })),
      };
    case 'ordering':
      return {
        label: t('rightOrder'),
        answers: question.options.map((text, index) => ({ text: `${index + 1}. ${text}` })),
      };
    case 'matching':
      return { label: t('matches'), answers: matchingPairsInWords(question).map((text) => ({ text })) };
    case 'hotspot': {
      const { options, areas, correct } = question;
      const answers = options.map((name, index) => ({
        text: t('areaNamed', { number: index + 1, name, place: areaWords(areas[index]) }),
        isRight: correct.includes(index),
      }));
      return { label: t('areas'), answers };
    }
  }
}

/** Returns the shape of an area, its left and top sides, its width and its height, in percent of the picture. */
const areaWords = (area: PictureArea | undefined): string =>
  area === undefined
    ? ''
    : `${t(`shape.${area.shape}`)} ${[area.x, area.y, area.width, area.height].map((each) => each / 10).join(' / ')}`;

/** A labelled text of a card or question, for word-by-word comparison. */
interface ItemField {
  name: 'front' | 'back' | 'prompt' | 'kind' | 'answers' | 'explanation' | 'topic' | 'media' | 'source';
  label: string;
  text: string;
}

export type ModuleItem = Flashcard | Question;

/** Returns all fields. A question's answers are one text, one per line. */
export function itemFieldsOf(item: ModuleItem): ItemField[] {
  const texts = wordComparedFieldsOf(item);
  if (!('kind' in item)) return texts;
  const { label, answers } = answerKeyOf(item);
  const text = answers
    .map((answer) => (answer.isRight ? t('correctAnswer', { text: answer.text }) : `– ${answer.text}`))
    .join('\n');
  const spot = texts.findIndex(({ name }) => name === 'kind') + 1;
  return text === '' ? texts : texts.toSpliced(spot, 0, { name: 'answers', label, text });
}

/** Returns the fields that are compared word by word: all but a question's answers. */
export function wordComparedFieldsOf(item: ModuleItem): ItemField[] {
  const fields = 'kind' in item ? questionFields(item) : cardFields(item);
  return [
    ...fields,
    { name: 'media' as const, label: t('media'), text: (item.media ?? []).map(mediaWords).join('\n') },
    { name: 'source' as const, label: t('source'), text: sourceText(item.source) },
  ].filter(({ text }) => text !== '');
}

/** Compares the content itself, because different content may be worded alike. */
export function hasSameItemContent(one: ModuleItem, other: ModuleItem): boolean {
  return contentKey(one) === contentKey(other);
}

function contentKey({ id: _id, source, media = [], ...content }: ModuleItem): string {
  return hashKey([content, media, sourceText(source)]);
}

function cardFields({ front, back }: Flashcard): ItemField[] {
  return [
    { name: 'front', label: t('front'), text: front },
    { name: 'back', label: t('back'), text: back },
  ];
}

function questionFields(question: Question): ItemField[] {
  return [
    { name: 'prompt', label: t('question'), text: question.prompt },
    { name: 'kind', label: t('kind'), text: questionKindAndAllowancesInWords(question) },
    { name: 'explanation', label: t('explanation'), text: question.explanation },
    { name: 'topic', label: t('topic'), text: question.topic ?? '' },
  ];
}

/** Names the place, the kind and the text of media, with what tells two files apart. */
function mediaWords(media: ItemMedia): string {
  const { at, kind, alt, decorative, captions, digest } = media;
  const number = 'option' in media && media.option !== undefined ? media.option + 1 : 0;
  const text = decorative === true ? t('decorative') : alt === '' ? t('noTextInstead') : t('quoted', { quote: alt });
  const lacksCaptions = kind !== 'picture' && captions === undefined;
  const place = t('mediaPlace', { at, number });
  return [
    `${place}: ${t('mediaKind', { kind })} ${text}`,
    ...(lacksCaptions ? [t('noCaptions')] : []),
    digest.slice(0, 8),
  ].join(' · ');
}

function sourceText(source: ItemSource | undefined): string {
  if (source === undefined) return '';
  return [source.quote && t('quoted', { quote: source.quote }), source.name, source.url].filter(Boolean).join('\n');
}
