import type { Question } from '@training/shared/courses';
import { type Answer, answersOf } from '../../items/answers.ts';
import { type ItemChange, compareItems } from './compare-items.ts';

export interface ComparedAnswer {
  change: ItemChange;
  before: Answer | undefined;
  after: Answer | undefined;
}

/**
 * Answer by answer, in the order of now, with what was removed where it stood. They have no ids: those that read the
 * same are the same, and of the others those that stand at the same place and share half of their words.
 */
export function compareAnswers(before: Answer[], after: Answer[]): ComparedAnswer[] {
  const old = before.map((answer, index) => ({ ...answer, id: `${index}` }));
  const free = new Set(old);
  const take = (found: (typeof old)[number] | undefined) => {
    if (found !== undefined) free.delete(found);
    return found?.id;
  };
  const same = after.map(({ text }) => take([...free].find((one) => one.text === text)));
  const ids = after.map(({ text }, index) => {
    const alike = () => [...free].find((one) => one.id === `${index}` && isAlike(one.text, text));
    return same[index] ?? take(alike()) ?? `new ${index}`;
  });
  const now = after.map((answer, index) => ({ ...answer, id: ids[index] ?? '' }));
  return compareItems(old, now, (one, other) => one.text === other.text && one.isRight === other.isRight).map(
    ({ change, before: was, after: is }) => ({ change, before: was, after: is }),
  );
}

/** Less than this says more when it is shown as one that went and one that came. */
function isAlike(one: string, other: string): boolean {
  const [words, others] = [wordsOf(one), wordsOf(other)];
  const shared = [...words].filter((word) => others.has(word)).length;
  return shared > 0 && shared * 2 >= Math.max(words.size, others.size);
}

const wordsOf = (text: string) => new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu));

/** "Right answer was: “A”, is: “B”."; null where the same answers are right, or none can be. */
export function rightAnswerChange(before: Question, after: Question): string | null {
  const [was, is] = [rightOf(before), rightOf(after)];
  if (was === null || is === null || isSameSet(was, is)) return null;
  const many = was.length > 1 || is.length > 1;
  return many
    ? `Right answers were: ${quoted(was)}; are: ${quoted(is)}.`
    : `Right answer was: ${quoted(was)}, is: ${quoted(is)}.`;
}

/** Null where a question has no options. */
function rightOf(question: Question): string[] | null {
  const { label, answers } = answersOf(question);
  return label === 'Options' ? answers.filter(({ isRight }) => isRight).map(({ text }) => text) : null;
}

const isSameSet = (one: string[], other: string[]) =>
  JSON.stringify(one.toSorted()) === JSON.stringify(other.toSorted());

function quoted(texts: string[]): string {
  if (texts.length === 0) return 'none';
  return new Intl.ListFormat('en-GB').format(texts.map((text) => `“${text}”`));
}
