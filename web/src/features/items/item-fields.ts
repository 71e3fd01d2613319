import type { Flashcard, ItemSource, Question } from '@training/shared/courses/courses';
import { QUESTION_KINDS } from './question-kinds.ts';

/** An option, accepted answer or rubric point. Only options have `isRight`. */
export interface Answer {
  text: string;
  isRight?: boolean;
}

interface AnswerList {
  label: string;
  answers: Answer[];
}

export function answersOf(question: Question): AnswerList {
  switch (question.kind) {
    case 'single_choice':
    case 'multiple_choice': {
      const right = [question.correct].flat();
      return {
        label: 'Options',
        answers: question.options.map((text, index) => ({ text, isRight: right.includes(index) })),
      };
    }
    case 'short_text':
      return { label: 'Accepted answers', answers: question.accepted.map((text) => ({ text })) };
    case 'spoken':
      return { label: 'A full answer mentions', answers: question.rubric.map((text) => ({ text })) };
  }
}

/** A labelled text of a card or question, for word-by-word comparison. */
interface ItemField {
  label: string;
  text: string;
}

export type Item = Flashcard | Question;

/** Returns all fields. A question's answers are one text, one per line. */
export function fieldsOf(item: Item): ItemField[] {
  const texts = textFieldsOf(item);
  if (!('kind' in item)) return texts;
  const { label, answers } = answersOf(item);
  const text = answers.map((answer) => `${answer.isRight ? '✓ Correct: ' : '– '}${answer.text}`).join('\n');
  const spot = texts.findIndex((field) => field.label === 'Kind') + 1;
  return text === '' ? texts : texts.toSpliced(spot, 0, { label, text });
}

/** Returns the fields that are compared word by word: all but a question's answers. */
export function textFieldsOf(item: Item): ItemField[] {
  const fields = 'kind' in item ? questionFields(item) : cardFields(item);
  return [...fields, { label: 'Source', text: sourceText(item.source) }].filter(({ text }) => text !== '');
}

export function isSameItem(one: Item, other: Item): boolean {
  return JSON.stringify(fieldsOf(one)) === JSON.stringify(fieldsOf(other));
}

function cardFields({ front, back }: Flashcard): ItemField[] {
  return [
    { label: 'Front', text: front },
    { label: 'Back', text: back },
  ];
}

function questionFields(question: Question): ItemField[] {
  return [
    { label: 'Question', text: question.prompt },
    { label: 'Kind', text: QUESTION_KINDS[question.kind] },
    { label: 'Explanation', text: question.explanation },
  ];
}

function sourceText(source: ItemSource | undefined): string {
  if (source === undefined) return '';
  return [source.quote && `“${source.quote}”`, source.name, source.url].filter(Boolean).join('\n');
}
