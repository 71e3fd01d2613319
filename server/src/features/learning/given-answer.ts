import type { Question } from '@training/shared/courses';
import type { AnswerResponse, AnswerState, GivenAnswer, Solution } from '@training/shared/learning';

/** An answer as it is stored. */
type StoredAnswer = {
  answer_id: string;
  response: AnswerResponse;
  given_at: string;
  state: AnswerState;
  score: number | null;
  carried: boolean;
};

/** An answer as its learner sees it: with what is right, because the answer is final. */
export function givenAnswer(question: Question, answer: StoredAnswer): GivenAnswer {
  const { score } = answer;
  return {
    ...answer,
    question_id: question.id,
    right: score === null ? null : score === 1,
    explanation: question.explanation,
    solution: solutionOf(question),
  };
}

function solutionOf(question: Question): Solution {
  switch (question.kind) {
    case 'single_choice':
      return { kind: question.kind, correct: question.correct };
    case 'multiple_choice':
      return { kind: question.kind, correct: question.correct };
    case 'short_text':
      return { kind: question.kind, accepted: question.accepted };
    case 'spoken':
      return { kind: question.kind, rubric: question.rubric };
  }
}
