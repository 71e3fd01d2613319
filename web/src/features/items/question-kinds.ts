import type { Question } from '@training/shared/courses/courses';

export const QUESTION_KINDS: Record<Question['kind'], string> = {
  single_choice: 'One correct answer',
  multiple_choice: 'Several correct answers',
  short_text: 'Short text',
  spoken: 'Spoken answer',
};
