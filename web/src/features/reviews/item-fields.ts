import type { Flashcard, ItemSource, Question } from '@training/shared/courses';
import { QUESTION_KINDS } from '../courses/quiz.tsx';

/** A card or a question as named texts, to be compared word by word. */
export interface ItemField {
  label: string;
  text: string;
}

export type Item = Flashcard | Question;

export function fieldsOf(item: Item): ItemField[] {
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
    answersField(question),
    { label: 'Explanation', text: question.explanation },
  ];
}

function answersField(question: Question): ItemField {
  switch (question.kind) {
    case 'single_choice':
    case 'multiple_choice': {
      const right = [question.correct].flat();
      const lines = question.options.map((option, index) => `${right.includes(index) ? '✓ Right: ' : '– '}${option}`);
      return { label: 'Options', text: lines.join('\n') };
    }
    case 'short_text':
      return { label: 'Accepted answers', text: question.accepted.map((answer) => `– ${answer}`).join('\n') };
    case 'spoken':
      return { label: 'A full answer mentions', text: question.rubric.map((point) => `– ${point}`).join('\n') };
  }
}

function sourceText(source: ItemSource | undefined): string {
  if (source === undefined) return '';
  return [source.quote && `“${source.quote}”`, source.name, source.url].filter(Boolean).join('\n');
}
