import type { Question } from '@training/shared/courses/courses';

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
