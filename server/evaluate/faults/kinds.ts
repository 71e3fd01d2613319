/** The step that can see a kind of fault. Code may see any of them. */
type Seen = {
  /** The second call, which sees neither keys nor explanations of questions. */
  bySecondCall: boolean;
  /** The judge, which sees no quotes. */
  byJudge: boolean;
};

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => from + n);

const MEANING = [...range(1, 8), 10, ...range(12, 15), ...range(25, 28), 33];
const BY_SECOND_CALL = new Set([...MEANING, 11, 32]);
const BY_JUDGE = new Set(MEANING);

/** Faults of questions; the lower numbers are of cards. */
export const FIRST_OF_QUESTIONS = 25;

/** @param kind Number of the kind, as in `SLOPPY_KINDS` */
export const seenIn = (kind: number): Seen => ({
  bySecondCall: BY_SECOND_CALL.has(kind),
  byJudge: BY_JUDGE.has(kind),
});
