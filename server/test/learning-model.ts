import type { Flashcard, Question } from '@training/shared/courses/courses';

/** A card or question in one of its versions: the same id with another version is what a revision changed. */
export type Item = { id: string; version: number };
export type Revision = { cards: Item[]; questions: Item[] };

type Attempt = {
  revision: Revision;
  state: 'open' | 'passed' | 'failed' | 'superseded';
  answers: Map<string, { version: number; right: boolean }>;
  /** In ten-thousandths. */
  score: number | null;
};

const DIGITS = 10_000;
/** In ten-thousandths. */
export const PASS_SCORE = 6_000;

const name = ({ id, version }: Item) => `${id} ${version}`;
/** The quotient of whole numbers, rounded half up. */
const rounded = (dividend: number, divisor: number) => Math.floor((2 * dividend + divisor) / (2 * divisor));

export const cardOf = ({ id, version }: Item): Flashcard => ({ id, front: `Front ${version}`, back: 'Back' });
export const questionOf = ({ id, version }: Item): Question => ({
  id,
  kind: 'single_choice',
  prompt: `Which ${version}?`,
  options: ['This one', 'That one'],
  correct: 0,
  explanation: '',
});

/** Model of rules/learning for one learner and one module, as plain as possible. */
export class LearningModel {
  live: Revision;
  pinned: Revision | undefined;
  attempts: Attempt[] = [];
  /** In ten-thousandths; set once. */
  finalScore: number | null = null;
  completed = false;
  readonly #seen = new Set<string>();

  constructor(first: Revision) {
    this.live = first;
  }

  start(): void {
    this.pinned ??= this.live;
  }

  see(revision: Revision, ids: string[]): void {
    if (this.completed) return;
    for (const card of revision.cards) if (ids.includes(card.id)) this.#seen.add(name(card));
    this.#complete(revision);
  }

  /** Answers the code of the refusal, or nothing. */
  begin(revision: Revision): string | undefined {
    if (this.completed) return 'cycle_completed';
    const going = this.attempts.some(
      (attempt) => attempt.revision === revision && (attempt.state === 'open' || attempt.state === 'passed'),
    );
    if (!going) this.attempts.push({ revision, state: 'open', answers: new Map(), score: null });
    return undefined;
  }

  answer(attempt: Attempt, id: string, right: boolean): string | undefined {
    const question = attempt.revision.questions.find((each) => each.id === id);
    if (!question) return 'question_not_found';
    const given = attempt.answers.get(id);
    if (given) return given.right === right ? undefined : 'answered_already';
    if (this.completed) return 'cycle_completed';
    if (attempt.state !== 'open') return 'attempt_ended';
    attempt.answers.set(id, { version: question.version, right });
    settle(attempt);
    this.#complete(attempt.revision);
    return undefined;
  }

  upgrade(revision: Revision): string | undefined {
    if (revision === this.live) return undefined;
    if (this.completed) return 'cycle_completed';
    const { live } = this;
    const of = (state: Attempt['state']) =>
      this.attempts.findLast((each) => each.revision === revision && each.state === state);
    const base = of('open') ?? of('passed');
    if (base?.state === 'open') base.state = 'superseded';
    const carried = [...(base?.answers ?? [])].filter(([id, { version }]) =>
      live.questions.some((question) => question.id === id && question.version === version),
    );
    if (carried.length > 0) {
      const next: Attempt = { revision: live, state: 'open', answers: new Map(carried), score: null };
      this.attempts.push(next);
      settle(next);
    }
    this.pinned = live;
    this.#complete(live);
    return undefined;
  }

  /** As the columns of the cycle have it. */
  row(revision: Revision) {
    const ended = this.attempts.filter(({ score }) => score !== null);
    const best = (attempts: Attempt[]) => Math.max(-1, ...attempts.map(({ score }) => score ?? -1));
    const { cards, questions } = revision;
    const open = this.attempts.find(({ state }) => state === 'open');
    const points = Math.max(
      0,
      rightIn(open) * DIGITS,
      best(ended.filter((attempt) => attempt.revision === revision)) * questions.length,
    );
    const progress = rounded(this.#seenOf(revision) * DIGITS + points, cards.length + questions.length);
    return {
      cards_seen: this.#seenOf(revision),
      attempts: ended.length,
      best_score: ended.length ? best(ended) / DIGITS : null,
      progress: this.completed ? 1 : Math.min(DIGITS - 1, progress) / DIGITS,
      final_score: this.finalScore === null ? null : this.finalScore / DIGITS,
      completed: this.completed,
    };
  }

  #seenOf = (revision: Revision) => revision.cards.filter((card) => this.#seen.has(name(card))).length;

  #complete(revision: Revision): void {
    const passed = this.attempts.findLast((each) => each.revision === revision && each.state === 'passed');
    if (this.completed || !passed || this.#seenOf(revision) < revision.cards.length) return;
    this.completed = true;
    this.finalScore = passed.score;
    for (const attempt of this.attempts) if (attempt.state === 'open') attempt.state = 'superseded';
  }
}

const rightIn = (attempt: Attempt | undefined) =>
  [...(attempt?.answers.values() ?? [])].filter(({ right }) => right).length;

function settle(attempt: Attempt): void {
  const { length } = attempt.revision.questions;
  if (attempt.answers.size < length) return;
  attempt.score = rounded(rightIn(attempt) * DIGITS, length);
  attempt.state = attempt.score >= PASS_SCORE ? 'passed' : 'failed';
}
