import type { QuestionWithoutSolution } from '@training/shared/courses/courses';
import type { ImmediatelyGradedAnswer } from '@training/shared/learning/attempts';
import { toArrayItems, readFieldText, readFieldValue } from '../../../lib/json.ts';

/** The field of an answer that has its content, by kind. */
export const ANSWER_CONTENT_FIELDS = {
  single_choice: 'choice',
  multiple_choice: 'choices',
  short_text: 'text',
  number: 'text',
  ordering: 'order',
  matching: 'matches',
  hotspot: 'choices',
} as const satisfies Record<ImmediatelyGradedAnswer['kind'], string>;

const isKind = (kind: string): kind is keyof typeof ANSWER_CONTENT_FIELDS => Object.hasOwn(ANSWER_CONTENT_FIELDS, kind);

/**
 * Returns a stored answer; null if it is incomplete or of an older version. The server checks it fully: the contract's
 * schema would bring zod into learners' pages.
 */
export function parseStoredAnswer(stored: unknown): ImmediatelyGradedAnswer | null {
  const kind = readFieldText(stored, 'kind') ?? '';
  if (!isKind(kind)) return null;
  const field = ANSWER_CONTENT_FIELDS[kind];
  const content = readFieldValue(stored, field);
  const places = field === 'choice' ? [content] : toArrayItems(content);
  const isWhole =
    field === 'text'
      ? typeof content === 'string' && content.trim() !== ''
      : places.length > 0 && places.every(Number.isInteger);
  return isWhole ? ({ kind, [field]: content } as ImmediatelyGradedAnswer) : null;
}

/**
 * Returns the initial answer to an ordering question of two options: their order as shown, which may be right
 * (rules/learning 9), so that nobody has to move them. Null for other questions.
 */
export function initialAnswerOfTwoOptionOrdering({
  kind,
  options,
}: QuestionWithoutSolution): ImmediatelyGradedAnswer | null {
  return kind === 'ordering' && options.length === 2 ? { kind, order: [0, 1] } : null;
}
