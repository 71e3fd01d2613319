import type { Difficulty, Level } from '@training/shared/generated-items';

/** Of ten items, how many of each level. */
const MIX: Record<Difficulty, Record<Level, number>> = {
  basic: { recall: 7, apply: 2, decide: 1 },
  standard: { recall: 4, apply: 4, decide: 2 },
  advanced: { recall: 2, apply: 4, decide: 4 },
};

/** How a model is told about levels, and which mix is wanted. */
export function levelRule(difficulty: Difficulty): string {
  const { recall, apply, decide } = MIX[difficulty];
  return (
    '"level" is "recall" for what somebody must simply know, "apply" where a rule is used in an ordinary case, "decide" where somebody ' +
    `must choose between courses of action in a situation. Of ten have about ${recall} recall, ${apply} apply and ${decide} decide, as far as the source allows; ` +
    'never invent what it lacks to reach a level.'
  );
}
